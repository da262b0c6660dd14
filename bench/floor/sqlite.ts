// The floor over SQLite: one connection, statements prepared once.
import Sqlite from 'better-sqlite3';
import type { Row } from './driver.ts';
import { serveFloor } from './server.ts';

const db = new Sqlite((process.argv[2] ?? '').replace('sqlite:///', ''), { readonly: true });
db.pragma('mmap_size = 268435456');
const prepared = new Map<string, Sqlite.Statement<unknown[], Row>>();

serveFloor({
  engine: 'sqlite',
  async query(sql, parameters = []) {
    const statement = prepared.get(sql) ?? db.prepare<unknown[], Row>(sql);
    prepared.set(sql, statement);
    return statement.all(...parameters);
  },
  moment: (column) => column,
  ilike: (column) => `${column} like ?`,
});
