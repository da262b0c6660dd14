// The type of a column of texts, based on all of its values: one that renders each value as its original text.
import type { Storage } from '../sql/types.ts';

/** The result of a first scan over all values of a column. Most columns need no second scan. */
export interface FirstTally {
  readonly values: number;
  readonly bigints: number;
  /** Values that look like those of a type, judging by their first character and letters. */
  readonly typed: number;
  /** The beginning of one of the values. */
  readonly some: string | null;
}

/** The result of a second scan; fields that it did not ask for are missing. */
export interface Tally {
  readonly values: number;
  readonly hugeints?: number;
  /** Decimals without trailing zeros. */
  readonly decimals?: number;
  /** Decimals, with or without trailing zeros. */
  readonly padded?: number;
  /** The fewest and most decimals, and the most digits before the point. */
  readonly least?: number | null;
  readonly most?: number | null;
  readonly whole?: number | null;
  readonly doubles?: number;
  /** Doubles that are zero, and those of them with a sign. */
  readonly zeros?: number;
  readonly signedZeros?: number;
  readonly booleans?: number;
  readonly dates?: number;
  readonly moments?: number;
}

/** An aggregate that returns the first tally of a column as JSON. */
export function firstTallySql(column: string): string {
  return `to_json({
    'values': count(${column}),
    'bigints': count(*) filter (try_cast(${column} as bigint)::text = ${column}),
    'typed': count(*) filter (regexp_full_match(${column}, '-?[0-9][-+0-9.:eET]*|true|false')),
    'some': left(any_value(${column}), ${maxDigits})
  })::text`;
}

/** The type according to the first scan; null if a second one is needed. */
export function firstTypeFor({ values, bigints, typed }: FirstTally): FoundType | null {
  if (values === 0 || typed < values) return text;
  return bigints === values ? { type: 'BIGINT' } : null;
}

/** What a second scan can check. */
export type Aspect = 'whole' | 'decimal' | 'double' | 'boolean' | 'date' | 'moment';

/** Displayed numbers are no longer than this. */
const maxDigits = 64;

/** The possible types by the look of one value: a type that does not fit this value does not fit its column. */
const aspects: readonly (readonly [look: RegExp, aspects: readonly Aspect[]])[] = [
  [/^(true|false)$/, ['boolean']],
  [/^\d{4}-\d\d-\d\d$/, ['date']],
  [/^\d{4}-\d\d-\d\dT/, ['moment']],
  [/^-?\d+$/, ['whole', 'decimal']],
  [/^-?\d+\.\d+$/, ['decimal', 'double']],
  [/^-?\d[\d.]*[eE]/, ['double']],
];

/** What is worth checking in a second scan. */
export function aspectsOf({ some }: FirstTally): readonly Aspect[] {
  return aspects.find(([look]) => look.test(some ?? ''))?.[1] ?? [];
}

const count = (condition: string) => `count(*) filter (${condition})`;
const same = (column: string, type: string) => `try_cast(${column} as ${type})::text = ${column}`;

type Member = readonly [name: keyof Tally, aggregate: string];

/** The aggregates for each aspect. Planning all of them takes longer than scanning a small file. */
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

/** An aggregate that returns the requested parts of a column's tally as JSON. */
export function tallySql(column: string, asked: readonly Aspect[]): string {
  const values: Member = ['values', `count(${column})`];
  const all = [values, ...asked.flatMap((aspect) => members[aspect](column))];
  return `to_json({${all.map(([name, aggregate]) => `'${name}': ${aggregate}`).join(', ')}})::text`;
}

export interface FoundType {
  /** As declared in a table. */
  readonly type: string;
  /** Set if values are not shown in the usual way of the type. */
  readonly storage?: Storage;
  /** A narrower type that fits every value: the engine parses texts into it in a fraction of the time. */
  readonly readAs?: string;
  /** Whether some zeros have a sign and others do not. */
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
  // The numbers of decimals differ: they are shown without trailing zeros.
  if (tally.decimals === values && decimal !== null) return { ...decimal, storage: 'calculated' };
  if (tally.doubles === values) return { type: 'DOUBLE', hasBothZeros: zeros > 0 && signedZeros > 0 };
  return text;
}

/** Null if the type has no room for this many digits before and after the point. */
function decimalOf(whole: number, decimals: number): FoundType | null {
  const type = `DECIMAL(38,${decimals})`;
  if (whole + decimals > 38) return null;
  // Fits into one machine word instead of two.
  return whole + decimals > 18 ? { type } : { type, readAs: `DECIMAL(18,${decimals})` };
}
