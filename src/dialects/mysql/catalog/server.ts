// Differences between the servers that speak this protocol: MySQL and MariaDB.
import { Problem } from '../../../contract/problem.ts';

export interface Server {
  readonly title: string;
  /** Sets how long a statement may run; 0 means no limit. */
  limitStatement(milliseconds: number): string;
  /** Whether INSERT can return the rows that it inserted. */
  readonly showsNewRows: boolean;
  /** The check constraints of this database: table and clause. */
  readonly checks: string;
  /** COLUMN_DEFAULT as an SQL expression. */
  defaultExpression(
    text: string | null,
    column: { readonly type: string; readonly extra: string },
  ): string | null;
}

const mariadb: Server = {
  title: 'MariaDB',
  showsNewRows: true,
  limitStatement: (milliseconds) => `set session max_statement_time = ${milliseconds / 1000}`,
  checks:
    'select table_name, check_clause from information_schema.check_constraints where constraint_schema = database()',
  defaultExpression: (text) => (text === 'NULL' ? null : text),
};

const numeric = /^(tinyint|smallint|mediumint|int|bigint|decimal|double|float|year|bit)$/;

const mysql: Server = {
  title: 'MySQL',
  showsNewRows: false,
  limitStatement: (milliseconds) => `set session max_execution_time = ${Math.ceil(milliseconds)}`,
  checks: `
    select t.table_name, c.check_clause
    from information_schema.table_constraints t
    join information_schema.check_constraints c
      on c.constraint_schema = t.constraint_schema and c.constraint_name = t.constraint_name
    where t.table_schema = database() and t.constraint_type = 'CHECK'`,
  defaultExpression(text, { type, extra }) {
    if (text === null || numeric.test(type)) return text;
    return extra.includes('DEFAULT_GENERATED') ? text : `'${text.replaceAll("'", "''")}'`;
  },
};

/** From the result of VERSION(); throws if the server is too old to be supported. */
export function serverOf(version: string): Server {
  const isMariadb = /mariadb/i.test(version);
  // Behind some proxies MariaDB calls itself "5.5.5-10.6.12-MariaDB".
  const [, major = '0', minor = '0', patch = '0'] =
    /(\d+)\.(\d+)\.(\d+)/.exec(isMariadb ? version.replace(/^5\.5\.5-/, '') : version) ?? [];
  const number = Number(major) * 1e6 + Number(minor) * 1e3 + Number(patch);
  if (number < (isMariadb ? 10_006_000 : 8_000_017)) {
    throw new Problem(
      'database-unavailable',
      `The server is ${isMariadb ? 'MariaDB' : 'MySQL'} ${major}.${minor}.${patch}; MariaDB 10.6 or MySQL 8.0.17 is the oldest that works.`,
    );
  }
  return isMariadb ? mariadb : mysql;
}
