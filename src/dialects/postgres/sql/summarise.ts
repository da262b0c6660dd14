// How PostgreSQL summarises and groups.
import { type RawBuilder, sql } from 'kysely';
import type { BucketName } from '../../../contract/buckets.ts';
import type { SummaryName } from '../../../contract/summaries.ts';
import type { Column } from '../../../model/database.ts';
import type { GroupParts, SummaryParts, SummarySql, TextSql, Value } from '../../../query/dialect/sql.ts';
import { computedColumn, declaredScale } from '../../../query/pseudo.ts';
import { compare, comparesByText } from './compare.ts';
import { json, oneLine, shown, storageOf } from './render.ts';
import type { Storage } from './types.ts';

const integer = computedColumn('integer', 'int8', 'bigint');
const numeric = computedColumn('numeric', 'numeric', 'numeric');
const double = computedColumn('numeric', 'float8', 'double precision');
const text = computedColumn('text', 'text', 'text');

/** Where a row lies. */
const place: readonly Column[] = [
  { ...computedColumn('integer', 'oid', 'oid'), name: 'tableoid', nullable: false },
  { ...computedColumn('other', 'plain', 'tid'), name: 'ctid', nullable: false },
];

const wholes: ReadonlySet<Storage> = new Set<Storage>(['int2', 'int4', 'int8', 'oid']);
const floats: ReadonlySet<Storage> = new Set<Storage>(['float4', 'float8']);

export const summarise: SummarySql = {
  summable: (column) => {
    const storage = storageOf(column);
    return wholes.has(storage) || floats.has(storage) || storage === 'numeric';
  },
  summary,
  group,
  // A table without a key is told apart by where its rows lie, its partitions included.
  rowIdentity: ({ kind }) => (kind === 'view' ? null : place),
};

function summary(name: SummaryName, value: Value, column: Column): SummaryParts {
  switch (name) {
    case 'count':
      return shownAs(sql`count(${value})`, integer);
    case 'count_distinct':
      return shownAs(sql`count(distinct ${compare.comparable(value, column, 'equality')})`, integer);
    case 'min':
    case 'max':
      return extreme(name, value, column);
    case 'sum':
      return sum(value, column);
    case 'avg':
      return average(value, column);
  }
}

function shownAs(value: RawBuilder<unknown>, column: Column): SummaryParts {
  return { json: json(value, column), text: shown(value, column), sort: value, column };
}

function sum(value: Value, column: Column): SummaryParts {
  const storage = storageOf(column);
  if (floats.has(storage)) return shownAs(sql`sum(${value}::float8)`, double);
  return shownAs(storage === 'oid' ? sql`sum(${value}::int8)` : sql`sum(${value})::numeric`, numeric);
}

/** An average is right to as many decimals as the column has, and to at least so many. */
const leastDecimals = 8;

/** Four decimals more than are right, from more than the engine itself would divide to. */
function average(value: Value, column: Column): SummaryParts {
  const storage = storageOf(column);
  // The engine's own average also adds up squares, which leave the range of doubles sooner.
  if (floats.has(storage)) {
    return shownAs(sql`sum(${value}::float8) / nullif(count(${value}), 0)`, double);
  }
  const total = storage === 'oid' ? sql`sum(${value}::int8)` : sql`sum(${value})::numeric`;
  const declared = storage === 'numeric' ? declaredScale(column.nativeType) : 0;
  const scale =
    declared === null
      ? sql`greatest(max(scale(${value})), ${sql.lit(leastDecimals)})`
      : sql.lit(Math.max(declared, leastDecimals));
  return shownAs(
    sql`round(round(${total}, ${scale} + 24) / nullif(count(${value}), 0), ${scale} + 4)`,
    numeric,
  );
}

/** The types that the engine itself finds the least and the greatest of. */
const withExtremes: ReadonlySet<Storage> = new Set<Storage>([
  'int2',
  'int4',
  'int8',
  'oid',
  'numeric',
  'float4',
  'float8',
  'text',
  'char',
  'date',
  'timestamp',
  'timestamptz',
  'time',
  'inet',
  'enum',
]);

function extreme(name: 'min' | 'max', value: Value, column: Column): SummaryParts {
  const storage = storageOf(column);
  const aggregate = sql.raw(name);
  if (withExtremes.has(storage)) {
    const found = sql`${aggregate}(${value})`;
    const sort = compare.comparable(found, column, 'sort');
    return { json: json(found, column), text: shown(found, column), sort, column };
  }
  if (comparesByText(column)) {
    const found = sql`${aggregate}(${compare.comparable(value, column, 'sort')})`;
    return { json: textJson(found, column), text: found, sort: found, column: text };
  }
  if (storage === 'boolean') {
    return shownAs(sql`${name === 'min' ? sql`bool_and` : sql`bool_or`}(${value})`, column);
  }
  const direction = name === 'min' ? sql`` : sql` desc`;
  return shownAs(
    sql`(array_agg(${value} order by ${value}${direction}) filter (where ${value} is not null))[1]`,
    column,
  );
}

/** The JSON of a value of which only the text by which it compares is left. */
function textJson(found: Value, column: Column): TextSql {
  const storage = storageOf(column);
  if (storage === 'opaque' || storage === 'unordered') return json(found, text);
  return sql<string>`coalesce(${storage === 'json' ? oneLine(found) : found}, 'null')`;
}

function group(value: Value, column: Column, bucket: BucketName | null): GroupParts {
  const rendered = {
    json: (found: Value) => json(found, column),
    text: (found: Value) => shown(found, column),
  };
  if (bucket !== null) {
    const type = sql.raw(storageOf(column));
    const clock = column.storage === 'date' ? sql`${value}::timestamp` : value;
    const by = sql`date_trunc(${sql.lit(bucket)}, ${clock})::${type}`;
    return { by, shown: by, ...rendered, column };
  }
  const by = compare.comparable(value, column, 'sort');
  if (comparesByText(column)) {
    return { by, shown: by, json: (found) => textJson(found, column), text: (found) => found, column: text };
  }
  // Of texts that differ in case only, the first by code point stands for all.
  const first = column.nativeType === 'citext' ? sql`min(${value}::text collate "C")` : by;
  return { by, shown: first, ...rendered, column };
}
