/** Summaries and date buckets of the reference evaluator: each row of an entity, per join path, counts once. */
import type { DataColumn, Value } from './dataset.ts';
import { exact } from './dataset.ts';
import type { Decimal } from './decimal.ts';
import {
  absolute,
  add,
  canonical,
  compareDecimals,
  decimal,
  isDecimal,
  multiply,
  normal,
  whole,
} from './decimal.ts';
import { compareCells } from './reference/compare-cells.ts';
import { firstInstant, hourBefore, onClock } from './reference/moments.ts';
import { type Cell, isApproximate, isList, numberIn, UncertainError } from './reference/numbers.ts';
import type { Bucket, Summary } from './request.ts';
import type { Attribute, Joined, Scope } from './rows.ts';
import { fieldOf, pathIdentity } from './rows.ts';

/** The same text for all equal values. */
export function identityOf(value: Cell): string {
  if (isApproximate(value)) throw new UncertainError('Numbers that may be rounded are not told apart.');
  if (isList(value)) return `[${value.map(identityOf).join()}]`;
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
  const seen = new Set<string>();
  const values = rows.flatMap((row) => {
    const identity = pathIdentity(scope, row, attribute.nodes);
    const value = fieldOf(attribute, row);
    // If none of its entities has a row, there is nothing to count.
    const isThere = attribute.nodes.some((node) => row[node] !== null);
    if (value === null || !isThere || seen.has(identity)) return [];
    seen.add(identity);
    return [value];
  });
  return summaryOf(values, summary, attribute.column);
}

/** A summary of non-null column values. */
export function summaryOf(
  values: readonly Exclude<Cell, null>[],
  summary: Summary,
  column: DataColumn,
): Cell {
  switch (summary) {
    case 'count':
      return whole(BigInt(values.length));
    case 'count_distinct':
      return whole(BigInt(new Set(values.map(identityOf)).size));
    case 'min':
      return values.reduce<Cell>((a, b) => (a !== null && compareCells(a, b) <= 0 ? a : b), null);
    case 'max':
      return values.reduce<Cell>((a, b) => (a !== null && compareCells(a, b) >= 0 ? a : b), null);
    case 'sum':
      return sum(values.map(plainValue), column);
    case 'avg':
      return average(values.map(plainValue));
  }
}

function plainValue(cell: Cell): Value {
  if (isApproximate(cell) || isList(cell)) throw new UncertainError('A sum of what may be rounded.');
  return cell;
}

/** The maximum error of adding doubles in any order, relative to the sum of their magnitudes. */
const lost = decimal('1e-13');
/** Half of the eighth decimal. */
const rounding = decimal('5e-9');

/** Sums of doubles depend on their order; sums of integers and decimals do not. */
function sum(values: readonly Value[], column: DataColumn): Cell {
  if (values.length === 0) return null;
  if (values.every(isDecimal)) return values.reduce(add);
  const decimals = values.map((value) => numberIn(value)).filter((value) => isDecimal(value));
  if (column.kind === 'decimal' && decimals.length === values.length && areUnits(decimals, column)) {
    return decimals.reduce(add);
  }
  return { total: values.map(exact).reduce(add), count: 1n, tolerance: multiply(size(values), lost) };
}

/** Decimals that an engine without decimals can count exactly in whole units, within a double's integer range. */
function areUnits(decimals: readonly Decimal[], { scale = 6 }: DataColumn): boolean {
  const most = decimal(`9007199254740991e-${scale}`);
  return decimals.every((one) => normal(one).scale <= scale) && compareDecimals(size(decimals), most) <= 0;
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

/** The start of the period of a date or datetime. */
export function periodStart(value: Cell, bucket: Bucket | undefined): Cell {
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

/** The same for an instant, by the clock of a zone: again an instant. */
export function instantStart(value: Cell, bucket: Bucket | undefined, zone: string): Cell {
  if (bucket === undefined || typeof value !== 'string') return value;
  if (bucket === 'hour') return hourBefore(value, zone);
  return firstInstant(String(periodStart(onClock(value, zone), bucket)), zone, value);
}

function monday(year: number, month: number, day: number): string {
  const date = new Date(Date.UTC(year, month - 1, day));
  date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}
