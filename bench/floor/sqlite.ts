// The floor over SQLite: one connection, with statements prepared once.
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import Sqlite from 'better-sqlite3';
import { csvLine, exportColumns, exportFrom, exportSql } from './csv.ts';
import type { Row } from './driver.ts';
import { serveFloor } from './server.ts';

const db = new Sqlite((process.argv[2] ?? '').replace('sqlite:///', ''), { readonly: true });
db.pragma('mmap_size = 268435456');
const prepared = new Map<string, Sqlite.Statement<unknown[], Row>>();
const preparedArrays = new Map<string, Sqlite.Statement<unknown[], unknown[]>>();

function prepare(sql: string): Sqlite.Statement<unknown[], Row> {
  const statement = prepared.get(sql) ?? db.prepare<unknown[], Row>(sql);
  prepared.set(sql, statement);
  return statement;
}

function prepareArrays(sql: string): Sqlite.Statement<unknown[], unknown[]> {
  const statement = preparedArrays.get(sql) ?? db.prepare<unknown[], unknown[]>(sql).raw();
  preparedArrays.set(sql, statement);
  return statement;
}

const rowsPerTurn = 500;

/** Stepping through rows is synchronous, so the code yields to other requests between chunks. */
async function send(response: ServerResponse, lines: Iterable<string>): Promise<void> {
  response.setHeader('content-type', 'text/csv; charset=utf-8');
  let chunk = `${exportColumns.join(',')}\r\n`;
  let rows = 0;
  for (const line of lines) {
    chunk += `${line}\r\n`;
    if (++rows % rowsPerTurn > 0) continue;
    if (!response.write(chunk)) await once(response, 'drain');
    chunk = '';
  }
  response.end(chunk);
}

function* csvLines(rows: Iterable<unknown[]>): Iterable<string> {
  for (const row of rows) yield csvLine(row);
}

/** Only texts may need quoting. */
const quoted = (column: string) =>
  `iif(${column} glob '*[",' || char(13, 10) || ']*', '"' || replace(${column}, '"', '""') || '"', ifnull(${column}, ''))`;
const lineSql =
  `select l.order_id || ',' || l.line_no || ',' || l.quantity || ',' || l.unit_price || ',' || ${quoted('l.remark')} || ',' ||` +
  ` ${quoted('p.name')} || ',' || ifnull(o.ordered_at, '') || ',' || ${quoted('c.name')}`;

serveFloor({
  engine: 'sqlite',
  rows: async (sql, parameters) => prepare(sql).all(...parameters),
  arrays: async (sql, parameters) => prepareArrays(sql).all(...parameters),
  moment: (value) => value,
  truth: (value) => value === 1,
  ilike: (column) => `${column} like ?`,
  async exportPlain(part, response) {
    await send(response, csvLines(db.prepare<[], unknown[]>(exportSql(part)).raw().iterate()));
  },
  async exportBest(part, response) {
    await send(
      response,
      db
        .prepare<[], string>(`${lineSql} ${exportFrom(part)}`)
        .pluck()
        .iterate(),
    );
  },
});
