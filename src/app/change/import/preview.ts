// Previews a file to import: its sheets, its columns and their first values.
import type { Look } from '../../../contract/import.ts';
import type { ImportMode } from '../../../contract/import-modes.ts';
import { Problem } from '../../../contract/problem.ts';
import type { VisibleEntity } from '../../../model/database.ts';
import { formatOfName, openTabular, type TabularFormat, tabularFormats } from '../../../tabular/open.ts';
import { type CellText, type Table, type TableRow, UnreadableTable } from '../../../tabular/table.ts';
import { columnNames, guessColumns } from './mapping.ts';
import { fileStateOf, steady } from './steady-file.ts';

export interface ImportFile {
  readonly name: string;
  readonly path: string;
}

/** A file with what the answer says about it besides its content. */
export interface PreviewedFile extends ImportFile {
  readonly id: string;
  readonly bytes: number;
}

export interface OpenFile {
  readonly tables: readonly Table[];
  readonly table: Table;
  readonly format: TabularFormat;
}

const sampleRows = 5;
const maxSampleLength = 200;

/** Throws a Problem if it cannot be read. */
export async function openFile({ name, path }: ImportFile, table: string | undefined): Promise<OpenFile> {
  const format = formatOfName(name);
  if (format === null) {
    throw new Problem('malformed-request', `The name ${name} ends in none of ${tabularFormats.join(', ')}.`);
  }
  const tables = await withFileProblems(name, async () => {
    const state = await fileStateOf(path);
    return (await openTabular(path, format)).map((one) => steady(one, path, state));
  });
  const first = tables.find(({ isHidden }) => isHidden !== true) ?? tables[0];
  const found = table === undefined ? first : tables.find((one) => one.name === table);
  if (found === undefined) {
    const allowed = tables.flatMap((one) => one.name ?? []);
    throw new Problem('malformed-request', `${name} has no sheet "${table ?? ''}".`, {
      pointer: '/table',
      allowed,
    });
  }
  return { tables, table: found, format };
}

/** Turns a file's errors into Problems. */
export async function withFileProblems<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UnreadableTable) {
      throw new Problem('malformed-request', `${name} cannot be read: ${error.message}.${error.remedy}`, {
        cause: error,
      });
    }
    throw error;
  }
}

export async function previewFile(
  file: PreviewedFile,
  asked: string | undefined,
  visibleEntity: VisibleEntity | null,
  mode: ImportMode | undefined,
): Promise<Look> {
  const { tables, table } = await openFile(file, asked);
  const rows = await withFileProblems(file.name, () => firstRows(table));
  const [header, ...values] = rows;
  const names = columnNames(header?.texts ?? []);
  const guessed = visibleEntity === null ? names.map(() => null) : guessColumns(names, visibleEntity, mode);
  return {
    id: file.id,
    name: file.name,
    bytes: file.bytes,
    tables: tables.flatMap(({ name }) => name ?? []),
    table: table.name,
    columns: names.map((name, i) => ({
      name,
      samples: values.map(({ texts }) => truncated(texts[i])),
      to: guessed[i]?.name ?? null,
    })),
  };
}

async function firstRows(table: Table): Promise<TableRow[]> {
  const rows: TableRow[] = [];
  for await (const batch of table.batches()) {
    rows.push(...batch.slice(0, sampleRows + 1 - rows.length));
    if (rows.length > sampleRows) break;
  }
  return rows;
}

function truncated(text: CellText): string | null {
  if (text === null || text === undefined) return null;
  return text.length > maxSampleLength ? `${text.slice(0, maxSampleLength)}…` : text;
}
