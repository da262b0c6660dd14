// Window calculations over the rows or groups of an answer, and filters on them: layers around a query.
import { type RawBuilder, sql } from 'kysely';
import { isNumber } from '../computing/kinds.ts';
import type { Value } from '../dialect/sql.ts';
import { withoutDuplicates } from '../dialect/sql-length.ts';
import { isConstant } from '../plan/computed-nodes.ts';
import type { Plan, PlanOver, PlanSort, PlanValue } from '../plan/plan.ts';
import { typeOf } from '../plan/plan.ts';
import { compileCondition } from './conditions.ts';
import { answerTable, type Draft } from './draft.ts';
import { isRequiredColumn } from './never-null.ts';
import { orderBy, sortValues } from './order.ts';

/** The last terms of every order, which break ties. */
export type TieBreakers = readonly { readonly value: Value; readonly nullable: boolean }[];

/** `table` with all its columns, after `having`, `over` and `top`. */
export function layered(
  draft: Draft,
  { having, overs, top }: Pick<Plan, 'having' | 'overs' | 'top'>,
  table: RawBuilder<unknown>,
  last: TieBreakers,
): RawBuilder<unknown> {
  const g = sql.id(answerTable);
  const all = sql`${g}.*`;
  let layer = table;
  if (having !== null)
    layer = sql`(select ${all} from ${layer} as ${g} where ${compileCondition(draft, having)})`;
  const layers = draft.dialect.computing.confusesWindows ? overs.map((over) => [over]) : [overs];
  for (const together of layers.filter(({ length }) => length > 0)) {
    const values = together.map((over) => sql`${overSql(draft, over, last)} as ${sql.id(over.name)}`);
    layer = sql`(select ${all}, ${sql.join(values)} from ${layer} as ${g})`;
  }
  return top === null ? layer : firstOf(draft, top, layer, last);
}

/** The first rows overall, or of each partition. */
function firstOf(
  draft: Draft,
  { n, per, order }: NonNullable<Plan['top']>,
  table: RawBuilder<unknown>,
  last: TieBreakers,
): RawBuilder<unknown> {
  const g = sql.id(answerTable);
  const all = sql`${g}.*`;
  const window = windowOf(draft, per, order, last);
  // DuckDB turns an empty result into a row of NULLs when asked for the first row overall.
  if (per.every(isConstant)) {
    return sql`(select ${all} from ${table} as ${g} ${window} ${draft.dialect.page(sql.lit(n), null)})`;
  }
  const place = sql.id('place');
  const placed = sql`(select ${all}, row_number() over (${window}) as ${place} from ${table} as ${g})`;
  return sql`(select ${all} from ${placed} as ${g} where ${sql.id(answerTable, 'place')} <= ${sql.lit(n)})`;
}

function windowOf(
  draft: Draft,
  per: readonly PlanValue[],
  order: readonly PlanSort[],
  last: TieBreakers,
): RawBuilder<unknown> {
  const terms = [
    // MariaDB confuses windows if one of them sorts or partitions by a constant.
    ...order
      .filter(({ value }) => !isConstant(value))
      .flatMap(({ value, descending, nullsFirst }) => {
        const more = { descending, nullsFirst, nullable: !isRequiredColumn(value) };
        return sortValues(draft.dialect, draft.value(value), typeOf(value)).map((own) => ({
          value: own,
          ...more,
        }));
      }),
    ...last.map((term) => ({ ...term, descending: false, nullsFirst: false })),
  ];
  return sql`${partitionOf(draft, per)}${orderBy(draft.dialect, terms)}`;
}

function partitionOf(draft: Draft, per: readonly PlanValue[]): RawBuilder<unknown> {
  const parting = per.filter((value) => !isConstant(value));
  if (parting.length === 0) return sql``;
  const by = parting.flatMap((value) => sortValues(draft.dialect, draft.value(value), typeOf(value)));
  return sql`partition by ${sql.join(withoutDuplicates(by))}`;
}

function overSql(draft: Draft, over: PlanOver, last: TieBreakers): Value {
  const { fn, of, per, order, size, result } = over;
  const { computing } = draft.dialect;
  const column = typeOf(of);
  const kind = isNumber(result.kind) && column.mode === 'integer' ? 'integer' : 'numeric';
  const own = computing.operand(draft.value(of), column, kind, '');
  const window = windowOf(draft, per, order, last);
  const numbers = [
    { kind: 'numeric', scale: result.scale },
    { kind: 'numeric', scale: result.scale },
  ] as const;
  const call = { args: numbers, result, keyword: '', isPlain: false, stored: [], isShort: false };
  switch (fn) {
    case 'share':
      return computing.calls.DIV([own, computing.sumOver(own, partitionOf(draft, per))], call);
    case 'rank':
      // Without distinguishing order terms, all rows rank first.
      if (order.every(({ value }) => isConstant(value))) return sql`1`;
      return sql`rank() over (${windowOf(draft, per, order, [])})`;
    case 'running':
      return within(computing.sumOver(own, sql`${window} rows unbounded preceding`));
    case 'previous':
      return sql`lag(${own}) over (${window})`;
    case 'change':
      return within(computing.calls.SUB([own, sql`lag(${own}) over (${window})`], call));
    case 'moving': {
      const rows = sql`${window} rows ${sql.lit(size - 1)} preceding`;
      return computing.calls.DIV([computing.sumOver(own, rows), sql`count(${own}) over (${rows})`], call);
    }
  }

  function within(value: Value): Value {
    return computing.bounded(value, result, false);
  }
}
