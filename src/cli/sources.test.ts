import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/folders.ts';
import { databaseUrl } from './sources.ts';

describe('a path', () => {
  let folder: string;
  const urlOf = (name: string) => databaseUrl(join(folder, name));

  beforeAll(async () => {
    folder = await temporaryFolder();
  });

  test('of a SQLite file opens that database, whatever its name', () => {
    for (const name of ['shop.db', 'of 50% & more.csv']) {
      new Sqlite(join(folder, name)).exec('CREATE TABLE t (id INTEGER)').close();
      expect(urlOf(name)).toMatchObject({ dialect: 'sqlite', database: join(folder, name) });
    }
  });

  test('of a DuckDB file opens that database', async () => {
    const { DuckDBInstance } = await import('@duckdb/node-api');
    (await DuckDBInstance.create(join(folder, 'shop.data'))).closeSync();
    expect(urlOf('shop.data')).toMatchObject({ dialect: 'duckdb', database: join(folder, 'shop.data') });
  });

  test('of data or of a folder opens its files', () => {
    writeFileSync(join(folder, 'sales.csv'), 'a\n1\n');
    mkdirSync(join(folder, 'data.db'));
    expect(urlOf('sales.csv').display).toBe(`files:///${join(folder, 'sales.csv')}`);
    expect(urlOf('data.db').display).toBe(`files:///${join(folder, 'data.db')}`);
  });

  test('of anything else is refused', () => {
    writeFileSync(join(folder, 'empty.db'), '');
    writeFileSync(join(folder, 'letter.txt'), 'Dear all');
    for (const name of ['empty.db', 'letter.txt']) {
      expect(() => urlOf(name)).toThrow(
        'it is no database of SQLite or DuckDB, and its ending is none of csv, tsv',
      );
    }
  });
});
