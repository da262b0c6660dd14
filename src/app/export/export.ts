// The rows of a query as a file, streamed with constant memory.
import type { Headings } from '../../contract/export.ts';
import { type ExportFormat, exportTypes } from '../../contract/formats.ts';
import type { ReadGridRequest } from '../../contract/read-grid.ts';
import type { RowStream } from '../../dialects/dialect.ts';
import {
  copiedRow,
  objectRow,
  type RowFormat,
  separatedHeader,
  separatedRow,
  textRow,
} from '../../query/compile/formats.ts';
import type { Statement } from '../../query/dialect/statement.ts';
import { typeOf } from '../../query/plan/plan.ts';
import type { OpenDatabase, Requester } from '../database.ts';
import { GridRun } from '../read/grid.ts';
import { readAnswer } from '../read/pivot.ts';
import { pageOptions, type Query } from '../read/query.ts';
import type { Snapshot } from '../snapshot.ts';
import { workbook } from './xlsx.ts';

export interface Export {
  readonly fileName: string;
  readonly contentType: string;
  readonly body: AsyncIterable<Uint8Array>;
}

export interface ExportOptions {
  readonly format: ExportFormat;
  /** Cells that a spreadsheet would read as a formula are written as text. */
  readonly safe: boolean;
  /** Column headings that differ from the columns' names, for formats with a heading row. */
  readonly headings?: Headings;
  /** The file name without day and format; default: the names of the roots. */
  readonly name?: string;
}

/** Exports all rows: the page of a document is the one on the screen, and the file includes its rows. */
export function exportGrid(
  open: OpenDatabase,
  requester: Requester,
  { shape, given, page: { count } }: ReadGridRequest,
  options: ExportOptions,
): Promise<Export> {
  const read = { shape, given, page: count === undefined ? {} : { count } };
  return open.use(requester, (snapshot) => exportFile(snapshot, read, options));
}

/** Exports the requested page, or all rows if none is requested. */
export async function exportFile(
  snapshot: Snapshot,
  read: ReadGridRequest,
  options: ExportOptions,
): Promise<Export> {
  const { format } = options;
  const query = await readAnswer(snapshot, read);
  const body = await bodies[format](snapshot, query, options);
  const day = new Date().toISOString().slice(0, 10);
  const fileName = `${options.name ?? rootNames(query)}-${day}.${format}`;
  return { fileName, contentType: exportTypes[format], body };
}

type Body = (snapshot: Snapshot, query: Query, options: ExportOptions) => Promise<AsyncIterable<Uint8Array>>;

const bodies: Record<ExportFormat, Body> = {
  csv: separated(','),
  tsv: separated('\t'),
  json: (snapshot, query) => new GridRun(snapshot, query).streamed(query.paging.limit),
  ndjson: async ({ connection }, query) =>
    lines('', await connection.stream(page(query, objectRow), '\n'), '\n'),
  xlsx: async ({ connection }, query, options) =>
    workbook(headingsOf(query, options), query.columns, await connection.stream(page(query, textRow), '\n')),
};

function separated(separator: string): Body {
  return async (snapshot, query, options) => {
    const { safe } = options;
    const statement =
      (safe ? null : copyStatement(snapshot, query, separator)) ?? page(query, separatedRow(separator, safe));
    const stream = await snapshot.connection.stream(statement, '\r\n');
    return lines(`${separatedHeader(headingsOf(query, options), separator, safe)}\r\n`, stream, '\r\n');
  };
}

function headingsOf({ cols }: Query, { headings = {} }: ExportOptions): readonly string[] {
  return cols.map((name) => (Object.hasOwn(headings, name) ? (headings[name] ?? name) : name));
}

/** Uses the engine's own fast writer if there is one, but not for a single column or sums, where it may differ. */
function copyStatement({ dialect }: Snapshot, query: Query, separator: string): Statement | null {
  const { copying } = dialect.sql;
  if (copying === undefined || query.cols.length < 2 || query.plan.group !== null) return null;
  const columns = query.plan.attributes.flatMap(({ value, selected }) => (selected ? [typeOf(value)] : []));
  return copying.statement(page(query, copiedRow(copying, separator)), separator, columns);
}

function page(query: Query, format: RowFormat): Statement {
  return query.page(format, pageOptions(query, query.paging.limit, false));
}

/** Every row ends with a line break, including the last. */
async function* lines(head: string, stream: RowStream, end: string): AsyncGenerator<Uint8Array> {
  if (head !== '') yield Buffer.from(head);
  yield* stream;
  if (stream.rows > 0) yield Buffer.from(end);
}

function rootNames({ plan }: Query): string {
  const roots = plan.nodes.filter((node) => node.parent === null).map(({ entity }) => entity.name);
  return [...new Set(roots)].join('-').slice(0, 100);
}
