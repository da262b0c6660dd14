// Upper and lower case for all of Unicode on MySQL and MariaDB, whose own tables map each letter to a single one.
import { sql } from 'kysely';
import type { Value } from '../../../../query/dialect/sql.ts';
import { byCodePoint } from '../texts.ts';

const caseTables = sql.raw(
  '/*M!101001 collate utf8mb4_uca1400_as_cs*/ /*!80000 collate utf8mb4_0900_as_cs*/',
);

const lastLetter = 0xffff;

/** Letters whose upper case is several letters, such as ß. */
const doubled: readonly (readonly [letter: string, capitals: string])[] = Array.from(
  { length: lastLetter },
  (_, code) => String.fromCharCode(code),
).flatMap((letter) => {
  const capitals = letter.toUpperCase();
  return capitals.length > 1 ? [[letter, capitals] as const] : [];
});

/** `isPlain`: writing the text several times is cheap, so that most texts need not be searched for each letter. */
export function upper(text: Value, isPlain: boolean): Value {
  const replaced = doubled.reduce<Value>(
    (inner, [letter, capitals]) =>
      sql`replace(${byCodePoint(inner)}, ${sql.lit(letter)}, ${sql.lit(capitals)})`,
    text,
  );
  const capitals = sql`upper(${replaced} ${caseTables})`;
  if (!isPlain) return capitals;
  const any = sql.lit(`[${doubled.map(([letter]) => letter).join('')}]`);
  return sql`case when ${byCodePoint(text)} regexp ${any} then ${capitals} else upper(${text} ${caseTables}) end`;
}

// Characters that do not end a word: marks, modifiers, apostrophes and the like.
const ignored =
  "[\\p{Mn}\\p{Me}\\p{Cf}\\p{Lm}\\p{Sk}'.:\u00b7\u2018\u2019\u2024\u2027\ufe13\ufe52\ufe55\uff07\uff0e\uff1a]*";
const cased = '[\\p{Lu}\\p{Ll}\\p{Lt}]';
/** A sigma after a letter and not before one. */
const finalSigma = sql.lit(`${cased}${ignored}\\K\u03a3(?!${ignored}${cased})`);

/** The engine knows neither the final sigma nor the dot that stays above an i, so both are inserted first. */
export function lower(text: Value): Value {
  const dotted = sql`replace(${byCodePoint(text)}, ${sql.lit('\u0130')}, ${sql.lit('i\u0307')})`;
  return sql`lower(regexp_replace(${dotted}, ${finalSigma}, ${sql.lit('\u03c2')}) ${caseTables})`;
}
