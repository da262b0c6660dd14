// The floor over PostgreSQL: a pool, statements prepared by name.
import pg from 'pg';
import type { Row } from './driver.ts';
import { serveFloor } from './server.ts';

pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number.parseFloat);
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
const pool = new pg.Pool({ connectionString: process.argv[2] ?? '', max: 10 });
const prepared = new Map<string, { readonly name: string; readonly text: string }>();

function prepare(sql: string): { readonly name: string; readonly text: string } {
  let n = 0;
  const statement = { name: `q${prepared.size}`, text: sql.replace(/\?/g, () => `$${++n}`) };
  prepared.set(sql, statement);
  return statement;
}

serveFloor({
  engine: 'postgres',
  async query(sql, parameters = []) {
    const { name, text } = prepared.get(sql) ?? prepare(sql);
    return (await pool.query<Row>({ name, text, values: [...parameters] })).rows;
  },
  moment: (column) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS')`,
  ilike: (column) => `${column} ilike ?`,
});
