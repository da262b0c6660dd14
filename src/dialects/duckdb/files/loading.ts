// The input and output of loading a file, in any format.
import { rm } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoted } from '../sql/quoting.ts';
import type { DataFile } from './folder.ts';
import type { FoundType } from './types.ts';

/** The result of loading a file, or one of its sheets. */
export interface LoadedEntity {
  readonly entity: string;
  /** The sheet's own name, if it is one of several. */
  readonly sheet: string | null;
  readonly columns: readonly EntityColumn[];
  readonly rows: number;
  /** Differences from the content of the file. */
  readonly notes?: readonly string[];
}

export interface EntityColumn extends FoundType {
  readonly name: string;
}

export interface Load {
  readonly connection: DuckDBConnection;
  readonly file: DataFile;
  /** The database to load into. */
  readonly into: string;
  /** The path of a temporary file. */
  readonly plain: string;
  /** The entity names for a workbook's sheets. */
  namesOf(sheets: readonly string[]): readonly string[];
}

/** Runs the work with a temporary file, and deletes it afterwards. */
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
