// What the service and the thread that writes to a SQLite file say to each other.

/** The file, and how long to wait while another program writes to it. */
export interface WriterSetup {
  readonly path: string;
  readonly busyTimeoutMs: number;
  /** Somebody else brings the log back into the file, which may take long. */
  readonly leavesLog: boolean;
}

/** Thousands of short texts take longer on their way to another thread than a long one: lists of them go as JSON. */
type Packed<Lists> = Lists | string;

/** Fewer go as they are. */
const fewLists = 20;

export function packed<Lists extends readonly (readonly unknown[])[]>(lists: Lists): Packed<Lists> {
  const isText = (value: unknown) => value === null || typeof value === 'string';
  return lists.length > fewLists && lists.every((list) => list.every(isText)) ? JSON.stringify(lists) : lists;
}

export function unpacked<Lists>(lists: Packed<Lists>): Lists {
  // Written by `packed`, of such lists.
  return typeof lists === 'string' ? (JSON.parse(lists) as Lists) : lists;
}

/**
 * A statement, once for each list of parameters. `command`: nobody asks for rows. `lines`: each column is one text, with a line
 * for each row.
 */
export interface WriterStep {
  readonly type: 'rows or counts' | 'lines' | 'command';
  readonly sql: string;
  readonly lists: Packed<readonly (readonly unknown[])[]>;
}

export interface ToWriter {
  readonly id: number;
  readonly steps: readonly WriterStep[];
}

/** What a step gave. */
export interface WriterDone {
  readonly rows: Packed<(string | null)[][]>;
  readonly lines: string[];
  readonly counts: number[];
}

export interface WriterFailure {
  readonly code: string;
  readonly message: string;
  /** Which list of parameters of its step it was. */
  readonly at: number;
}

export interface FromWriter {
  readonly id: number;
  readonly done: readonly WriterDone[];
  readonly failure?: WriterFailure;
}
