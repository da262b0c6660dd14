// Copying cells: as a table for spreadsheets, Markdown, JSON, or a list for SQL.

import { type Cell, exactJson, isExact } from '../api/exact.ts';
import { plainText } from '../values/text.ts';

export type CopyFormat = 'tsv' | 'markdown' | 'json' | 'sql';
export const copyFormats: readonly CopyFormat[] = ['tsv', 'markdown', 'json', 'sql'];

export interface CopiedCells {
  readonly names: readonly string[];
  readonly rows: ReadonlyArray<readonly Cell[]>;
}

/** Spreadsheets read a quoted field with line breaks, tabs and doubled quotes. */
function tsvField(text: string): string {
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function markdownField(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('|', '\\|').replace(/\r?\n/g, '<br>');
}

function sqlLiteral(value: Cell): string {
  if (isExact(value)) return value.value;
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  return `'${plainText(value).replaceAll("'", "''")}'`;
}

function tsv({ names, rows }: CopiedCells): string {
  // A single cell is copied without quotes, since it is usually pasted into a search box, not a sheet.
  if (rows.length === 1 && names.length === 1) return plainText(rows[0]?.[0] ?? null);
  return [names.map(tsvField), ...rows.map((row) => row.map((cell) => tsvField(plainText(cell))))]
    .map((fields) => fields.join('\t'))
    .join('\n');
}

function markdown({ names, rows }: CopiedCells): string {
  const line = (fields: readonly string[]) => `| ${fields.join(' | ')} |`;
  return [
    line(names.map(markdownField)),
    line(names.map(() => '---')),
    ...rows.map((row) => line(row.map((cell) => markdownField(plainText(cell))))),
  ].join('\n');
}

function json({ names, rows }: CopiedCells): string {
  const objects = rows.map(
    (row) =>
      `  {${names.map((name, i) => `${JSON.stringify(name)}: ${exactJson(row[i] ?? null)}`).join(', ')}}`,
  );
  return `[\n${objects.join(',\n')}\n]`;
}

/** The distinct values of the first column; nulls never match a list and are left out. */
function sql({ rows }: CopiedCells): string {
  const literals = new Set(rows.flatMap(([first]) => (first == null ? [] : [sqlLiteral(first)])));
  return `(${[...literals].join(', ')})`;
}

const writers: Record<CopyFormat, (block: CopiedCells) => string> = { tsv, markdown, json, sql };

export function copyText(block: CopiedCells, format: CopyFormat): string {
  return writers[format](block);
}
