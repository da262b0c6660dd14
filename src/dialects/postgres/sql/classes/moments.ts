// Dates and times of PostgreSQL.
import { sql } from 'kysely';
import type { Column } from '../../../../model/database.ts';
import type { BoundLiteral, GroupParts, TextSql, Value } from '../../../../query/dialect/sql.ts';
import { type Literal, momentText } from '../../../../query/literals.ts';
import * as asGiven from '../../../base/as-given.ts';
import * as readings from '../../../base/readings.ts';
import { keyBy } from './keys.ts';
import {
  castText,
  compared,
  encodeOnly,
  type Look,
  orNull,
  ownJson,
  ownText,
  type PostgresClass,
  type Render,
  typed,
  unescapedCursor,
} from './type-class.ts';

interface Kind {
  readonly look: Look;
  /** The name of the type. */
  readonly type: 'date' | 'time' | 'timestamp' | 'timestamptz';
  readonly literal: 'date' | 'datetime' | 'time';
  readonly reading: readings.ReadText;
  /** The text of a value in an address, and which of its characters must be encoded there. */
  readonly address: readonly [Render, string];
}

function moment({ look, type, literal, reading, address: [text, characters] }: Kind): PostgresClass {
  return {
    ...compared(look, type),
    address: (value) => encodeOnly(text(value), characters),
    family: type === 'time' ? 'time' : 'moment',
    key: keyBy(reading),
    literal: (given) => momentLiteral(given, literal, type, reading),
    isPlain: true,
  };
}

/** Infinity, years before Christ and years of five digits are no moments to us, but the engine has them. */
function momentLiteral(
  given: Literal,
  kind: Kind['literal'],
  type: Kind['type'],
  reading: readings.ReadText,
): BoundLiteral | null {
  const moment = momentText(kind, given);
  if (moment !== null) return { ...typed(moment.text, type), side: moment.side };
  const text = given.kind === 'text' ? reading(given.text) : null;
  return text === null ? null : typed(text, type);
}

const plainLook: Look = { json: ownJson, text: ownText };

/** Grouped by the beginnings of periods, which are of the type themselves; `clock` is what a period is found in. */
function periods(
  look: Look,
  type: Kind['type'],
  clock: (value: Value, zone: string) => Value,
): PostgresClass['period'] {
  return (value, column: Column, bucket, zone): GroupParts => {
    const by = sql`date_trunc(${sql.lit(bucket)}, ${clock(value, zone)})::${sql.raw(type)}`;
    return { by, shown: by, json: (found) => orNull(look.json(found)), text: look.text, column };
  };
}

export const date: PostgresClass = {
  ...moment({
    look: plainLook,
    type: 'date',
    literal: 'date',
    reading: readings.date,
    address: [castText, ' '],
  }),
  ...unescapedCursor((value) => sql`(${value} + 0)::text`),
  period: periods(plainLook, 'date', (value) => sql`${value}::timestamp`),
  asGiven: () => asGiven.day,
};

export const time: PostgresClass = moment({
  look: plainLook,
  type: 'time',
  literal: 'time',
  reading: readings.time,
  address: [castText, ':'],
});

/**
 * The engine's own text differs from that of JSON in one space, but for the years before Christ. Only moments have
 * this comparison, so a column of another type by now is noticed.
 */
function withoutSpace(value: Value, own: Render, otherwise: Render): TextSql {
  const text = own(sql`replace(${value}::text, ' ', 'T')`);
  return sql<string>`case when ${value} >= timestamp '0001-01-01' then ${text} else ${otherwise(value)} end`;
}

/** Only moments can be added to, so a column whose type has changed is noticed. */
const ownMoment: Render = (value) => sql`(${value} + interval '0')::text`;

const timestampLook: Look = {
  json: (value) => withoutSpace(value, (text) => sql`'"' || ${text} || '"'`, ownJson),
  text: (value) => withoutSpace(value, (text) => sql`${text}`, ownText),
};

export const timestamp: PostgresClass = {
  ...moment({
    look: timestampLook,
    type: 'timestamp',
    literal: 'datetime',
    reading: readings.timestamp,
    address: [ownText, ': '],
  }),
  ...unescapedCursor(ownMoment),
  period: periods(timestampLook, 'timestamp', (value) => value),
  // The engine writes it in its own way, and the service puts the `T` in. The condition is never evaluated, but it fails
  // for any other type, so that a column whose type has changed is noticed.
  copied: (value) => sql`case when false and timestamp_eq(${value}, ${value}) then null else ${value} end`,
  isStored: true,
  isMoment: true,
  asGiven: () => asGiven.moment,
};

export const timestamptz: PostgresClass = {
  ...moment({
    look: plainLook,
    type: 'timestamptz',
    literal: 'datetime',
    reading: readings.timestamp,
    address: [ownText, ':+ '],
  }),
  ...unescapedCursor(ownMoment),
  // An instant has its period on a clock of the query's zone; the period begins at an instant again.
  period: periods(plainLook, 'timestamptz', (value, zone) => sql`${value}, ${sql.lit(zone)}`),
};
