// The palette's commands. The shell has some; a room adds its own while it is shown.
import type { LucideIcon } from 'lucide-react';
import { useEffect } from 'react';
import { createStore } from '../state/store.ts';

export interface Command {
  readonly id: string;
  readonly label: string;
  /** The section, such as "Entities" or "This query". */
  readonly group: string;
  readonly icon?: LucideIcon;
  readonly hint?: string;
  /** Additional search words. */
  readonly words?: string;
  readonly run: () => void;
}

export const roomCommands = createStore<readonly Command[]>([]);

/** Offers the commands while the component is mounted. Pass a stable list. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => {
    roomCommands.set([...roomCommands.get(), ...commands]);
    return () => roomCommands.set(roomCommands.get().filter((command) => !commands.includes(command)));
  }, [commands]);
}
