// The type of a column of texts, by all of its values: one that gives back the text of each.
import type { Storage } from '../sql/types.ts';

/** What a first look at all values of a column tells. Most columns need no other. */
export interface FirstTally {
  readonly values: number;
  readonly bigints: number;
  /** Values that begin like those of a type and have no other letters than these. */
  readonly typed: number;
}

/** What is known of a column after a second look. */
export interface Tally {
  readonly values: number;
  readonly hugeints: number;
  /** Decimals without zeros at their end. */
  readonly decimals: number;
  /** Decimals, whatever they end with. */
  readonly padded: number;
  /** The fewest and the most decimals, and the most digits before the point. */
  readonly least: number | null;
  readonly most: number | null;
  readonly whole: number | null;
  readonly doubles: number;
  /** Doubles that are zeros, below zero or not. */
  readonly zeros: number;
  readonly booleans: number;
  readonly dates: number;
  readonly moments: number;
}

/** An aggregate with the first tally of a column as JSON. */
export function firstTallySql(column: string): string {
  return `to_json({
    'values': count(${column}),
    'bigints': count(*) filter (try_cast(${column} as bigint)::text = ${column}),
    'typed': count(*) filter (regexp_full_match(${column}, '-?[0-9][-+0-9.:eET]*|true|false'))
  })::text`;
}

/** The type by the first look; null where it takes another one. */
export function firstTypeFor({ values, bigints, typed }: FirstTally): FoundType | null {
  if (values === 0 || typed < values) return text;
  return bigints === values ? { type: 'BIGINT' } : null;
}

/** An aggregate with the tally of a column as JSON. */
export function tallySql(column: string): string {
  const count = (condition: string) => `count(*) filter (${condition})`;
  const isPadded = `regexp_matches(${column}, '^(0|-?[1-9][0-9]*|-?(0|[1-9][0-9]*)\\.[0-9]+)$') and not regexp_matches(${column}, '^-0\\.?0*$')`;
  const decimals = `length(${column}) - coalesce(nullif(strpos(${column}, '.'), 0), length(${column}))`;
  const same = (type: string) => `try_cast(${column} as ${type})::text = ${column}`;
  return `to_json({
    'values': count(${column}),
    'hugeints': ${count(same('hugeint'))},
    'decimals': ${count(`${isPadded} and not regexp_matches(${column}, '\\.[0-9]*0$')`)},
    'padded': ${count(isPadded)},
    'least': min(${decimals}) filter (${isPadded}),
    'most': max(${decimals}) filter (${isPadded}),
    'whole': max(length(split_part(replace(${column}, '-', ''), '.', 1))) filter (${isPadded}),
    'doubles': ${count(`${same('double')} and isfinite(try_cast(${column} as double))`)},
    'zeros': ${count(`${column} in ('0.0', '-0.0')`)},
    'booleans': ${count(`${column} in ('true', 'false')`)},
    'dates': ${count(`regexp_matches(${column}, '^[0-9]{4}-[0-9]{2}-[0-9]{2}$') and ${same('date')}`)},
    'moments': ${count(`regexp_matches(${column}, '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+$') and replace(try_cast(${column} as timestamp)::text, ' ', 'T') = ${column}`)}
  })::text`;
}

export interface FoundType {
  /** As a table declares it. */
  readonly type: string;
  /** Where it is shown in another way than the type is. */
  readonly storage?: Storage;
}

const text: FoundType = { type: 'VARCHAR' };

export function typeFor(tally: Tally): FoundType {
  const { values, least, most, whole } = tally;
  if (tally.hugeints === values) return { type: 'HUGEINT' };
  if (tally.booleans === values) return { type: 'BOOLEAN' };
  if (tally.dates === values) return { type: 'DATE' };
  if (tally.moments === values) return { type: 'TIMESTAMP' };
  const hasRoom = most !== null && whole !== null && whole + most <= 38;
  if (tally.padded === values && hasRoom && least === most) return { type: `DECIMAL(38,${most})` };
  // Each has its own number of decimals: they are shown without zeros behind them.
  if (tally.decimals === values && hasRoom) return { type: `DECIMAL(38,${most})`, storage: 'calculated' };
  // Where there are zeros alone the engine puts them down as one of them, whatever their signs.
  if (tally.doubles === values && tally.zeros < values) return { type: 'DOUBLE' };
  return text;
}
