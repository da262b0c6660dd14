/** Served folders of files, and files that DuckDB itself writes into them. */
import { DuckDBInstance } from '@duckdb/node-api';
import type { Subject } from '../../conformance/subject.ts';

export const urlOf = (path: string) => `files:///${path}`;

/** The records of an entity, without address and links. */
export async function values(subject: Subject, entity: string): Promise<string[]> {
  const list = await subject.list(entity);
  return list.split(/,"__url__":.*?"__links__":\{\}\},?/).slice(0, -1);
}

/** With an instance of its own. */
export async function run(...statements: readonly string[]): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  for (const statement of statements) await connection.run(statement);
  connection.closeSync();
  instance.closeSync();
}
