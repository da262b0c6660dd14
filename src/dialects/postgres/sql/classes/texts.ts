// Texts and enums of PostgreSQL.
import { type RawBuilder, sql } from 'kysely';
import type { Column } from '../../../../model/database.ts';
import { exact, placeAt } from '../../../../query/dialect/bound.ts';
import type { Value } from '../../../../query/dialect/sql.ts';
import * as asGiven from '../../../base/as-given.ts';
import { anyText } from '../../../base/text-parsers.ts';
import { sqlTypeOf } from '../types.ts';
import { keyBy } from './keys.ts';
import {
  castText,
  compared,
  encodeAll,
  extremeParts,
  hasNul,
  orNull,
  ownJson,
  ownText,
  type PostgresClass,
  type Rendering,
  sameText,
  sortedExtreme,
  typed,
} from './type-class.ts';

function characters(rendering: Rendering): PostgresClass {
  return {
    ...compared(rendering, null),
    address: (value) => encodeAll(castText(value)),
    family: 'text',
    key: keyBy(anyText),
    // Without an explicit type the parameter takes the column's type and collation.
    literal: ({ text }) => exact(text),
  };
}

export const text: PostgresClass = {
  ...characters({ json: ownJson, text: castText }),
  isStored: true,
  // Other types of the class truncate or fold texts.
  asGiven: ({ nativeType }) =>
    /^(?:text|character varying(?:\(\d+\))?)$/.test(nativeType) ? asGiven.plainText : null,
};

/** The engine pads these texts with spaces, which a cast would strip. */
export const char: PostgresClass = characters({ json: ownJson, text: ownText });

/** Texts that differ only in case are represented by the first in code point order. */
export const citext: PostgresClass = {
  ...text,
  group: (value, column) => ({
    ...text.group(value, column),
    shown: sql`min(${value}::text collate "C")`,
  }),
};

const label: Rendering = { json: ownJson, text: ownText };

/** The enum value with this label; NULL if there is none, where a cast would fail. */
function labelOf(column: Column, text: Value): RawBuilder<unknown> {
  const labels = sql`unnest(enum_range(null::${sql.raw(sqlTypeOf(column))}))`;
  return sql`(select label from ${labels} as labels (label) where label::text = ${text})`;
}

/** `own`: converts the value to the enum type itself. */
function labels(own: (value: Value) => Value): Omit<PostgresClass, 'key' | 'extreme'> {
  return {
    ...compared(label, null),
    family: 'text',
    // An unknown label equals nothing, and has no place in the order.
    comparable: (value, _column, use) => (use === 'equality' ? sql`${value}::text` : own(value)),
    literal: ({ text }, column, use) =>
      use === 'equality' ? exact(text) : exact(text, (place) => labelOf(column, place)),
    cursorValue: (given, column) => typed(given, sqlTypeOf(column)),
    group: (value, column) => ({
      by: own(value),
      shown: own(value),
      json: (found) => orNull(label.json(found)),
      text: label.text,
      column,
    }),
  };
}

export const selection: PostgresClass = {
  ...labels((value) => value),
  key: (given, column) =>
    hasNul(given)
      ? null
      : {
          form: 'label',
          values: [given],
          sql: (places, value) => sql`${value} = ${labelOf(column, placeAt(places, 0))}`,
        },
  extreme: (name, value, column) => extremeParts(label, sql`${sql.raw(name)}(${value})`, column),
};

/** A domain over an enum has no comparisons; coalesce with NULL yields a value of the enum itself. */
export const selectionInDomain: PostgresClass = {
  ...labels((value) => sql`coalesce(${value}, null)`),
  key: (given) => sameText(given, label.text),
  extreme: sortedExtreme(label),
};
