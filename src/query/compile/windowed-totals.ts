// Counts and summaries of plain rows of which only the first per group are kept.
import { type RawBuilder, sql } from 'kysely';
import { writeLines } from '../lines.ts';
import { nodesOf, type Plan, type PlanNode, type PlanSummary, typeOf } from '../plan/plan.ts';
import { answerTable, type Draft } from './draft.ts';
import { isRepeated, pathIdentity, repetitionMatters } from './summaries.ts';
import type { TotalsTemplate } from './totals.ts';
import { windowed } from './windowed-rows.ts';

/** A summary of entities whose rows the joins repeat: their identity is carried along. */
interface DistinctSummary {
  readonly summary: PlanSummary;
  readonly identity: readonly RawBuilder<unknown>[];
  /** The column that numbers the repetitions. */
  readonly flag: string;
}

export function compileWindowedTotals(
  draft: Draft,
  plan: Plan,
  options: { readonly count: boolean },
): TotalsTemplate {
  const { dialect } = draft;
  const numbered = new Set<PlanNode>();
  const repeated = plan.summaries.flatMap((summary, i): DistinctSummary[] => {
    const own = nodesOf(summary.attribute.value);
    if (!repetitionMatters(summary.summary) || !isRepeated(own, plan.nodes)) return [];
    return [{ summary, identity: pathIdentity(dialect, own, numbered), flag: `f${i}` }];
  });
  const name = (flag: string, i: number) => `${flag}_${i}`;
  const { table, draft: outside } = windowed(draft, plan, {
    values: plan.summaries.map(({ attribute }) => attribute.value),
    columns: repeated.flatMap(({ identity, flag }) =>
      identity.map((key, i) => sql`${key} as ${sql.id(name(flag, i))}`),
    ),
    numbered,
  });
  const g = sql.id(answerTable);
  const flags = repeated.map(({ identity, flag }) => {
    const keys = identity.map((_, i) => sql.id(answerTable, name(flag, i)));
    return sql`row_number() over (partition by ${sql.join(keys)}) as ${sql.id(flag)}`;
  });
  const kept = flags.length === 0 ? table : sql`(select ${g}.*, ${sql.join(flags)} from ${table} as ${g})`;
  const texts = plan.summaries.map((summary) => {
    const { value } = summary.attribute;
    const once = repeated.find((one) => one.summary === summary);
    const own = outside.value(value);
    const counted =
      once === undefined ? own : sql`case when ${sql.id(answerTable, once.flag)} = 1 then ${own} end`;
    return dialect.summary(summary.summary, counted, typeOf(value)).json;
  });
  const count = options.count ? dialect.integerText(sql`count(*)`) : dialect.text('null');
  return {
    ...draft.finish(sql`select ${writeLines(dialect, [count, ...texts])} from ${kept} as ${g}`),
    summaries: plan.summaries,
  };
}
