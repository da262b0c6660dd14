// What exports ask of SQLite.
import { sql } from 'kysely';
import type { ExportSql, TextSql } from '../../../query/dialect/sql.ts';
import { classOf } from './classes.ts';
import { argumentsPerCall } from './render.ts';

function joinedBy(separator: string, fields: readonly TextSql[]): TextSql {
  if (fields.length < argumentsPerCall) {
    return sql<string>`concat_ws(${sql.join([sql.lit(separator), ...fields])})`;
  }
  const half = Math.ceil(fields.length / 2);
  const halves = [fields.slice(0, half), fields.slice(half)];
  return joinedBy(
    separator,
    halves.map((some) => joinedBy(separator, some)),
  );
}

export const exporting: Omit<ExportSql, 'isPlain'> = {
  // What is JSON already would not be quoted: the engine remembers that of a number's text.
  quoted: (text) => sql<string>`json_quote(${text} || '')`,
  hasAny(text, characters, place) {
    // Not by GLOB, to which a text ends at its first NUL.
    if (place === 'anywhere') {
      return sql<boolean>`(${sql.join(
        [...characters].map((character) => sql`instr(${text}, ${sql.lit(character)})`),
        sql` or `,
      )})`;
    }
    // Within brackets a hyphen must come last, and a bracket stands nowhere among what is looked for.
    const set = `[${characters.replace('-', '')}${characters.includes('-') ? '-' : ''}]*`;
    return sql<boolean>`${text} glob ${set}`;
  },
  separated: joinedBy,
  // The value is asked once what it is; only texts are looked into, and each of them by the quickest function.
  field: (value, column, special) => classOf(column).field(value, special),
};
