// Opens a table file in the format that its name indicates.
import { answerHead, answerRows } from './answers.ts';
import { endingOf } from './formats.ts';
import { recordRows } from './records.ts';
import { fromFirstRecord, layoutOf, SeparatedReader, separatorLineOf } from './separated.ts';
import { type Table, type TableRow, UnreadableTable } from './table.ts';
import { textOf } from './text.ts';
import { openWorkbook } from './xlsx/workbook.ts';

export const tabularFormats = ['csv', 'tsv', 'json', 'ndjson', 'xlsx'] as const;
export type TabularFormat = (typeof tabularFormats)[number];

/** By the extension, before a compression extension; null if the format is not supported. */
export function formatOfName(name: string): TabularFormat | null {
  const ending = endingOf(name);
  const found = tabularFormats.find((format) => format === ending);
  return found ?? { txt: 'csv' as const, tab: 'tsv' as const, jsonl: 'ndjson' as const }[ending] ?? null;
}

/** The tables of a file: the sheets of a workbook, otherwise one. Throws `UnreadableTable`, here or during reading. */
export async function openTabular(path: string, format: TabularFormat): Promise<readonly Table[]> {
  return openers[format](path);
}

const openers: Readonly<Record<TabularFormat, (path: string) => Promise<readonly Table[]>>> = {
  csv: async (path) => [{ name: null, batches: () => separatedRows(path) }],
  tsv: async (path) => [{ name: null, batches: () => separatedRows(path, '\t') }],
  json: async (path) => [{ name: null, batches: () => jsonRows(path) }],
  ndjson: async (path) => [{ name: null, batches: () => recordRows(() => textOf(path), 'ndjson') }],
  xlsx: openWorkbook,
};

async function* jsonRows(path: string): AsyncGenerator<readonly TableRow[]> {
  const head = await answerHead(textOf(path));
  yield* head ? answerRows(textOf(path), head) : recordRows(() => textOf(path), 'json');
}

async function* separatedRows(path: string, separator?: string): AsyncGenerator<readonly TableRow[]> {
  let reader: SeparatedReader | null = null;
  for await (let piece of fromFirstRecord(textOf(path))) {
    if (piece.includes('\0')) throw new UnreadableTable('it is no text');
    if (reader === null) {
      const named = separatorLineOf(piece);
      if (named !== null) piece = piece.slice(named.length);
      reader = new SeparatedReader(layoutOf(piece, separator ?? named?.separator), named === null ? 1 : 2);
    }
    const rows = reader.take(piece);
    if (rows.length > 0) yield rows;
  }
  const last = reader?.end() ?? [];
  if (last.length > 0) yield last;
}
