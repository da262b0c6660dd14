// What exports ask of SQLite.
import { sql } from 'kysely';
import type { ExportSql } from '../../query/sql.ts';

export const exporting: ExportSql = {
  // What is JSON already would not be quoted: the engine remembers that of a number's text.
  quoted: (text) => sql<string>`json_quote(${text} || '')`,
  // Only a row id is sure to be a number: any other column may hold any text.
  isPlain: ({ storage }) => storage === 'rowid',
  hasAny(text, characters, place) {
    // Within brackets a hyphen must come last, and a bracket stands nowhere among what is looked for.
    const set = `[${characters.replace('-', '')}${characters.includes('-') ? '-' : ''}]*`;
    return sql<boolean>`${text} glob ${place === 'start' ? set : `*${set}`}`;
  },
};
