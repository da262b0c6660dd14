// The tables of the journal of changes. Times are milliseconds since 1970; booleans are 0 or 1.

/** A change set that was applied as a whole, or was about to be. */
export interface ChangeSetTable {
  id: string;
  /** One of the contract's `states`. */
  state: string;
  username: string | null;
  note: string | null;
  at: number;
  /** The set that this one undoes. */
  undoes: string | null;
  /** How the engine can tell whether its transaction was committed. */
  mark: string | null;
  /** The SHA-256 of the user and their Idempotency-Key; null without a key. */
  request_key: string | null;
  /** The SHA-256 of the request. */
  request_digest: string | null;
  /** The answer as JSON, if it is not the set itself. */
  reply: string | null;
  /** Which parts of its tables the author could see, as `past-visibility.ts` writes it; null for all. */
  seen: string | null;
}

/** A row before and after a change; all texts are JSON objects keyed by column. */
export interface ChangeRowTable {
  change_set: string;
  /** From 0, in order of execution. */
  n: number;
  entity: string;
  op: string;
  is_cascade: number;
  row_key: string;
  before_row: string | null;
  /** What is needed besides the shown values to write the same values again. */
  before_kept: string | null;
  after_row: string | null;
  after_kept: string | null;
  /** A short name of the row, indexed; null if an earlier version wrote the row. */
  row_mark: string | null;
}

/** Finds the rows in the pages of small change sets. */
export interface ChangeKeyTable {
  mark: string;
  change_set: string;
}

/** A change set about to be committed, until it is written out in full. */
export interface ChangeIntentTable {
  n: number;
  /** As `intents.ts` writes it. */
  body: string;
}

/** Rows of a large change set, in order of execution. */
export interface ChangePageTable {
  change_set: string;
  /** From 0 if the set is so long that it is read page by page; otherwise from -1 downwards. */
  n: number;
  /** The first entity in it. */
  entity: string;
  /** The number of rows in it. */
  size: number;
  /** As `page-text.ts` writes it, compressed. */
  body: string;
  /** 1 if its rows are found by their marks. */
  is_marked: number;
}
