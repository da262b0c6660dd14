// The messages between the service and the thread that writes to a SQLite file.

/** The file, and how long to wait while another program writes to it. */
export interface WriterSetup {
  readonly path: string;
  readonly busyTimeoutMs: number;
  /** The log is checkpointed by another thread, because that may take long. */
  readonly leavesLog: boolean;
}

/** Sending thousands of short texts to another thread takes longer than one long text, so lists are packed into one. */
type Packed<Lists> = Lists | string;

/** Fewer lists are sent unpacked. */
const fewLists = 20;

/** Separators of lists and values, and the mark for null: characters that hardly any text contains. */
const [nextList, nextValue, noValue] = ['\u0001', '\u0002', '\u0003'];

/** Packs non-empty lists of texts and nulls; other lists stay as they are. */
export function packed<Lists extends readonly (readonly unknown[])[]>(lists: Lists): Packed<Lists> {
  if (lists.length <= fewLists) return lists;
  let text = '';
  for (const [i, list] of lists.entries()) {
    if (list.length === 0) return lists;
    let before = i === 0 ? '' : nextList;
    for (const value of list) {
      if (value !== null && (typeof value !== 'string' || hasSeparator(value))) return lists;
      text += before + (value ?? noValue);
      before = nextValue;
    }
  }
  return text;
}

function hasSeparator(text: string): boolean {
  return text.includes(nextList) || text.includes(nextValue) || text.includes(noValue);
}

export function unpacked(lists: Packed<(string | null)[][]>): (string | null)[][];
export function unpacked<Lists>(lists: Packed<Lists>): Lists | (string | null)[][];
export function unpacked<Lists>(lists: Packed<Lists>): Lists | (string | null)[][] {
  if (typeof lists !== 'string') return lists;
  const textOrNull = (value: string) => (value === noValue ? null : value);
  return lists.split(nextList).map((list) => list.split(nextValue).map(textOrNull));
}

/**
 * A statement, run once for each list of parameters. `command`: its rows are not needed. `lines`: each column is
 * returned as one text, with a line for each row.
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

/** The result of a step. */
export interface WriterDone {
  readonly rows: Packed<(string | null)[][]>;
  readonly lines: string[];
  readonly counts: number[];
}

export interface WriterFailure {
  readonly code: string;
  readonly message: string;
  /** The index of the failed parameter list within its step. */
  readonly at: number;
}

export interface FromWriter {
  readonly id: number;
  readonly done: readonly WriterDone[];
  readonly failure?: WriterFailure;
}
