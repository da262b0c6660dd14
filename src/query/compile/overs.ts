// Window calculations over the rows or groups of an answer, and filters on them: layers around a query.
import { type RawBuilder, sql } from 'kysely';
import { isNumber } from '../computing/kinds.ts';
import type { Value } from '../dialect/sql.ts';
import { isConstant } from '../plan/computed-nodes.ts';
import { type Plan, type PlanOver, typeOf } from '../plan/plan.ts';
import { compileCondition } from './conditions.ts';
import { answerTable, type Draft } from './draft.ts';
import { firstOf } from './top.ts';
import { partitionOf, type TieBreakers, windowOf } from './windows.ts';

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
