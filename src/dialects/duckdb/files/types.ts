// The type of a column of texts, by all of its values: one that gives back the text of each.
import type { Storage } from '../sql/types.ts';

/** What a first look at all values of a column tells. Most columns need no other. */
export interface FirstTally {
  readonly values: number;
  readonly bigints: number;
  /** Values that begin like those of a type and have no other letters than these. */
  readonly typed: number;
  /** The beginning of one of the values. */
  readonly some: string | null;
}

/** What is known of a column after a second look; what it did not ask for is missing. */
export interface Tally {
  readonly values: number;
  readonly hugeints?: number;
  /** Decimals without zeros at their end. */
  readonly decimals?: number;
  /** Decimals, whatever they end with. */
  readonly padded?: number;
  /** The fewest and the most decimals, and the most digits before the point. */
  readonly least?: number | null;
  readonly most?: number | null;
  readonly whole?: number | null;
  readonly doubles?: number;
  /** Doubles that are zeros, and those with a sign. */
  readonly zeros?: number;
  readonly signedZeros?: number;
  readonly booleans?: number;
  readonly dates?: number;
  readonly moments?: number;
}

/** An aggregate with the first tally of a column as JSON. */
export function firstTallySql(column: string): string {
  return `to_json({
    'values': count(${column}),
    'bigints': count(*) filter (try_cast(${column} as bigint)::text = ${column}),
    'typed': count(*) filter (regexp_full_match(${column}, '-?[0-9][-+0-9.:eET]*|true|false')),
    'some': left(any_value(${column}), ${mostDigits})
  })::text`;
}

/** The type by the first look; null where it takes another one. */
export function firstTypeFor({ values, bigints, typed }: FirstTally): FoundType | null {
  if (values === 0 || typed < values) return text;
  return bigints === values ? { type: 'BIGINT' } : null;
}

/** What a second look can be for. */
export type Aspect = 'whole' | 'decimal' | 'double' | 'boolean' | 'date' | 'moment';

/** A number that is shown is no longer than this. */
const mostDigits = 64;

/** By how a value begins, which types can have it: one that cannot have some value is not that of its column. */
const aspects: readonly (readonly [look: RegExp, aspects: readonly Aspect[]])[] = [
  [/^(true|false)$/, ['boolean']],
  [/^\d{4}-\d\d-\d\d$/, ['date']],
  [/^\d{4}-\d\d-\d\dT/, ['moment']],
  [/^-?\d+$/, ['whole', 'decimal']],
  [/^-?\d+\.\d+$/, ['decimal', 'double']],
  [/^-?\d[\d.]*[eE]/, ['double']],
];

/** What is worth a second look. */
export function aspectsOf({ some }: FirstTally): readonly Aspect[] {
  return aspects.find(([look]) => look.test(some ?? ''))?.[1] ?? [];
}

const count = (condition: string) => `count(*) filter (${condition})`;
const same = (column: string, type: string) => `try_cast(${column} as ${type})::text = ${column}`;

type Member = readonly [name: keyof Tally, aggregate: string];

/** What a tally has of each. To plan all of it takes longer than to look through a small file. */
const members: Readonly<Record<Aspect, (column: string) => readonly Member[]>> = {
  whole: (column) => [['hugeints', count(same(column, 'hugeint'))]],
  decimal(column) {
    const isPadded = `regexp_matches(${column}, '^(0|-?[1-9][0-9]*|-?(0|[1-9][0-9]*)\\.[0-9]+)$') and not regexp_matches(${column}, '^-0\\.?0*$')`;
    const decimals = `length(${column}) - coalesce(nullif(strpos(${column}, '.'), 0), length(${column}))`;
    return [
      ['decimals', count(`${isPadded} and not regexp_matches(${column}, '\\.[0-9]*0$')`)],
      ['padded', count(isPadded)],
      ['least', `min(${decimals}) filter (${isPadded})`],
      ['most', `max(${decimals}) filter (${isPadded})`],
      ['whole', `max(length(split_part(replace(${column}, '-', ''), '.', 1))) filter (${isPadded})`],
    ];
  },
  double: (column) => [
    ['doubles', count(`${same(column, 'double')} and isfinite(try_cast(${column} as double))`)],
    ['zeros', count(`${column} = '0.0'`)],
    ['signedZeros', count(`${column} = '-0.0'`)],
  ],
  boolean: (column) => [['booleans', count(`${column} in ('true', 'false')`)]],
  date: (column) => [
    ['dates', count(`regexp_matches(${column}, '^[0-9]{4}-[0-9]{2}-[0-9]{2}$') and ${same(column, 'date')}`)],
  ],
  moment: (column) => [
    [
      'moments',
      count(
        `regexp_matches(${column}, '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+$') and replace(try_cast(${column} as timestamp)::text, ' ', 'T') = ${column}`,
      ),
    ],
  ],
};

/** An aggregate with the tally of a column as JSON, as far as it is asked for. */
export function tallySql(column: string, asked: readonly Aspect[]): string {
  const values: Member = ['values', `count(${column})`];
  const all = [values, ...asked.flatMap((aspect) => members[aspect](column))];
  return `to_json({${all.map(([name, aggregate]) => `'${name}': ${aggregate}`).join(', ')}})::text`;
}

export interface FoundType {
  /** As a table declares it. */
  readonly type: string;
  /** Where it is shown in another way than the type is. */
  readonly storage?: Storage;
  /** A narrower type that has every value: the engine reads texts into it in a fraction of the time. */
  readonly readAs?: string;
  /** Whether some of its zeros have a sign and others have none. */
  readonly hasBothZeros?: boolean;
}

const text: FoundType = { type: 'VARCHAR' };

export function typeFor(tally: Tally): FoundType {
  const { values, zeros = 0, signedZeros = 0, least = null, most = null, whole = null } = tally;
  if (tally.hugeints === values) return { type: 'HUGEINT' };
  if (tally.booleans === values) return { type: 'BOOLEAN' };
  if (tally.dates === values) return { type: 'DATE' };
  if (tally.moments === values) return { type: 'TIMESTAMP' };
  const decimal = most === null || whole === null ? null : decimalOf(whole, most);
  if (tally.padded === values && decimal !== null && least === most) return decimal;
  // Each has its own number of decimals: they are shown without zeros behind them.
  if (tally.decimals === values && decimal !== null) return { ...decimal, storage: 'calculated' };
  if (tally.doubles === values) return { type: 'DOUBLE', hasBothZeros: zeros > 0 && signedZeros > 0 };
  return text;
}

/** Null where there is no room for so many digits before and behind the point. */
function decimalOf(whole: number, decimals: number): FoundType | null {
  const type = `DECIMAL(38,${decimals})`;
  if (whole + decimals > 38) return null;
  // In one word of the machine instead of two.
  return whole + decimals > 18 ? { type } : { type, readAs: `DECIMAL(18,${decimals})` };
}
