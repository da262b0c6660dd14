// The floor over PostgreSQL: a pool, named prepared statements, values as plain numbers and ISO texts.
import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { exportSql } from './csv.ts';
import type { ExportPart, Row } from './driver.ts';
import { serveFloor } from './server.ts';

pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number.parseFloat);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text);
pg.types.setTypeParser(pg.types.builtins.TIMESTAMP, (text) => text.replace(' ', 'T'));
const pool = new pg.Pool({ connectionString: process.argv[2] ?? '', max: 10 });
const prepared = new Map<string, { readonly name: string; readonly text: string }>();

function prepare(sql: string): { readonly name: string; readonly text: string } {
  const known = prepared.get(sql);
  if (known) return known;
  let n = 0;
  const statement = { name: `q${prepared.size}`, text: sql.replace(/\?/g, () => `$${++n}`) };
  prepared.set(sql, statement);
  return statement;
}

/** The server itself writes the CSV lines, so hand-written code cannot do better. */
async function copy(
  part: ExportPart | null,
  response: NodeJS.WritableStream & { setHeader(name: string, value: string): unknown },
) {
  response.setHeader('content-type', 'text/csv; charset=utf-8');
  const sql = exportSql(part, { ordered_at: `to_char(o.ordered_at, 'YYYY-MM-DD"T"HH24:MI:SS')` });
  const client = await pool.connect();
  try {
    await pipeline(client.query(copyTo(`copy (${sql}) to stdout with (format csv, header)`)), response);
  } finally {
    client.release();
  }
}

serveFloor({
  engine: 'postgres',
  async rows(sql, parameters) {
    return (await pool.query<Row>({ ...prepare(sql), values: [...parameters] })).rows;
  },
  async arrays(sql, parameters) {
    const query = { ...prepare(sql), values: [...parameters], rowMode: 'array' as const };
    return (await pool.query<unknown[]>(query)).rows;
  },
  moment: (value) => value,
  truth: (value) => value === true,
  ilike: (column) => `${column} ilike ?`,
  exportPlain: copy,
  exportBest: copy,
});
