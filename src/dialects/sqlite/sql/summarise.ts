// How SQLite sums and groups values.
import { type RawBuilder, sql } from 'kysely';
import type { BucketName } from '../../../contract/buckets.ts';
import type { Column, Entity } from '../../../model/database.ts';
import { undeclaredScale } from '../../../query/computing/kinds.ts';
import type { StoredColumn } from '../../../query/dialect/computing.ts';
import type { GroupParts, SummaryParts, Value } from '../../../query/dialect/sql.ts';
import { computedColumn, declaredScale } from '../../../query/pseudo.ts';
import type { TypeClass } from '../../base/type-class.ts';
import type { Rendering } from './classes/renderings.ts';
import { type ExactResult, looseDecimals } from './exact-sums.ts';
import { isOfUnits } from './products.ts';
import { areUsualMoments, isUsualMoment } from './usual-moments.ts';

const integer = computedColumn('integer', 'integer', 'INTEGER');
const sum = computedColumn('numeric', 'added', 'NUMERIC');

/** A number of rows. */
export function counted(count: RawBuilder<unknown>): SummaryParts {
  const text = sql<string>`cast(${count} as text)`;
  return { json: text, text, sort: count, column: integer };
}

type Add = NonNullable<TypeClass['add']>;

/** The parts that the engine adds up, and our function that combines them into a number. */
function added(
  kind: 'real' | 'whole' | 'unit' | 'loose',
  name: 'sum' | 'avg',
  parts: RawBuilder<unknown>,
): SummaryParts {
  const call = (result: ExactResult) => sql`${sql.raw(`joinery_${kind}_${result}`)}(${parts})`;
  return {
    json: sql<string>`ifnull(${call(name)}, 'null')`,
    text: sql`replace(${call(name)}, '"', '')`,
    sort: call(`${name}_value`),
    number: finite(call(`${name}_value`)),
    column: sum,
  };
}

/** Computations need finite numbers. */
const finite = (value: Value) => sql`nullif(nullif(${value}, 9e999), -9e999)`;

export const addReals: Add = (name, value) => added('real', name, sql`count(${value}), total(${value})`);

/**
 * Each number is split into its upper and lower half. A number stored as a double turns the sum of lower halves into a
 * double, which reveals that the halves are incomplete.
 */
export const addIntegers: Add = (name, value) =>
  added('whole', name, sql`count(${value}), ${halves(value)}, total(${value})`);

function halves(value: Value): RawBuilder<unknown> {
  const high = sql`((${value}) >> 32)`;
  return sql`sum(${high}), sum((${value}) - (${high} << 32))`;
}

/** As units of the column's declared scale. */
export const addDecimals: Add = (name, value, column) => {
  const scale = declaredScale(column.nativeType) ?? undeclaredScale;
  if (scale === 0) return addIntegers(name, value, column);
  if (scale >= undeclaredScale) {
    const parts = sql`count(${value}), ${halves(value)}, ${units(value, looseDecimals)}, total(${value})`;
    return added('loose', name, parts);
  }
  const known = sql.raw(String(scale));
  const isKnown = isOfUnits(value);
  if (isKnown !== null) return added('unit', name, sql`${known}, ${knownUnits(name, value, isKnown, scale)}`);
  const parts = added('unit', name, sql`${known}, count(${value}), ${units(value, scale)}, total(${value})`);
  if (name === 'avg') return parts;
  const exactly = sumOfUnits(value, scale, parts.sort);
  return { ...parts, sort: exactly, number: finite(exactly) };
};

/**
 * The number of a sum without calling our function, which takes longer than adding a few numbers. Units of up to 15
 * digits, divided by a power of ten, give the double nearest to their text, and whole numbers stay whole.
 */
function sumOfUnits(value: Value, decimals: number, otherwise: Value): RawBuilder<unknown> {
  const { number, fit } = unitsOf(value, decimals);
  const all = sql`total(${number})`;
  const one = sql.raw(`1${'0'.repeat(decimals)}`);
  const whole = sql`cast(${all} as integer)`;
  const exact = sql`iif(${whole} % ${one} = 0, ${whole} / ${one}, ${all} / ${sql.raw(`1e${decimals}`)})`;
  return sql`case when min(${fit}) = 1 and abs(${all}) < 1000000000000000 then ${exact} else ${otherwise} end`;
}

/** As for other decimals; but if all are known to be whole units, they are not checked one by one. */
function knownUnits(
  name: 'sum' | 'avg',
  value: Value,
  isKnown: RawBuilder<boolean> | 'always',
  decimals: number,
): RawBuilder<unknown> {
  const one = sql.raw(`1e${decimals}`);
  const number = sql`round(${value} * ${one})`;
  const units = sql`sum(${number})`;
  // For a sum it is enough to know whether there are any values.
  const some = name === 'avg' ? sql`count(${value})` : sql`${units} is not null`;
  if (isKnown === 'always') return sql`${some}, ${units}, 1, ${units} / ${one}`;
  const isUnknown = sql`filter (where not ${isKnown})`;
  const count = name === 'avg' ? some : sql`iif(${isKnown}, ${some}, count(${value}) ${isUnknown})`;
  const fit = sql`min(${value} = ${number} / ${one}) ${isUnknown}`;
  const double = sql`total(${value}) ${isUnknown}`;
  return sql`${count}, ${units}, iif(${isKnown}, 1, ${fit}), iif(${isKnown}, ${units} / ${one}, ${double})`;
}

/** The number of units, and whether every number consists of whole units. */
function units(value: Value, decimals: number): RawBuilder<unknown> {
  const { number, fit } = unitsOf(value, decimals);
  return sql`total(${number}), min(${fit})`;
}

function unitsOf(
  value: Value,
  decimals: number,
): { readonly number: RawBuilder<unknown>; readonly fit: RawBuilder<unknown> } {
  const one = sql.raw(`1e${decimals}`);
  const number = sql`round((${value}) * ${one})`;
  // With a usual number of decimals, all realistic numbers fit.
  const isCounted = decimals < looseDecimals ? sql`` : sql` and abs(${number}) < 9007199254740992`;
  return { number, fit: sql`${value} = ${number} / ${one}${isCounted}` };
}

/** Texts equal by collation are represented by the first in code point order. */
export function group({ json, text }: Rendering, value: Value, column: Column): GroupParts {
  return { by: value, shown: sql`min(${value} collate binary)`, json, text, column };
}

/** The least moment of a period lies in it, so the start of its period can be shown. */
export function groupByPeriod(
  { json, text }: Rendering,
  value: Value,
  column: Column,
  bucket: BucketName,
  zone: string,
  stored: StoredColumn | null,
): GroupParts {
  const shown = sql`joinery_bucket_text(min(${value}), ${sql.lit(bucket)}, ${sql.lit(zone)})`;
  return { by: period(value, bucket, zone, stored), shown, json, text, column };
}

/** The start of the period, with the engine's own functions if the text is usual. A text in no period stays as it is. */
function period(
  value: Value,
  bucket: BucketName,
  zone: string,
  stored: StoredColumn | null,
): RawBuilder<unknown> {
  const start: Readonly<Record<BucketName, RawBuilder<unknown>>> = {
    year: sql`substr(${value}, 1, 4) || '-01-01'`,
    quarter: sql`substr(${value}, 1, 5) || substr('01040710', (substr(${value}, 6, 2) - 1) / 3 * 2 + 1, 2) || '-01'`,
    month: sql`substr(${value}, 1, 7) || '-01'`,
    week: sql`date(${value}, '-6 days', 'weekday 1')`,
    day: sql`substr(${value}, 1, 10)`,
    hour: sql`substr(${value}, 1, 10) || case substr(${value}, 12, 2) when '00' then '' when '' then '' else 'T' || substr(${value}, 12, 2) || ':00:00' end`,
  };
  const areUsual = stored && areUsualMoments(stored);
  const known = areUsual === null ? sql`` : sql` when ${areUsual} then ${start[bucket]}`;
  return sql`case${known} when ${isUsualMoment(value)} then ${start[bucket]} else joinery_bucket(${value}, ${sql.lit(bucket)}, ${sql.lit(zone)}) end`;
}

/** A table without a key has row ids, under a name that no column uses; a view has none. */
export function rowIdentity(entity: Entity): readonly Column[] | null {
  // Row ids would reveal hidden rows, so restricted entities do not expose them.
  if (entity.kind === 'view' || entity.restriction !== null) return null;
  const taken = new Set(entity.columns.map(({ name }) => name.toLowerCase()));
  const name = ['rowid', '_rowid_', 'oid'].find((candidate) => !taken.has(candidate));
  return name === undefined ? null : [{ ...integer, name, nullable: false }];
}
