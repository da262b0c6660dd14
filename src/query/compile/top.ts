// The first rows of an answer, or of each of its partitions.
import { type RawBuilder, sql } from 'kysely';
import type { Value } from '../dialect/sql.ts';
import { isConstant } from '../plan/computed-nodes.ts';
import type { PlanTop } from '../plan/plan.ts';
import { answerTable, type Draft } from './draft.ts';
import { orderBy } from './order.ts';
import { partitionValues, type TieBreakers, type WindowTerm, windowOf, windowTerms } from './windows.ts';

const g = sql.id(answerTable);
const all = sql`${g}.*`;
const place = sql.id('place');

export function firstOf(
  draft: Draft,
  { n, per, order }: PlanTop,
  table: RawBuilder<unknown>,
  last: TieBreakers,
): RawBuilder<unknown> {
  const window = windowOf(draft, per, order, last);
  // DuckDB turns an empty result into a row of NULLs when asked for the first row overall.
  if (per.every(isConstant)) {
    return sql`(select ${all} from ${table} as ${g} ${window} ${draft.dialect.page(sql.lit(n), null)})`;
  }
  const placed = sql`select ${all}, row_number() over (${window}) as ${place}`;
  const [first] = windowTerms(draft, order, last);
  const isBounded = draft.dialect.computing.boundsPartitions === true && first !== undefined;
  const places = isBounded
    ? numberedWithin(draft, { table, placed, parts: partitionValues(draft, per), first, n })
    : sql`(${placed} from ${table} as ${g})`;
  return sql`(select ${all} from ${places} as ${g} where ${sql.id(answerTable, 'place')} <= ${sql.lit(n)})`;
}

interface Numbering {
  readonly table: RawBuilder<unknown>;
  /** Selects all columns of a row, with its place. */
  readonly placed: RawBuilder<unknown>;
  /** The values that rows of one partition share. */
  readonly parts: readonly Value[];
  /** The first term of the order. */
  readonly first: WindowTerm;
  readonly n: number;
}

/** Each of this many partitions may be read once more to save numbering its rows. */
const mostParts = 8;

/**
 * Numbers only the rows that may be among the first: those that reach the sort value of their partition's n-th row.
 * Finding it takes a fraction of sorting and numbering all rows. If there are many partitions, all rows are numbered.
 */
function numberedWithin(draft: Draft, { table, placed, parts, first, n }: Numbering): RawBuilder<unknown> {
  const { namedQuery } = draft.dialect.computing;
  const [rows, part, bounds, p] = [sql.id('rows'), sql.id('parts'), sql.id('bounds'), sql.id('p')];
  const names = parts.map((_, i) => `p${i}`);
  const shared = parts.map((value, i) => sql`${value} as ${sql.id(names[i] ?? '')}`);
  const found = sql`select distinct ${sql.join(shared)} from ${rows} as ${g} limit ${sql.lit(mostParts + 1)}`;
  // The sign keeps the engine from indexing the rows for each use, and from converting values that it compares.
  const isOfPart = sql.join(
    parts.map((value, i) => sql`+(${value}) is ${sql.id('p', names[i] ?? '')}`),
    sql` and `,
  );
  const count = sql`(select count(*) from ${part})`;
  const nth = sql`(select ${first.value} from ${rows} as ${g} where ${isOfPart}${orderBy(draft.dialect, [first])} limit 1 offset ${sql.lit(n - 1)})`;
  const bound = sql.id('p', 'bound');
  const comparison = sql.raw(first.descending ? '>=' : '<=');
  const isNull = first.nullsFirst ? sql` or (${first.value}) is null` : sql``;
  const mayBeFirst = sql`(${bound} is null or +(${first.value}) ${comparison} +${bound}${isNull})`;
  return sql`(with ${rows} as ${namedQuery}${table}, ${part} as ${namedQuery}(${found}), ${bounds} as ${namedQuery}(select ${p}.*, ${nth} as ${sql.id('bound')} from ${part} as ${p} where ${count} <= ${sql.lit(mostParts)}) ${placed} from ${bounds} as ${p} cross join ${rows} as ${g} where ${isOfPart} and ${mayBeFirst} union all ${placed} from ${rows} as ${g} where ${count} > ${sql.lit(mostParts)})`;
}
