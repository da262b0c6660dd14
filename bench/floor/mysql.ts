// The floor over MySQL and MariaDB: a pool, statements prepared by the driver.
import mysql from 'mysql2/promise';
import type { Row } from './driver.ts';
import { serveFloor } from './server.ts';

const pool = mysql.createPool({
  uri: process.argv[2] ?? '',
  connectionLimit: 10,
  decimalNumbers: true,
  dateStrings: true,
});

serveFloor({
  engine: 'mysql',
  async query(sql, parameters = []) {
    // The driver's types want a union of bindable values; ours are strings and numbers.
    const [rows] = await pool.execute(sql, [...parameters] as (string | number)[]);
    return rows as Row[]; // A SELECT gives rows.
  },
  moment: (column) => `date_format(${column}, '%Y-%m-%dT%H:%i:%s')`,
  ilike: (column) => `lower(${column}) like lower(?)`,
});
