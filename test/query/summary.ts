/** Summaries and date buckets of the reference evaluator: each row of an entity, as reached, counts once. */
import type { Value } from './dataset.ts';
import { compareValues, exact } from './dataset.ts';
import type { Decimal } from './decimal.ts';
import { absolute, add, canonical, decimal, isDecimal, multiply, whole } from './decimal.ts';
import type { Bucket, Summary } from './request.ts';
import type { Attribute, Joined, Scope } from './rows.ts';
import { fieldOf, pathIdentity } from './rows.ts';

/** A number that an engine may round: any answer within `tolerance` of `total / count` is right. */
export interface Near {
  readonly total: Decimal;
  readonly count: bigint;
  readonly tolerance: Decimal;
}

export type Cell = Value | Near;

export function isNear(cell: Cell): cell is Near {
  return typeof cell === 'object' && cell !== null && 'tolerance' in cell;
}

/** One text for all values that are equal. */
export function identityOf(value: Value): string {
  if (value === null) return 'null';
  if (typeof value === 'number' || isDecimal(value)) return `#${canonical(exact(value))}`;
  return JSON.stringify(value);
}

export function summarise(
  scope: Scope,
  rows: readonly Joined[],
  attribute: Attribute,
  summary: Summary,
): Cell {
  const values = valuesOnce(scope, rows, attribute);
  switch (summary) {
    case 'count':
      return whole(BigInt(values.length));
    case 'count_distinct':
      return whole(BigInt(new Set(values.map(identityOf)).size));
    case 'min':
      return values.reduce<Value>((a, b) => (a !== null && compareValues(a, b) <= 0 ? a : b), null);
    case 'max':
      return values.reduce<Value>((a, b) => (a !== null && compareValues(a, b) >= 0 ? a : b), null);
    case 'sum':
      return sum(values);
    case 'avg':
      return average(values);
  }
}

function valuesOnce(scope: Scope, rows: readonly Joined[], attribute: Attribute): Exclude<Value, null>[] {
  const seen = new Set<string>();
  return rows.flatMap((row) => {
    const identity = pathIdentity(scope, row, attribute.node);
    const value = fieldOf(attribute, row);
    if (identity === null || value === null || seen.has(identity)) return [];
    seen.add(identity);
    return [value];
  });
}

/** What adding doubles up in any order may lose, of the sum of their sizes. */
const lost = decimal('1e-13');
/** Half of the last of eight decimals. */
const rounding = decimal('5e-9');

/** Doubles add up differently in another order; whole numbers and decimals do not. */
function sum(values: readonly Value[]): Cell {
  if (values.length === 0) return null;
  const total = values.map(exact).reduce(add);
  if (values.every(isDecimal)) return total;
  return { total, count: 1n, tolerance: multiply(size(values), lost) };
}

function average(values: readonly Value[]): Cell {
  if (values.length === 0) return null;
  const total = values.map(exact).reduce(add);
  const tolerance = values.every(isDecimal) ? rounding : add(rounding, multiply(size(values), lost));
  return { total, count: BigInt(values.length), tolerance };
}

function size(values: readonly Value[]): Decimal {
  return values.map((value) => absolute(exact(value))).reduce(add);
}

/** The start of the period that a date or datetime lies in. */
export function periodStart(value: Value, bucket: Bucket | undefined): Value {
  if (bucket === undefined || typeof value !== 'string') return value;
  const [year, month, day] = [value.slice(0, 4), Number(value.slice(5, 7)), value.slice(8, 10)];
  const starts: Record<Bucket, () => string> = {
    year: () => `${year}-01-01`,
    quarter: () => `${year}-${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`,
    month: () => `${value.slice(0, 7)}-01`,
    week: () => monday(Number(year), month, Number(day)),
    day: () => value.slice(0, 10),
    hour: () => `${value.slice(0, 13)}:00:00`,
  };
  const start = starts[bucket]();
  const rest = value.length > 10 && start.length === 10 ? `${value.charAt(10)}00:00:00` : '';
  return `${start}${rest}`;
}

function monday(year: number, month: number, day: number): string {
  const date = new Date(Date.UTC(year, month - 1, day));
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}
