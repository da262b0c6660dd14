// What the rooms of the map can ask for, whichever of them shows an entity.
import type { Taking, WayIn } from './waysInto.ts';

/** Where an entity stands towards the query: part of it, one relation away, or elsewhere. */
export type Standing = 'in' | 'near' | 'far';

export interface MapActions {
  readonly hasQuery: boolean;
  readonly standing: (name: string) => Standing;
  readonly ways: (name: string) => readonly WayIn[];
  readonly lead: (way: WayIn, taking: Taking) => void;
  readonly choose: (name: string | undefined) => void;
  /** Absent where the whole map is shown anyway. */
  readonly focus: ((name: string) => void) | undefined;
}
