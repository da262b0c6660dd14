// Dates and times of PostgreSQL.
import { type RawBuilder, sql } from 'kysely';
import type { Column } from '../../../../model/database.ts';
import type { BoundLiteral, GroupParts, TextSql, Value } from '../../../../query/dialect/sql.ts';
import { type Literal, momentText } from '../../../../query/literals.ts';
import * as asGiven from '../../../base/as-given.ts';
import { firstMidnight } from '../../../base/first-midnight.ts';
import * as readings from '../../../base/text-parsers.ts';
import { keyBy } from './keys.ts';
import {
  castText,
  compared,
  encodeOnly,
  orNull,
  ownJson,
  ownText,
  type PostgresClass,
  type Render,
  type Rendering,
  typed,
  unescapedCursor,
} from './type-class.ts';

interface Kind {
  readonly rendering: Rendering;
  /** The name of the type. */
  readonly type: 'date' | 'time' | 'timestamp' | 'timestamptz';
  readonly literal: 'date' | 'datetime' | 'time';
  readonly reading: readings.ParseText;
  /** The text of a value in an address, and the characters that need encoding there. */
  readonly address: readonly [Render, string];
}

function moment({ rendering, type, literal, reading, address: [text, characters] }: Kind): PostgresClass {
  return {
    ...compared(rendering, type),
    address: (value) => encodeOnly(text(value), characters),
    family: type === 'time' ? 'time' : 'moment',
    key: keyBy(reading),
    literal: (given) => momentLiteral(given, literal, type, reading),
    isPlain: true,
  };
}

/** Also accepts infinity, years BC and five-digit years, which the common parser rejects but the engine supports. */
function momentLiteral(
  given: Literal,
  kind: Kind['literal'],
  type: Kind['type'],
  reading: readings.ParseText,
): BoundLiteral | null {
  const moment = momentText(kind, given);
  // The engine's calendar has no year 0, and the statement would fail.
  if (moment !== null && !moment.text.startsWith('0000-')) {
    return { ...typed(moment.text, type), side: moment.side };
  }
  const text = given.kind === 'text' ? reading(given.text) : null;
  return text === null ? null : typed(text, type);
}

const plainRendering: Rendering = { json: ownJson, text: ownText };

/**
 * Grouped by starts of periods, which are of the same type. `clock` converts a value for finding its period; `first`
 * finds the first of two instants at which the clock shows a start.
 */
function periods(
  rendering: Rendering,
  type: Kind['type'],
  clock: (value: Value, zone: string) => Value,
  first = (start: RawBuilder<unknown>, _zone: string) => start,
): PostgresClass['period'] {
  return (value, column: Column, bucket, zone): GroupParts => {
    const start = sql`date_trunc(${sql.lit(bucket)}, ${clock(value, zone)})::${sql.raw(type)}`;
    // An hour that occurs twice on a clock counts as two.
    const by = bucket === 'hour' ? start : first(start, zone);
    return { by, shown: by, json: (found) => orNull(rendering.json(found)), text: rendering.text, column };
  };
}

export const date: PostgresClass = {
  ...moment({
    rendering: plainRendering,
    type: 'date',
    literal: 'date',
    reading: readings.date,
    address: [castText, ' '],
  }),
  ...unescapedCursor((value) => sql`(${value} + 0)::text`),
  period: periods(plainRendering, 'date', (value) => sql`${value}::timestamp`),
  asGiven: () => asGiven.day,
};

export const time: PostgresClass = moment({
  rendering: plainRendering,
  type: 'time',
  literal: 'time',
  reading: readings.time,
  address: [castText, ':'],
});

/**
 * Except for years BC, the engine's text differs from the JSON form in a single space. The comparison is valid only for
 * moments, so a changed column type raises an error.
 */
function withoutSpace(value: Value, own: Render, otherwise: Render): TextSql {
  const text = own(sql`replace(${value}::text, ' ', 'T')`);
  return sql<string>`case when ${value} >= timestamp '0001-01-01' then ${text} else ${otherwise(value)} end`;
}

/** Only moments support this addition, so a changed column type raises an error. */
const ownMoment: Render = (value) => sql`(${value} + interval '0')::text`;

const timestampRendering: Rendering = {
  json: (value) => withoutSpace(value, (text) => sql`'"' || ${text} || '"'`, ownJson),
  text: (value) => withoutSpace(value, (text) => sql`${text}`, ownText),
};

export const timestamp: PostgresClass = {
  ...moment({
    rendering: timestampRendering,
    type: 'timestamp',
    literal: 'datetime',
    reading: readings.timestamp,
    address: [ownText, ': '],
  }),
  ...unescapedCursor(ownMoment),
  period: periods(timestampRendering, 'timestamp', (value) => value),
  // The engine writes its own form, and the service inserts the `T`. The condition is never evaluated, but does not
  // compile for other types, so a changed column type raises an error.
  copied: (value) => sql`case when false and timestamp_eq(${value}, ${value}) then null else ${value} end`,
  isStored: true,
  isMoment: true,
  asGiven: () => asGiven.moment,
};

export const timestamptz: PostgresClass = {
  ...moment({
    rendering: plainRendering,
    type: 'timestamptz',
    literal: 'datetime',
    reading: readings.timestamp,
    address: [ownText, ':+ '],
  }),
  ...unescapedCursor(ownMoment),
  // The period of an instant is determined on the clock of the query's zone; its start is again an instant.
  period: periods(
    plainRendering,
    'timestamptz',
    (value, zone) => sql`${value}, ${sql.lit(zone)}`,
    firstMidnight,
  ),
};
