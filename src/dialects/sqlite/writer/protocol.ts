// What the service and the thread that writes to a SQLite file say to each other.

/** The file, and how long to wait while another program writes to it. */
export interface WriterSetup {
  readonly path: string;
  readonly busyTimeoutMs: number;
  /** Somebody else brings the log back into the file, which may take long. */
  readonly leavesLog: boolean;
}

/** Thousands of short texts take longer on their way to another thread than a long one: lists of them go as one text. */
type Packed<Lists> = Lists | string;

/** Fewer go as they are. */
const fewLists = 20;

/** Between lists, between their values, and for null: signs that few texts have. */
const [nextList, nextValue, noValue] = ['\u0001', '\u0002', '\u0003'];

/** Lists of texts and nulls, none of which is empty; others stay as they are. */
export function packed<Lists extends readonly (readonly unknown[])[]>(lists: Lists): Packed<Lists> {
  if (lists.length <= fewLists) return lists;
  let text = '';
  for (const [i, list] of lists.entries()) {
    if (list.length === 0) return lists;
    let before = i === 0 ? '' : nextList;
    for (const value of list) {
      if (value !== null && (typeof value !== 'string' || hasSign(value))) return lists;
      text += before + (value ?? noValue);
      before = nextValue;
    }
  }
  return text;
}

function hasSign(text: string): boolean {
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
