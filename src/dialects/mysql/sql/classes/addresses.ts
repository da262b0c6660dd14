// How MySQL and MariaDB write texts in the addresses of records.
import { sql } from 'kysely';
import type { TextSql } from '../../../../query/dialect/sql.ts';
import type { Sql, Traits } from './traits.ts';

/** The text with everything encoded that an address cannot hold, of which there is only what is `reserved`. */
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

// The one place where the two engines' SQL differs: each has its own way to name what a pattern has matched,
// and skips the comment that is meant for the other.
const everyByteEscaped = sql.raw(String.raw`/*M!100000 '%\\1'*/ /*!80000 '%$1'*/`);

/** Encodes every byte, then takes back what a URL may hold: an escape never begins inside another one. */
function percentEncoded(text: Sql): Sql {
  const encoded = sql`${takeBack}regexp_replace(hex(${text}), '(..)', ${everyByteEscaped})${takenBack}`;
  return sql`case when ${text} collate utf8mb4_bin not regexp '[^A-Za-z0-9._~-]' then ${text} else ${encoded} end`;
}
