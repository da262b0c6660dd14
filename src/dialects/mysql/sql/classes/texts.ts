// Texts of MySQL and MariaDB, and types whose text lists members.
import { sql } from 'kysely';
import type { Column } from '../../../../model/database.ts';
import { equality, exact } from '../../../../query/dialect/bound.ts';
import type { BoundLiteral, KeyMatch, Value } from '../../../../query/dialect/sql.ts';
import * as asGiven from '../../../base/as-given.ts';
import { itsText } from '../../../base/writing.ts';
import { charsetOf, inCharset, isHeldBy, sortedBytes } from '../texts.ts';
import { membersOf, storageOf, typeArguments } from '../types.ts';
import { both, equalTo, escapedJson, type KeyCondition, type Sql, shownAs, type Traits } from './traits.ts';

const isText = /^(?:(?:var)?char\(\d+\)|(?:tiny|medium|long)?text)$/;

export const text: Traits = {
  text: utf8,
  json: (value, column) => escapedJson(value, utf8(value, column)),
  reserved: 'any',
  key: textKey,
  family: 'text',
  comparable: (value) => value,
  literal: ({ text: given }, column) => textLiteral(given, column),
  sortsWhole(column) {
    if (/^tiny/.test(column.nativeType)) return true;
    const [length = Number.POSITIVE_INFINITY] = typeArguments(column.nativeType);
    return length * sortedBytesPer(storageOf(column.storage).collation) <= sortedBytes;
  },
  cursorText: (value) => escapedJson(value, sql`cast(${value} as char)`),
  cursorValue: (given, column) => exact(given, inCharset(column)),
  sum: null,
  extreme: 'value',
  shared: 'text',
  isPlain: false,
  line: utf8,
  ...itsText,
  // Other character sets may replace characters that they lack.
  asGiven: (column) =>
    isText.test(column.nativeType) && /^utf8/.test(charsetOf(column)) ? asGiven.plainText : null,
};

/** Compared by text, sorted by the position of the member. */
export const selection: Traits = {
  ...text,
  comparable: (value, _column, use) => (use === 'equality' ? value : sql`${value} + 0`),
  literal: ({ text: given }, column, use) =>
    use === 'equality' ? textLiteral(given, column) : exact(memberPlace(column, given)),
  sortsWhole: () => true,
  cursorValue: (given) => exact(BigInt(given)),
  extreme: 'member',
  // An invalid member was stored as an empty text, which may also be a valid member. The engine rejects storing such a
  // value again.
  kept: (value, column) =>
    membersOf(column.nativeType).some((member) => member.trimEnd() === '')
      ? sql`case when ${value} + 0 = 0 then '0' end`
      : null,
  restore: (shown, kept, column) => (kept === '0' ? exact(0n) : text.write(shown, column)),
};

/** Compared and sorted by text; the engine itself would sort by the bits of the members. */
export const set: Traits = {
  ...text,
  comparable: (value, _column, use) => (use === 'equality' ? value : sql`cast(${value} as char)`),
  sortsWhole: () => true,
};

function utf8(value: Value, column: Column): Sql {
  return charsetOf(column) === 'utf8mb4' ? sql`${value}` : sql`convert(${value} using utf8mb4)`;
}

/**
 * By the column's own collation, as a foreign key finds its target: a unique key has at most one such value. Characters
 * that the column cannot hold would become question marks.
 */
function textKey(given: string, column: Column, match: KeyMatch): KeyCondition | null {
  const whole = shownAs(given, (value) => utf8(value, column));
  if (storageOf(column.storage).collation === null) return whole;
  if (!isHeldBy(charsetOf(column), given)) return null;
  const equal = charsetOf(column) === 'utf8mb4' ? equality(given) : equalTo(given, inCharset(column));
  return match === 'whole' ? both(equal, whole) : equal;
}

/** A text that the column cannot hold equals none of its values. */
function textLiteral(given: string, column: Column): BoundLiteral {
  const side = isHeldBy(charsetOf(column), given) ? 0 : 1;
  return { ...exact(given, inCharset(column)), side };
}

/** The most bytes per character in a sort key, apart from the few characters that expand. */
function sortedBytesPer(collation: string | null): number {
  if (collation === null) return 1;
  if (/^(latin1|ascii)_/.test(collation)) return 2;
  // Collations that distinguish accents or case have one weight per level.
  return /_as_|_cs$/.test(collation) ? 8 : 4;
}

/** The position of a member of an ENUM; NULL for any other text. */
function memberPlace(column: Column, given: string): bigint | null {
  const place = membersOf(column.nativeType).indexOf(given);
  return place < 0 ? null : BigInt(place + 1);
}
