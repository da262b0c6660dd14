// The actions on an entity of the map, in each room that shows one.
import type { Taking, WayIn } from './waysInto.ts';

/** An entity's relation to the query: part of it, one relation away, or elsewhere. */
export type Standing = 'in' | 'near' | 'far';

export interface MapActions {
  readonly hasQuery: boolean;
  readonly standing: (name: string) => Standing;
  readonly ways: (name: string) => readonly WayIn[];
  readonly lead: (way: WayIn, taking: Taking) => void;
  readonly choose: (name: string | undefined) => void;
  /** Absent if the whole map is shown anyway. */
  readonly focus: ((name: string) => void) | undefined;
}
