/** A small shop whose data may be changed, private to its test. */
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import type { RunningCommand } from '../../support/command.ts';
import { startService } from './demo.ts';

const script = `
CREATE TABLE customer (
  id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL, email VARCHAR(40) UNIQUE, active BOOLEAN NOT NULL DEFAULT 1,
  born DATE, credit DECIMAL(20,2), notes TEXT, settings JSON, photo BLOB);
CREATE TABLE purchase (
  id INTEGER PRIMARY KEY, customer_id INTEGER NOT NULL REFERENCES customer ON DELETE CASCADE,
  placed DATETIME NOT NULL, total DECIMAL(8,2) CHECK (total >= 0), note VARCHAR(30) DEFAULT 'none');
CREATE TABLE item (id INTEGER PRIMARY KEY, title VARCHAR(40) NOT NULL, price DECIMAL(8,2), sold DATE);
INSERT INTO item WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 250)
  SELECT i, 'Item ' || i, i + 0.5, NULL FROM n;
INSERT INTO customer (id, name, email, born, credit, notes, settings) VALUES
  (1, 'Ada', 'ada@example.org', '1815-12-10', 9007199254740993, 'Likes engines
and looms', '{"theme": "dark"}'),
  (2, 'Bo', NULL, NULL, NULL, '', NULL),
  (3, 'Cy', 'cy@example.org', NULL, 12.5, NULL, NULL);
INSERT INTO purchase (id, customer_id, placed, total, note) VALUES
  (10, 1, '2024-05-01T10:00:00', 5.5, 'first'), (11, 1, '2024-05-02T11:30:00', 7, NULL), (12, 2, '2024-06-03T09:15:00', 1, 'x');
`;

export interface ChangingShop extends AsyncDisposable {
  readonly address: string;
  /** Changes the data as another program. */
  change(statement: string): void;
  rows(statement: string): unknown[][];
}

/** The database and the service's state are in the folder. */
export async function serveShop(folder: string): Promise<ChangingShop> {
  const file = join(folder, 'shop.sqlite');
  const database = new Sqlite(file);
  database.pragma('journal_mode = WAL');
  database.exec(script);
  const service: RunningCommand = await startService(
    '--edit',
    '--database',
    `sqlite:///${file}`,
    '--state',
    `sqlite:///${join(folder, 'state.sqlite')}`,
  );
  return {
    address: service.address,
    change: (statement) => void database.exec(statement),
    rows: (statement) => database.prepare<[], unknown[]>(statement).raw().all(),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      database.close();
    },
  };
}
