// Commands for the palette. The shell has some; a room adds its own while it is shown.
import type { LucideIcon } from 'lucide-react';
import { useEffect } from 'react';
import { createStore } from '../state/store.ts';

export interface Command {
  readonly id: string;
  readonly label: string;
  /** Where it belongs: "Entities", "This query". */
  readonly group: string;
  readonly icon?: LucideIcon;
  readonly hint?: string;
  /** Other words by which it is found. */
  readonly words?: string;
  readonly run: () => void;
}

export const roomCommands = createStore<readonly Command[]>([]);

/** Offers the commands as long as the component is there. Pass a stable list. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    roomCommands.set([...roomCommands.get(), ...commands]);
    return () => roomCommands.set(roomCommands.get().filter((command) => !commands.includes(command)));
  }, [commands]);
}
