// The journal's form of one row of a change set.
import type { Op } from '../../../contract/change.ts';
import type { Image } from '../rows/image.ts';

/**
 * Why a row is in a set, in the order of their numbers in the store: the author named it, the engine changed it as a
 * consequence, or an undo reversed such a consequence.
 */
export const causes = ['named', 'engine', 'undone'] as const;

export type Cause = (typeof causes)[number];

export interface JournalRow {
  readonly op: Op;
  readonly entity: string;
  readonly cause: Cause;
  /** By column, as JSON texts. */
  readonly key: ReadonlyMap<string, string>;
  readonly before: Image | null;
  readonly after: Image | null;
}
