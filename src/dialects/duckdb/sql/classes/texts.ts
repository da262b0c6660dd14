// Texts and enums of DuckDB.
import { sql } from 'kysely';
import { equality } from '../../../../query/dialect/bound.ts';
import { castText, orNull, typed } from '../../../base/cast-class.ts';
import { anyText } from '../../../base/text-parsers.ts';
import { compared, type DuckdbClass, encodeAll, keyBy, quotedRendering, triedLiteral } from './type-class.ts';

const rendering = quotedRendering((value) => sql`${value}`);

/** The engine compares texts by code point. */
export const text: DuckdbClass = {
  ...compared(rendering, 'text'),
  family: 'text',
  key: equality,
  literal: (given) => typed(given.text, 'text'),
};

const label = quotedRendering(castText);

/** Enum values have their own order, but equal a text by label. */
export const selection: DuckdbClass = {
  ...compared(label, 'text'),
  family: 'text',
  address: (value) => encodeAll(castText(value)),
  key: (given, column) => keyBy(anyText, column.nativeType)(given, column, 'whole'),
  comparable: (value, _column, use) => (use === 'equality' ? castText(value) : value),
  // An unknown label has no place in the order.
  literal: (given, column, use) =>
    use === 'equality' ? typed(given.text, 'text') : triedLiteral(given.text, column.nativeType),
  cursorValue: (given, column) => triedLiteral(given, column.nativeType),
  group: (value, column) => ({
    by: value,
    shown: value,
    json: (found) => orNull(label.json(found)),
    text: label.text,
    column,
  }),
};
