// The floor over MySQL and MariaDB: a pool, and statements prepared by the driver.
import mysql from 'mysql2';
import { csvLine, exportFrom, exportSql, sendLines } from './csv.ts';
import type { Row } from './driver.ts';
import { serveFloor } from './server.ts';

// The driver's promise API has no streams.
const streaming = mysql.createPool({
  uri: process.argv[2] ?? '',
  connectionLimit: 10,
  decimalNumbers: true,
  dateStrings: true,
});
const pool = streaming.promise();

const isoMoment = (text: unknown) => (typeof text === 'string' ? text.replace(' ', 'T') : text);
const ordered = "date_format(o.ordered_at, '%Y-%m-%dT%H:%i:%s')";
/** A decimal read as a number would lose its trailing zeros. */
const shown = { ordered_at: ordered, unit_price: 'cast(l.unit_price as char)' };

async function* lines(sql: string, line: (row: unknown[]) => string): AsyncGenerator<string> {
  for await (const row of streaming.query({ sql, rowsAsArray: true }).stream()) yield line(row);
}

/** Only texts may need quoting. */
const quoted = (column: string) =>
  `if(${column} regexp '[",\\r\\n]', concat('"', replace(${column}, '"', '""'), '"'), ifnull(${column}, ''))`;
const lineSql =
  `select concat_ws(',', l.order_id, l.line_no, l.quantity, l.unit_price, ${quoted('l.remark')}, ${quoted('p.name')},` +
  ` ifnull(${ordered}, ''), ${quoted('c.name')})`;

serveFloor({
  engine: 'mysql',
  async rows(sql, parameters) {
    const [rows] = await pool.execute(sql, [...parameters]);
    return rows as Row[]; // A SELECT returns rows.
  },
  async arrays(sql, parameters) {
    const [rows] = await pool.execute({ sql, rowsAsArray: true }, [...parameters]);
    return rows as unknown[][]; // A SELECT returns rows.
  },
  moment: isoMoment,
  truth: (value) => value === 1,
  // The columns' collation ignores case.
  ilike: (column) => `${column} like ?`,
  exportPlain: (part, response) => sendLines(response, lines(exportSql(part, shown), csvLine)),
  exportBest: (part, response) =>
    sendLines(
      response,
      lines(`${lineSql} ${exportFrom(part)}`, ([line]) => String(line)),
    ),
});
