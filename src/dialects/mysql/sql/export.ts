// What exports need from MySQL and MariaDB.
import { sql } from 'kysely';
import type { CopySql, ExportSql, Value } from '../../../query/dialect/sql.ts';
import type { TabledSql } from '../../base/type-class.ts';
import { classOf } from './classes.ts';

/**
 * The service writes the lines itself: an SQL expression that checks for quotes takes the engine a third longer. Values
 * that need no quotes are concatenated here with their separators, so that a row has few parts, alternating between an
 * unquoted part and a text. The writer of unquoted parts puts the `T` between date and time.
 */
const copying: CopySql = {
  columns(values, separator) {
    const parts: Value[] = [];
    let unquoted: (string | Value)[] = [];
    values.forEach(({ value, column, isNeverNull }, i) => {
      if (i > 0) unquoted.push(separator);
      const { isPlain, line } = classOf(column);
      const text = line(value, column);
      if (isPlain) {
        unquoted.push(isNeverNull ? text : sql`ifnull(${text}, '')`);
      } else {
        parts.push(joined(unquoted), text);
        unquoted = [];
      }
    });
    return unquoted.length === 0 ? parts : [...parts, joined(unquoted)];
  },
  statement: (rows, separator) => ({ ...rows, hints: { lines: { separator } } }),
};

function joined(parts: readonly (string | Value)[]): Value {
  if (parts.length === 0) return sql`''`;
  return sql`concat(${sql.join(parts.map((part) => (typeof part === 'string' ? sql.lit(part) : part)))})`;
}

export const exporting: Omit<ExportSql, keyof TabledSql> = {
  copying,
  quoted: (text) => sql<string>`case when ${text} is null then 'null' else json_quote(${text}) end`,
  hasAny(text, characters, place) {
    const set = `[${characters.replace('-', '').replaceAll('^', '\\^')}${characters.includes('-') ? '-' : ''}]`;
    return sql<boolean>`${text} regexp ${place === 'start' ? `^${set}` : set}`;
  },
};
