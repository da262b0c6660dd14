// What loading a file takes and gives, whatever its format.
import { rm } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoted } from '../sql/words.ts';
import type { DataFile } from './folder.ts';
import type { FoundType } from './types.ts';

/** What a file has become, or one of its sheets. */
export interface LoadedEntity {
  readonly entity: string;
  /** The sheet's own name, where it is one of several. */
  readonly sheet: string | null;
  readonly columns: readonly EntityColumn[];
  readonly rows: number;
  /** What is not as the file has it. */
  readonly notes?: readonly string[];
}

export interface EntityColumn extends FoundType {
  readonly name: string;
}

export interface Load {
  readonly connection: DuckDBConnection;
  readonly file: DataFile;
  /** The database that it is put into. */
  readonly into: string;
  /** The path of a file of ours. */
  readonly plain: string;
  /** The entities of a workbook's sheets. */
  namesOf(sheets: readonly string[]): readonly string[];
}

/** With a file of ours, which goes when the work is done. */
export async function withOwnFile<T>({ plain }: Load, work: (path: string) => Promise<T>): Promise<T> {
  try {
    return await work(plain);
  } finally {
    await rm(plain, { force: true });
  }
}

export const tableOf = (database: string, entity: string) => `${database}.main.${quoted(entity)}`;

export async function rowsOf(connection: DuckDBConnection, sql: string) {
  return (await connection.run(sql)).getRowsJson();
}
