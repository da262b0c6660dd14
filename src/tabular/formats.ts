// The file formats of tables, by name extension.
import { unpackedName } from './packing.ts';

export const formats = ['csv', 'tsv', 'json', 'ndjson', 'parquet', 'xlsx'] as const;
export type FileFormat = (typeof formats)[number];

export interface FileKind {
  readonly format: FileFormat;
  readonly isPacked: boolean;
}

/** Null if it is none of them. */
export function kindOf(name: string): FileKind | null {
  const ending = endingOf(name);
  const format = formats.find((one) => one === (ending === 'jsonl' ? 'ndjson' : ending));
  if (format === undefined || name.startsWith('.')) return null;
  return { format, isPacked: unpackedName(name) !== name };
}

/** In lower case; for a compressed file, the extension of its content. Empty if there is none. */
export function endingOf(name: string): string {
  return /\.([a-z]+)$/i.exec(unpackedName(name))?.[1]?.toLowerCase() ?? '';
}
