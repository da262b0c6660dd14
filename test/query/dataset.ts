/** Tables with their rows in memory: input of the reference evaluator, and loaded into every engine. */
import type { Engine } from '../support/servers.ts';
import type { Decimal } from './decimal.ts';
import { canonical, compareDecimals, decimal, exactly, fixed, isDecimal } from './decimal.ts';

/** Dates and times are ISO texts, bytes are base64, integers are decimals with scale 0. */
export type Value = null | boolean | string | number | Decimal;

export type Kind =
  | 'integer'
  | 'bigint'
  | 'decimal'
  | 'double'
  | 'boolean'
  | 'text'
  | 'date'
  | 'datetime'
  | 'time'
  | 'uuid'
  | 'binary';

export interface DataColumn {
  readonly name: string;
  readonly kind: Kind;
  readonly required?: boolean;
  /** The maximum length of a text; unlimited if absent. */
  readonly length?: number;
  /** For decimals. */
  readonly precision?: number;
  readonly scale?: number;
  /** The separator between date and time in a datetime, if not `T`. */
  readonly separator?: string;
  /** For datetimes: an instant, with the UTC offset if the engine shows one. */
  readonly isInstant?: boolean;
  /** False if engines show the value as different texts, so that text functions have no unique result. */
  readonly textual?: boolean;
  /** A list of values instead of a single one. */
  readonly isList?: boolean;
  /** False if engines store the value differently, so that answers differ between engines. */
  readonly portable?: boolean;
}

export interface DataForeignKey {
  readonly columns: readonly string[];
  readonly target: string;
  readonly targetColumns: readonly string[];
}

export type Row = readonly Value[];

export interface DataTable {
  /** The entity's name; `schema.table` outside the default schema. */
  readonly name: string;
  readonly schema?: string;
  readonly columns: readonly DataColumn[];
  readonly primaryKey: readonly string[];
  readonly foreignKeys: readonly DataForeignKey[];
  readonly rows: readonly Row[];
  /** A view's SQL, with names that need no quotes. */
  readonly view?: string;
  /** The engines that support it; absent for all. */
  readonly engines?: readonly Engine[];
}

export interface DataSet {
  readonly name: string;
  readonly tables: readonly DataTable[];
}

/** A data set as one engine stores it. */
export interface EngineData {
  readonly engine: Engine;
  readonly name: string;
  readonly tables: ReadonlyMap<string, DataTable>;
}

export function storedOn(engine: Engine, data: DataSet): EngineData {
  const there = data.tables.filter((table) => table.engines?.includes(engine) ?? true);
  const names = new Set(there.map((table) => table.name));
  const tables = there.map((table) => {
    const columns = table.columns.map((column) => storedColumn(engine, column));
    const rows = table.rows.map((row) => row.map((value, i) => storedValue(engine, columns[i], value)));
    const foreignKeys = table.foreignKeys.filter((key) => names.has(key.target));
    const stored = { ...table, columns, rows, foreignKeys };
    return engine === 'duckdb' ? withoutOwnReferences(stored) : stored;
  });
  return { engine, name: data.name, tables: new Map(tables.map((table) => [table.name, table])) };
}

/** Removes rows' references to themselves, which DuckDB refuses. */
export function withoutOwnReferences(table: DataTable): DataTable {
  const own = table.foreignKeys.find(({ target }) => target === table.name);
  const [column, key] = [own?.columns[0], own?.targetColumns[0]];
  if (column === undefined || key === undefined) return table;
  const [from, to] = [columnIndex(table, column), columnIndex(table, key)];
  const rows = table.rows.map((row) => {
    const [own, other] = [row[from] ?? null, row[to] ?? null];
    const isItself = own !== null && other !== null && compareValues(own, other) === 0;
    return isItself ? row.with(from, null) : row;
  });
  return { ...table, rows };
}

/** Only SQLite returns a datetime as it was written. */
function storedColumn(engine: Engine, column: DataColumn): DataColumn {
  return engine === 'sqlite' ? column : { ...column, separator: 'T' };
}

/** SQLite has no decimals: non-integers are doubles there. The other engines pad to the column's scale. */
function storedValue(engine: Engine, column: DataColumn | undefined, value: Value): Value {
  if (typeof value === 'string' && column?.kind === 'datetime') {
    const shown = column.isInstant ? value.replace('Z', offsets[engine]) : value;
    return shown.replace('T', column.separator ?? 'T');
  }
  if (!isDecimal(value)) return value;
  if (engine === 'sqlite') return sqliteNumber(value);
  if (column?.kind !== 'decimal' || column.scale === undefined) return value;
  return { unscaled: value.unscaled * 10n ** BigInt(column.scale - value.scale), scale: column.scale };
}

/** How an answer marks an instant as UTC; SQLite shows the stored text. */
const offsets: Readonly<Record<Engine, string>> = {
  sqlite: 'Z',
  postgres: '+00:00',
  mysql: '',
  duckdb: '+00:00',
};

const int64 = 2n ** 63n;

/** SQLite's representation of a number: a 64-bit integer, or else the nearest double. */
export function sqliteNumber(value: Decimal): Decimal | number {
  const one = 10n ** BigInt(value.scale);
  const integer = value.unscaled / one;
  if (value.unscaled % one === 0n && integer >= -int64 && integer < int64) {
    return { unscaled: integer, scale: 0 };
  }
  return Number(fixed(value));
}

/** The columns of a table's default order: the key, or all columns without one. */
export function keyOf(table: DataTable): readonly string[] {
  return table.primaryKey.length > 0 ? table.primaryKey : table.columns.map((column) => column.name);
}

export function columnIndex(table: DataTable, name: string): number {
  const index = table.columns.findIndex((column) => column.name === name);
  if (index < 0) throw new Error(`${table.name} has no column "${name}".`);
  return index;
}

/** The text that an answer shows, which text functions operate on. */
export function shown(value: Exclude<Value, null>): string {
  if (isDecimal(value)) return fixed(value);
  return typeof value === 'number' && Number.isFinite(value)
    ? canonical(decimal(String(value)))
    : String(value);
}

export function isNumeric(kind: Kind): boolean {
  return kind === 'integer' || kind === 'bigint' || kind === 'decimal' || kind === 'double';
}

/** By code point, like the binary collations of all engines. */
export function compareTexts(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    if (a[i] !== b[i]) return rank(a.charCodeAt(i)) - rank(b.charCodeAt(i));
  }
  return a.length - b.length;
}

/** Surrogates encode the highest code points, although their own code units are not the highest. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit;
}

export function compareValues(a: Exclude<Value, null>, b: Exclude<Value, null>): number {
  if (typeof a === 'string' && typeof b === 'string') return compareTexts(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (typeof a === 'number' && typeof b === 'number') return a < b ? -1 : a > b ? 1 : 0;
  return compareDecimals(exact(a), exact(b));
}

export function exact(value: Value): Decimal {
  if (typeof value === 'number') return exactly(value);
  if (isDecimal(value)) return value;
  throw new Error(`${JSON.stringify(value)} is not a number.`);
}
