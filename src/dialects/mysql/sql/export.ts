// What exports ask of MySQL and MariaDB.
import { sql } from 'kysely';
import type { CopySql, ExportSql, Value } from '../../../query/dialect/sql.ts';
import type { TabledSql } from '../../base/type-class.ts';
import { classOf } from './classes.ts';

/**
 * The service itself writes the lines: an expression that looks for what needs quotes takes the engine a third longer.
 * What needs none is put together here, with the separators around it, so that a row comes in few parts: by turns one
 * without quotes and a text. Whoever writes a part without quotes puts the `T` between day and time.
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
