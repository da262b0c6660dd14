// What exports need from SQLite.
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
  // The concatenation makes it plain text: the engine would remember that a number's text is JSON, and not quote it.
  quoted: (text) => sql<string>`json_quote(${text} || '')`,
  hasAny(text, characters, place) {
    // Not with GLOB, which ends a text at its first NUL.
    if (place === 'anywhere') {
      return sql<boolean>`(${sql.join(
        [...characters].map((character) => sql`instr(${text}, ${sql.lit(character)})`),
        sql` or `,
      )})`;
    }
    // Within brackets a hyphen must come last; the characters searched for never include a bracket.
    const set = `[${characters.replace('-', '')}${characters.includes('-') ? '-' : ''}]*`;
    return sql<boolean>`${text} glob ${set}`;
  },
  separated: joinedBy,
  // The type of the value is checked once; only texts are searched, with the fastest function.
  field: (value, column, special) => classOf(column).field(value, special),
};
