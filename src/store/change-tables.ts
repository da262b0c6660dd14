// The tables of the journal of changes. Times are milliseconds since 1970; booleans are 0 or 1.

/** A set of changes that was applied as a whole, or was about to be. */
export interface ChangeSetTable {
  id: string;
  /** One of `states` of the contract. */
  state: string;
  username: string | null;
  note: string | null;
  at: number;
  /** The set that it takes back. */
  undoes: string | null;
  /** By what the engine tells whether its transaction was committed. */
  mark: string | null;
  /** The SHA-256 of whose Idempotency-Key it was; null where there was none. */
  request_key: string | null;
  /** The SHA-256 of the request. */
  request_digest: string | null;
  /** JSON of what was answered, where that is not the set itself. */
  reply: string | null;
  /** What its author saw of its tables, as `seen-then.ts` writes it; null where that was all of them. */
  seen: string | null;
}

/** A row before and after a change; all texts are JSON objects by column. */
export interface ChangeRowTable {
  change_set: string;
  /** From 0, in the order in which they happened. */
  n: number;
  entity: string;
  op: string;
  is_cascade: number;
  row_key: string;
  before_row: string | null;
  /** What is needed beside what is shown to write the same values again. */
  before_kept: string | null;
  after_row: string | null;
  after_kept: string | null;
  /** A short name of the row, which an index takes; null where it was written down by an earlier version. */
  row_mark: string | null;
}

/** Which rows are in the pages of a set that has few. */
export interface ChangeKeyTable {
  mark: string;
  change_set: string;
}

/** A change set that was about to be committed, until it is written out. */
export interface ChangeIntentTable {
  n: number;
  /** As `intents.ts` writes it. */
  body: string;
}

/** Rows of a change set that has many, in the order in which they happened. */
export interface ChangePageTable {
  change_set: string;
  /** From 0 where a set is so long that it is read page by page; else from -1 downwards. */
  n: number;
  /** The first that it is about. */
  entity: string;
  /** How many rows it has. */
  size: number;
  /** As `page-text.ts` writes it, compressed. */
  body: string;
  /** 1 where its rows are found by their marks. */
  is_marked: number;
}
