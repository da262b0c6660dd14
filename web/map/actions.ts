// The actions on an entity of the map, in each room that shows one.
import type { ExtensionKind, QueryExtension } from './extensions.ts';

/** An entity's relation to the query: part of it, one relation away, or elsewhere. */
export type QueryDistance = 'in' | 'near' | 'far';

export interface MapActions {
  readonly hasQuery: boolean;
  readonly distanceOf: (name: string) => QueryDistance;
  readonly extensions: (name: string) => readonly QueryExtension[];
  readonly extend: (way: QueryExtension, kind: ExtensionKind) => void;
  readonly choose: (name: string | undefined) => void;
  /** Absent if the whole map is shown anyway. */
  readonly focus: ((name: string) => void) | undefined;
}
