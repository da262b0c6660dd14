// How SQLite summarises and groups.
import { type RawBuilder, sql } from 'kysely';
import type { BucketName, SummaryName } from '../../contract/grid.ts';
import type { Column, Entity } from '../../model/database.ts';
import { computedColumn, declaredScale } from '../../query/pseudo.ts';
import type { GroupParts, SummaryParts, SummarySql, Value } from '../../query/sql.ts';
import { compare } from './compare.ts';
import { json } from './render.ts';

const integer = computedColumn('integer', 'integer', 'INTEGER');
const real = computedColumn('numeric', 'real', 'REAL');

export const summarise: SummarySql = {
  summable: ({ mode }) => mode === 'integer' || mode === 'numeric' || mode === 'other',
  summary,
  group,
  rowIdentity,
};

function summary(name: SummaryName, value: Value, column: Column): SummaryParts {
  switch (name) {
    case 'count':
      return counted(sql`count(${value})`);
    case 'count_distinct':
      return counted(sql`count(distinct ${compare.comparable(value, column, 'equality')})`);
    case 'min':
    case 'max':
      return extreme(name, value, column);
    case 'sum':
    case 'avg':
      return column.storage === 'real'
        ? added(sql`${sql.raw(name)}(${value})`)
        : exactly(name, value, column);
  }
}

function counted(count: RawBuilder<unknown>): SummaryParts {
  const text = sql<string>`cast(${count} as text)`;
  return { json: text, text, sort: count, column: integer };
}

function added(sum: RawBuilder<unknown>): SummaryParts {
  // Written as the other engines write it: without a fraction where there is none.
  const text = sql`joinery_number(${sum})`;
  return {
    json: sql<string>`ifnull(${text}, 'null')`,
    text: sql`replace(${text}, '"', '')`,
    sort: sum,
    column: real,
  };
}

/** A moment is found by what it means and shown as it is stored, which stands behind what sorts. */
function extreme(name: 'min' | 'max', value: Value, column: Column): SummaryParts {
  const aggregate = sql.raw(name);
  if (column.storage !== 'moment') {
    const found = sql`${aggregate}(${value})`;
    return { json: json(found, column), text: compare.shown(found, column), sort: found, column };
  }
  const both = sql`${aggregate}(joinery_moment(${value}) || char(1) || ${value})`;
  const stored = sql`substr(${both}, instr(${both}, char(1)) + 1)`;
  const text = compare.shown(stored, column);
  return { json: json(stored, column), text, sort: sql`joinery_moment(${stored})`, column };
}

/** The largest double below which every whole number is one. */
const exactlyWhole = '9007199254740992.0';

function exactly(name: 'sum' | 'avg', value: Value, column: Column): SummaryParts {
  const scale = column.mode === 'numeric' ? (declaredScale(column.nativeType) ?? 0) : 0;
  const unit = sql.raw(`1e${Math.min(scale, 300)}`);
  const whole = sql`case when typeof(${value}) = 'integer' then ${value} end`;
  const scaled = sql`${value} * ${unit}`;
  const fits = sql`typeof(${value}) = 'real' and abs(${scaled}) < ${sql.raw(exactlyWhole)} and round(${scaled}) / ${unit} = ${value}`;
  const units = sql`case when ${fits} then cast(round(${scaled}) as integer) end`;
  const parts = sql.join([
    sql`${BigInt(scale)}`,
    sql`count(${value})`,
    sql`sum((${whole}) >> 32)`,
    sql`sum((${whole}) & 4294967295)`,
    sql`sum((${units}) >> 32)`,
    sql`sum((${units}) & 4294967295)`,
    sql`count(${value}) - count(${whole}) - count(${units})`,
    sql`total(${value})`,
  ]);
  const asJson = sql<string>`${sql.raw(`joinery_${name}`)}(${parts})`;
  return {
    json: asJson,
    text: sql`nullif(replace(${asJson}, '"', ''), 'null')`,
    sort: sql`${sql.raw(`joinery_${name}_order`)}(${parts})`,
    column: real,
  };
}

function group(value: Value, column: Column, bucket: BucketName | null): GroupParts {
  const rendered = {
    json: (shown: Value) => json(shown, column),
    text: (shown: Value) => compare.shown(shown, column),
  };
  if (bucket !== null) {
    const unit = sql.lit(bucket);
    return {
      by: sql`joinery_bucket(${value}, ${unit})`,
      shown: sql`min(joinery_bucket_text(${value}, ${unit}))`,
      ...rendered,
      column,
    };
  }
  const by = compare.comparable(value, column, 'order');
  // Of texts that a collation holds for equal, the first by code point stands for all.
  return { by, shown: sql`min(${value} collate binary)`, ...rendered, column };
}

/** A table without a key has row ids, under a name that is not taken; a view has none. */
function rowIdentity(entity: Entity): readonly Column[] | null {
  if (entity.kind === 'view') return null;
  const taken = new Set(entity.columns.map(({ name }) => name.toLowerCase()));
  const name = ['rowid', '_rowid_', 'oid'].find((candidate) => !taken.has(candidate));
  return name === undefined ? null : [{ ...integer, name, nullable: false }];
}
