// Reads an answer of this service (its JSON export) as a table: the columns once, then the values of each row.
import { itemsOf } from '../contract/json-parts.ts';
import { cellOf, parsedRecord } from './json-cells.ts';
import { ListItems, type RecordText } from './list-items.ts';
import { type TableRow, UnreadableTable } from './table.ts';

interface AnswerHead {
  readonly columns: readonly string[];
  /** The position of the list of rows. */
  readonly length: number;
}

/** The longest text before an answer's first row. */
const maxHeadLength = 1024 * 1024;

const name = '"(?:[^"\\\\]|\\\\.)*"';
const head = new RegExp(
  `^\\s*\\{\\s*"cols"\\s*:\\s*(\\[\\s*${name}\\s*(?:,\\s*${name}\\s*)*\\])\\s*,\\s*"data"\\s*:\\s*(?=\\[)`,
);

/** Null if the file is not an answer. */
export async function answerHead(pieces: AsyncIterable<string>): Promise<AnswerHead | null> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length >= maxHeadLength || !/^\s*(\{|$)/.test(text)) break;
  }
  const [all, columns] = head.exec(text) ?? [];
  if (all === undefined || columns === undefined) return null;
  try {
    // The pattern matches only strings.
    return { columns: JSON.parse(columns) as string[], length: all.length };
  } catch {
    return null;
  }
}

export async function* answerRows(
  pieces: AsyncIterable<string>,
  { columns, length }: AnswerHead,
): AsyncGenerator<readonly TableRow[]> {
  yield [{ number: 0, texts: columns, kinds: columns.map(() => 'text') }];
  const items = new ListItems('[');
  let skipped = 0;
  for await (const piece of pieces) {
    const skip = Math.min(length - skipped, piece.length);
    skipped += skip;
    if (skip === piece.length) continue;
    const rows = items.take(piece.slice(skip));
    if (rows.length > 0) yield rows.map((row) => rowOf(row, columns.length));
  }
  items.end();
}

function rowOf({ number, text }: RecordText, columns: number): TableRow {
  parsedRecord(text, `record ${number}`);
  const cells = itemsOf(text).map(cellOf);
  if (cells.length !== columns) {
    throw new UnreadableTable(`record ${number} has more or fewer values than there are columns`);
  }
  return { number, texts: cells.map((cell) => cell.text), kinds: cells.map(({ kind }) => kind) };
}
