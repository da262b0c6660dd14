// What exports ask of SQLite.
import { sql } from 'kysely';
import type { ExportSql, TextSql } from '../../../query/dialect/sql.ts';
import { realText } from './compare.ts';
import { argumentsPerCall, byType } from './render.ts';

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

export const exporting: ExportSql = {
  // What is JSON already would not be quoted: the engine remembers that of a number's text.
  quoted: (text) => sql<string>`json_quote(${text} || '')`,
  // Only a row id is sure to be a number: any other column may hold any text.
  isPlain: ({ storage }) => storage === 'rowid',
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
  field(value, column, special) {
    const holds = [...special].map((character) => sql`instr(${value}, ${sql.lit(character)})`);
    const quoted = sql`'"' || replace(${value}, '"', '""') || '"'`;
    const inQuotes = holds.length === 0 ? sql`` : sql`when ${sql.join(holds, sql` or `)} then ${quoted} `;
    const text = sql`when ${value} = '' collate binary then '""' ${inQuotes}else ${value} end`;
    if (column.storage === 'text') return sql<string>`case when ${value} is null then '' ${text}`;
    const integer =
      column.storage === 'boolean'
        ? sql`case ${value} when 0 then 'false' when 1 then 'true' else ${value} end`
        : value;
    const bytes = sql`case length(${value}) when 0 then '""' else joinery_base64(${value}) end`;
    return byType<string>(value, column, {
      integer,
      text: sql`case ${text}`,
      null: sql`''`,
      real: sql`${realText(value)}`,
      blob: bytes,
    });
  },
};
