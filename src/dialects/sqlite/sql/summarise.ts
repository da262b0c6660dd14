// How SQLite summarises and groups.
import { type RawBuilder, sql } from 'kysely';
import type { BucketName } from '../../../contract/buckets.ts';
import type { SummaryName } from '../../../contract/summaries.ts';
import type { Column, Entity } from '../../../model/database.ts';
import type { GroupParts, SummaryParts, SummarySql, Value } from '../../../query/dialect/sql.ts';
import { computedColumn, declaredScale } from '../../../query/pseudo.ts';
import { compare } from './compare.ts';
import type { ExactResult } from './exact-sums.ts';
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
      return counted(sql`count(distinct ${value})`);
    case 'min':
    case 'max':
      return extreme(name, value, column);
    case 'sum':
    case 'avg':
      return exactly(name, value, column);
  }
}

function counted(count: RawBuilder<unknown>): SummaryParts {
  const text = sql<string>`cast(${count} as text)`;
  return { json: text, text, sort: count, column: integer };
}

function extreme(name: 'min' | 'max', value: Value, column: Column): SummaryParts {
  const found = sql`${sql.raw(name)}(${value})`;
  return { json: json(found, column), text: compare.shown(found, column), sort: found, column };
}

/** What the engine adds up, and the function of ours that makes a number of it. */
function exactly(name: 'sum' | 'avg', value: Value, column: Column): SummaryParts {
  const scale = column.mode === 'numeric' ? (declaredScale(column.nativeType) ?? 0) : 0;
  const [kind, parts] =
    column.storage === 'real'
      ? ['real', realParts(value)]
      : scale === 0
        ? ['whole', wholeParts(value)]
        : ['unit', unitParts(value, scale)];
  const call = (result: ExactResult) => sql`${sql.raw(`joinery_${kind}_${result}`)}(${parts})`;
  return {
    json: sql<string>`ifnull(${call(name)}, 'null')`,
    text: sql`replace(${call(name)}, '"', '')`,
    sort: call(`${name}_order`),
    column: real,
  };
}

function realParts(value: Value): RawBuilder<unknown> {
  return sql`count(${value}), total(${value})`;
}

/**
 * Each number is taken apart into its upper and its lower half. A number that the engine keeps as a double makes a
 * double of the sum of lower halves, which so tells that the halves are not all there is.
 */
function wholeParts(value: Value): RawBuilder<unknown> {
  const high = sql`((${value}) >> 32)`;
  return sql`count(${value}), sum(${high}), sum((${value}) - (${high} << 32)), total(${value})`;
}

function unitParts(value: Value, scale: number): RawBuilder<unknown> {
  const one = sql.raw(`1e${Math.min(scale, 300)}`);
  const units = sql`round((${value}) * ${one})`;
  return sql`${sql.raw(String(scale))}, count(${value}), total(${units}), min(${value} = ${units} / ${one}), total(${value})`;
}

function group(value: Value, column: Column, bucket: BucketName | null): GroupParts {
  const rendered = {
    json: (shown: Value) => json(shown, column),
    text: (shown: Value) => compare.shown(shown, column),
  };
  if (bucket !== null) {
    // The least moment of a period is one of its own, so its period's start is the one to show.
    const shown = sql`joinery_bucket_text(min(${value}), ${sql.lit(bucket)})`;
    return { by: period(value, bucket), shown, ...rendered, column };
  }
  // Of texts that a collation holds for equal, the first by code point stands for all.
  return { by: value, shown: sql`min(${value} collate binary)`, ...rendered, column };
}

/** The start of the period by the engine's own means where the text has one of the two usual forms. */
function period(value: Value, bucket: BucketName): RawBuilder<unknown> {
  const start: Readonly<Record<BucketName, RawBuilder<unknown>>> = {
    year: sql`substr(${value}, 1, 4) || '-01-01'`,
    quarter: sql`substr(${value}, 1, 5) || substr('01040710', (substr(${value}, 6, 2) - 1) / 3 * 2 + 1, 2) || '-01'`,
    month: sql`substr(${value}, 1, 7) || '-01'`,
    week: sql`date(${value}, '-6 days', 'weekday 1')`,
    day: sql`substr(${value}, 1, 10)`,
    hour: sql`substr(${value}, 1, 10) || case substr(${value}, 12, 2) when '00' then '' when '' then '' else 'T' || substr(${value}, 12, 2) || ':00:00' end`,
  };
  const isUsual = sql`(${value} glob ${sql.lit(usualDate)} or ${value} glob ${sql.lit(`${usualDate}[ T]${usualTime}`)})`;
  return sql`case when ${isUsual} then ${start[bucket]} else joinery_bucket(${value}, ${sql.lit(bucket)}) end`;
}

const usualDate = '[0-9][0-9][0-9][0-9]-[01][0-9]-[0-3][0-9]';
const usualTime = '[0-2][0-9]:[0-5][0-9]:[0-5][0-9]';

/** A table without a key has row ids, under a name that is not taken; a view has none. */
function rowIdentity(entity: Entity): readonly Column[] | null {
  if (entity.kind === 'view') return null;
  const taken = new Set(entity.columns.map(({ name }) => name.toLowerCase()));
  const name = ['rowid', '_rowid_', 'oid'].find((candidate) => !taken.has(candidate));
  return name === undefined ? null : [{ ...integer, name, nullable: false }];
}
