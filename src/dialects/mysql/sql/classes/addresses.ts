// How MySQL and MariaDB write texts in record addresses.
import { sql } from 'kysely';
import type { TextSql } from '../../../../query/dialect/sql.ts';
import type { Sql, Traits } from './traits.ts';

/** Percent-encodes the text; `reserved` lists the characters it may contain that need encoding. */
export function addressOf(text: Sql, reserved: Traits['reserved']): TextSql {
  if (reserved === 'any') return sql<string>`ifnull(${percentEncoded(text)}, '')`;
  const encoded = [...reserved].reduce<Sql>(
    (inner, character) => sql`replace(${inner}, ${sql.lit(character)}, ${sql.lit(escapeOf(character))})`,
    text,
  );
  return sql<string>`ifnull(${encoded}, '')`;
}

function escapeOf(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

const unreserved = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~'];
const takeBack = sql.raw('replace('.repeat(unreserved.length));
const takenBack = sql.raw(
  unreserved.map((character) => `, '${escapeOf(character)}', '${character}')`).join(''),
);

// The only place where the SQL of the two engines differs: each refers to a match in its own way, and skips the comment
// meant for the other.
const everyByteEscaped = sql.raw(String.raw`/*M!100000 '%\\1'*/ /*!80000 '%$1'*/`);

/** Encodes every byte, then decodes what a URL may contain: an escape never begins inside another one. */
function percentEncoded(text: Sql): Sql {
  const encoded = sql`${takeBack}regexp_replace(hex(${text}), '(..)', ${everyByteEscaped})${takenBack}`;
  return sql`case when ${text} collate utf8mb4_bin not regexp '[^A-Za-z0-9._~-]' then ${text} else ${encoded} end`;
}
