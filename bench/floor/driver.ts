// The bare drivers behind the floor, as somebody writing one endpoint by hand would use them.
import Sqlite from 'better-sqlite3';
import mysql from 'mysql2/promise';
import pg from 'pg';
import type { Engine } from '../../test/support/engines.ts';

export type Row = Record<string, unknown>;

export interface FloorDriver {
  readonly engine: Engine;
  query(sql: string, parameters?: readonly unknown[]): Promise<Row[]>;
  /** The text of a moment as ISO 8601, in SQL. */
  moment(column: string): string;
  date(column: string): string;
  /** Case-insensitive pattern match, in SQL. */
  ilike(column: string): string;
}

export function openDriver(engine: Engine, url: string): FloorDriver {
  return open[engine](url);
}

const open: Record<Engine, (url: string) => FloorDriver> = {
  sqlite(url) {
    const db = new Sqlite(url.replace('sqlite:///', ''), { readonly: true });
    db.pragma('mmap_size = 268435456');
    const prepared = new Map<string, Sqlite.Statement<unknown[], Row>>();
    return {
      engine: 'sqlite',
      async query(sql, parameters = []) {
        const statement = prepared.get(sql) ?? db.prepare<unknown[], Row>(sql);
        prepared.set(sql, statement);
        return statement.all(...parameters);
      },
      moment: (column) => column,
      date: (column) => column,
      ilike: (column) => `${column} like ?`,
    };
  },
  postgres(url) {
    pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number.parseFloat);
    pg.types.setTypeParser(pg.types.builtins.INT8, Number);
    const pool = new pg.Pool({ connectionString: url, max: 10 });
    const names = new Map<string, string>();
    return {
      engine: 'postgres',
      async query(sql, parameters = []) {
        const name = names.get(sql) ?? `q${names.size}`;
        names.set(sql, name);
        let n = 0;
        const text = sql.replace(/\?/g, () => `$${++n}`);
        return (await pool.query<Row>({ name, text, values: [...parameters] })).rows;
      },
      moment: (column) => `to_char(${column}, 'YYYY-MM-DD"T"HH24:MI:SS')`,
      date: (column) => `to_char(${column}, 'YYYY-MM-DD')`,
      ilike: (column) => `${column} ilike ?`,
    };
  },
  mysql(url) {
    const pool = mysql.createPool({ uri: url, connectionLimit: 10, decimalNumbers: true, dateStrings: true });
    return {
      engine: 'mysql',
      async query(sql, parameters = []) {
        // The driver's types want a union of bindable values; ours are strings and numbers.
        const [rows] = await pool.execute(sql, [...parameters] as (string | number)[]);
        return rows as Row[];
      },
      moment: (column) => `date_format(${column}, '%Y-%m-%dT%H:%i:%s')`,
      date: (column) => column,
      ilike: (column) => `lower(${column}) like lower(?)`,
    };
  },
};
