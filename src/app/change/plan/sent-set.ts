// A change set as it was sent: what each change is about, and the raw texts of its values.
import type { Op } from '../../../contract/change.ts';
import type { RawChange } from './raw-changes.ts';

export interface SentChange {
  readonly op: Op;
  readonly entity: string;
  /** The name of a new row within the set. */
  readonly ref: string | null;
  readonly raw: RawChange;
}

/** What is said of the set as a whole. */
export interface SentHead {
  readonly note: string | null;
  readonly isTrial: boolean;
}

export interface SentSet {
  /** Differs between any two different bodies; must fit JSON. */
  readonly identity: unknown;
  /** Passes on the changes in their order; throws a Problem where it is no change set. */
  each(take: (change: SentChange) => void): Promise<SentHead>;
}
