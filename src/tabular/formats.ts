// The formats of files that hold tables, by the endings of their names.
import { unpackedName } from './packing.ts';

export const formats = ['csv', 'tsv', 'json', 'ndjson', 'parquet', 'xlsx'] as const;
export type FileFormat = (typeof formats)[number];

export interface FileKind {
  readonly format: FileFormat;
  readonly isPacked: boolean;
}

/** Null where it is none of them. */
export function kindOf(name: string): FileKind | null {
  const unpacked = unpackedName(name);
  const [, ending = ''] = /\.([a-z]+)$/i.exec(unpacked) ?? [];
  const lower = ending.toLowerCase();
  const format = formats.find((one) => one === (lower === 'jsonl' ? 'ndjson' : lower));
  return format === undefined || name.startsWith('.') ? null : { format, isPacked: unpacked !== name };
}
