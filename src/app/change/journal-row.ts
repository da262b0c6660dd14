// What the journal has of one row of a change set.
import type { Op } from '../../contract/change.ts';
import type { Image } from './image.ts';

export interface JournalRow {
  readonly op: Op;
  readonly entity: string;
  readonly isCascade: boolean;
  /** By column, as JSON texts. */
  readonly key: ReadonlyMap<string, string>;
  readonly before: Image | null;
  readonly after: Image | null;
}
