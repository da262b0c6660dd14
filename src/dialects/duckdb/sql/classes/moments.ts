// Dates and times of DuckDB.
import { sql } from 'kysely';
import type { BucketName } from '../../../../contract/buckets.ts';
import type { GroupParts, TextSql, Value } from '../../../../query/dialect/sql.ts';
import { type Literal, momentOf, momentText, wallClock } from '../../../../query/literals.ts';
import { castText, encodeOnly, orNull, type Render } from '../../../base/cast-class.ts';
import { firstMidnight } from '../../../base/first-midnight.ts';
import type { ParseText } from '../../../base/text-parsers.ts';
import { compared, type DuckdbClass, keyBy, quotedRendering, triedLiteral } from './type-class.ts';

interface Kind {
  readonly text: Render;
  readonly type: 'DATE' | 'TIME' | 'TIMESTAMP' | 'TIMESTAMP_NS' | 'TIMESTAMPTZ';
  readonly literal: 'date' | 'datetime' | 'time';
  /** Texts to try as values; if they are not, the engine yields NULL. */
  readonly looks: RegExp;
}

/** Years BC have a suffix after the day. */
const day = String.raw`\d{4,7}-\d\d-\d\d(?: \(BC\))?`;
const clock = String.raw`\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?`;
const offset = String.raw`(?:Z|[+-]\d\d(?::?\d\d)?)?`;
const datePattern = new RegExp(`^(?:${day}|-?infinity)$`);
const momentPattern = new RegExp(`^(?:${day}(?:[T ]${clock}${offset})?|-?infinity)$`);
const timePattern = new RegExp(`^${clock}$`);

const parts = /^(?:(\d+)-(\d\d)-(\d\d)( \(BC\))?)?(?:[T ]?(\d\d):(\d\d)(?::(\d\d))?)?/;

/** False for a day or a time that there is not: the engine makes NULL of it, with which no row compares. */
function exists(text: string): boolean {
  const [, years, month, day, beforeChrist, ...clock] = parts.exec(text) ?? [];
  const [hours = 0, minutes = 0, seconds = 0] = clock.map((part) => Number(part ?? 0));
  // The end of a day is a time.
  if (hours * 3_600 + minutes * 60 + seconds > 86_400 || minutes > 59 || seconds > 59) return false;
  if (years === undefined) return true;
  // The calendar repeats after 400 years; a Date of the first century would be one of the twentieth.
  const year = 2_000 + ((beforeChrist === undefined ? Number(years) : 1 - Number(years)) % 400);
  const date = new Date(Date.UTC(year, Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}

const reading =
  (looks: RegExp): ParseText =>
  (text) =>
    looks.test(text) ? text : null;

function moment({ text, type, literal, looks }: Kind): DuckdbClass {
  const rendering = quotedRendering(text, (value) => sql`'"' || ${text(value)} || '"'`);
  const read = reading(looks);
  return {
    ...compared(rendering, type),
    address: (value) => encodeOnly(text(value), ':+ '),
    family: literal === 'time' ? 'time' : 'moment',
    key: keyBy(read, type),
    literal(given) {
      const known = type === 'TIMESTAMP_NS' ? inNanoseconds(given) : momentText(literal, given);
      if (known !== null) return { ...triedLiteral(known.text, type), side: known.side };
      // Also accepts infinity, years BC and five-digit years, which the common parser rejects but the engine supports.
      const own = given.kind === 'text' && exists(given.text) ? read(given.text) : null;
      return own === null ? null : triedLiteral(own, type);
    },
    cursorText: (value) => orNull(sql`'"' || ${castText(value)} || '"'`),
    isPlain: true,
    period:
      literal === 'time'
        ? null
        : (value, column, bucket, zone): GroupParts => {
            const by =
              type === 'TIMESTAMPTZ'
                ? sql`(${startOfInstant(value, bucket, zone)})::timestamptz`
                : sql`date_trunc(${sql.lit(bucket)}, ${value})::${sql.raw(type)}`;
            return { by, shown: by, json: (found) => orNull(rendering.json(found)), text, column };
          },
  };
}

/** The period of an instant is determined on the zone's clock; its start is again an instant. */
function startOfInstant(instant: Value, bucket: BucketName, zone: string): Value {
  const clock = sql`(${instant} at time zone ${sql.lit(zone)})`;
  const start = sql`date_trunc(${sql.lit(bucket)}, ${clock})`;
  // An hour that occurs twice on a clock counts as two.
  return bucket === 'hour'
    ? sql`${instant} - (${clock} - ${start})`
    : firstMidnight(sql`(${start} at time zone ${sql.lit(zone)})`, zone);
}

function inNanoseconds(given: Literal): { readonly text: string; readonly side: 0 | 1 } | null {
  const found = given.kind === 'text' ? momentOf(given.text) : null;
  const clockTime = found === null ? null : wallClock(found);
  if (clockTime === null) return null;
  const { date: onDay, time: atTime } = clockTime;
  const cut = atTime.slice(0, 'HH:MM:SS.nnnnnnnnn'.length);
  return { text: `${onDay} ${cut}`, side: cut === atTime ? 0 : 1 };
}

export const date = moment({ text: castText, type: 'DATE', literal: 'date', looks: datePattern });

export const time = moment({ text: castText, type: 'TIME', literal: 'time', looks: timePattern });

/** Replaces the engine's space between date and time, except in years BC, which have two. `year` is within its era. */
const withT = (value: Value, after: string): TextSql => {
  const text = sql`replace(${value}::text, ' ', 'T')`;
  const own = sql`${value}::text`;
  const suffixed = after === '' ? text : sql`${text} || ${sql.lit(after)}`;
  return sql<string>`case when isfinite(${value}) and era(${value}) > 0 then ${suffixed} else ${own} end`;
};

export const timestamp = moment({
  text: (value) => withT(value, ''),
  type: 'TIMESTAMP',
  literal: 'datetime',
  looks: momentPattern,
});

export const timestampNs: DuckdbClass = moment({
  text: (value) => withT(value, ''),
  type: 'TIMESTAMP_NS',
  literal: 'datetime',
  looks: momentPattern,
});

/** Connections use UTC, so the engine writes an offset of `+00`. */
export const timestamptz = moment({
  text: (value) => withT(value, ':00'),
  type: 'TIMESTAMPTZ',
  literal: 'datetime',
  looks: momentPattern,
});
