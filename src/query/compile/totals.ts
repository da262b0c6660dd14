// The single statement that counts and summarises a query's rows, with as few joins as possible for each entity.
import { type RawBuilder, sql } from 'kysely';
import type { Value } from '../dialect/sql.ts';
import { readLines, writeLines } from '../lines.ts';
import { isSingle, neededNodes, withAncestors } from '../plan/needs.ts';
import { requiredNodes } from '../plan/nulls.ts';
import {
  type Condition,
  nodesOf,
  type Plan,
  type PlanAttribute,
  type PlanNode,
  type PlanSummary,
  typeOf,
} from '../plan/plan.ts';
import { nodesIn } from '../plan/walk.ts';
import { whereClause } from './conditions.ts';
import type { Draft, Template } from './draft.ts';
import { isCountOfRows } from './never-null.ts';
import { joins, type Root, rootTable, table } from './source.ts';
import { addendOf, isRepeated, pathIdentity, quickest, repetitionMatters } from './summaries.ts';
import { isNull } from './values.ts';

export interface TotalsTemplate extends Template {
  /** One row of lines: the number of rows or `null`, then the summaries as JSON texts. */
  readonly statement: Template['statement'];
  /** The summary on each line after the first. */
  readonly summaries: readonly PlanSummary[];
}

/** Separates row counts to be multiplied. */
const productSign = '*';

/** Parses the row: the number of rows, if requested, and the summaries in the plan's order. */
export function readTotals(
  { summaries: written }: Pick<TotalsTemplate, 'summaries'>,
  { summaries }: Pick<Plan, 'summaries'>,
  row: string,
): { readonly count: bigint | null; readonly summaries: readonly string[] } {
  const [count = 'null', ...lines] = readLines(row);
  return {
    count:
      count === 'null' ? null : count.split(productSign).reduce((product, one) => product * BigInt(one), 1n),
    summaries: summaries.map((summary) => lines[written.indexOf(summary)] ?? 'null'),
  };
}

/** Summaries that one SELECT can compute together. */
interface Part {
  readonly nodes: readonly PlanNode[];
  /** Roots that are not joined but must have a row: without one, the result would be empty. */
  readonly others: readonly PlanNode[];
  /** The entities whose combinations the joins repeat and which must count once; empty if nothing is repeated. */
  readonly once: readonly PlanNode[];
  counts: boolean;
  readonly summaries: PlanSummary[];
}

export function compileTotals(
  draft: Draft,
  plan: Plan,
  options: { readonly count: boolean },
): TotalsTemplate {
  const { dialect } = draft;
  const trees = options.count ? unconnected(plan) : [];
  const isProduct = trees.length > 1;
  const parts = partsOf(plan, options.count && !isProduct);
  const counting = parts.find(({ counts }) => counts);
  const ordered = [...(counting ? [counting] : []), ...parts.filter((part) => part !== counting)];
  const selects = ordered.map((part) => compilePart(draft, plan, part));
  const product = isProduct ? [sql`select ${productOf(draft, trees)}`] : [];
  const noCount = options.count ? product : [sql`select ${dialect.text('null')}`];
  const all = [...noCount, ...selects];
  const [only, ...more] = all;
  const text =
    more.length === 0 && only !== undefined
      ? only
      : sql`select ${writeLines(
          dialect,
          all.map((select) => sql<string>`(${select})`),
        )}`;
  return { ...draft.finish(text), summaries: ordered.flatMap(({ summaries }) => summaries) };
}

/** A SELECT of the number of rows, as text. */
export function countSql(draft: Draft, plan: Plan): RawBuilder<unknown> {
  return compilePart(draft, plan, countingPart(plan));
}

/** A statement whose plan tells how many rows the engine expects. */
export function compileBare(draft: Draft, plan: Plan): Template {
  const nodes = neededNodes(plan.nodes, nodesIn(plan.where), plan.where);
  const where = whereClause(draft, nodes, plan.where);
  return draft.finish(sql`select 1 from ${joins(draft, nodes, plan.where)}${where}`);
}

/** The catalog's row estimate: for all rows of one table, ignoring joins to single rows. */
export function catalogEstimate(plan: Plan): number | null {
  const [only, ...others] = plan.nodes.filter((node) => !isSingle(node));
  if (plan.where !== null || only === undefined || others.length > 0) return null;
  return only.entity.rowEstimate;
}

function partsOf(plan: Plan, count: boolean): Part[] {
  const parts: Part[] = [];
  const add = (part: Part) => {
    const same = parts.find((known) => canJoin(part, known));
    if (same === undefined) parts.push(part);
    else {
      same.summaries.push(...part.summaries);
      same.counts ||= part.counts;
    }
  };
  const wanted: Part[] = plan.summaries.map((summary) => {
    const own = nodesOf(summary.attribute.value);
    const nodes = nodesFor(plan, own);
    const others = plan.nodes.filter((other) => other.parent === null && !nodes.includes(other));
    const once = repetitionMatters(summary.summary) && isRepeated(own, nodes) ? own : [];
    return { nodes, others, once, counts: false, summaries: [summary] };
  });
  if (count) wanted.unshift(countingPart(plan));
  // Largest first, so that smaller parts can join them.
  for (const part of wanted.toSorted((a, b) => b.nodes.length - a.nodes.length)) add(part);
  return parts;
}

/** Entities not connected with any others, and the conditions on them. */
type Tree = Pick<Plan, 'nodes' | 'where'>;

/** The parts of a query that no relation or condition connects: their row counts multiply. */
function unconnected({ nodes, where }: Plan): Tree[] {
  const rootOf = (node: PlanNode): PlanNode => (node.parent === null ? node : rootOf(node.parent));
  const conditions = where === null ? [] : where.kind === 'all' ? where.entries : [where];
  let trees = nodes
    .filter(({ parent }) => parent === null)
    .map((root) => ({ roots: new Set([root]), entries: [] as Condition[] }));
  for (const entry of conditions) {
    // A condition may read no entity at all, or related rows, which belong to an entity of the query.
    const looked = new Set([...nodesIn(entry)].filter((node) => nodes.includes(node)).map(rootOf));
    const own = trees.filter(({ roots }) => looked.size === 0 || !roots.isDisjointFrom(looked));
    const roots = new Set(own.flatMap((tree) => [...tree.roots]));
    const joined = { roots, entries: [...own.flatMap(({ entries }) => entries), entry] };
    trees = [...trees.filter((tree) => !own.includes(tree)), joined];
  }
  return trees.map(({ roots, entries }) => {
    const own = nodes.filter((node) => roots.has(rootOf(node)));
    const [first, ...more] = entries;
    const condition =
      first === undefined ? null : more.length === 0 ? first : { kind: 'all' as const, entries };
    return { nodes: own, where: condition };
  });
}

function productOf(draft: Draft, trees: readonly Tree[]): RawBuilder<string> {
  const { dialect } = draft;
  const counts = trees.map(({ nodes, where }) => {
    const needed = neededNodes(nodes, nodesIn(where), where);
    const from = joins(draft, needed, where);
    const isBare = where === null && needed.length === 1;
    const restriction = isBare ? sql`` : whereClause(draft, needed, where);
    return dialect.integerText(sql`(select count(*) from ${from}${restriction})`);
  });
  return dialect.concat(counts.flatMap((count, i) => (i === 0 ? [count] : [productSign, count])));
}

function countingPart(plan: Plan): Part {
  const nodes = neededNodes(plan.nodes, nodesIn(plan.where), plan.where);
  return { nodes, others: [], once: [], counts: true, summaries: [] };
}

/** The paths to these entities, and everything the condition reads or requires; the rest only repeats their rows. */
function nodesFor(plan: Plan, own: readonly PlanNode[]): PlanNode[] {
  const kept = new Set([...own, ...nodesIn(plan.where), ...requiredNodes(plan.where)]);
  return withAncestors(plan.nodes, (node) => kept.has(node));
}

/** Whether the larger part has the same rows for these entities, with at most single rows joined to each. */
function canJoin(part: Part, larger: Part): boolean {
  if (new Set(part.once).symmetricDifference(new Set(larger.once)).size > 0) return false;
  if (part.others.length !== larger.others.length) return false;
  if (!part.nodes.every((node) => larger.nodes.includes(node))) return false;
  return larger.nodes.every((node) => part.nodes.includes(node) || isSingle(node));
}

function compilePart(draft: Draft, plan: Plan, part: Part): RawBuilder<unknown> {
  const numbered = new Set<PlanNode>();
  const keys = pathIdentity(draft.dialect, part.once, numbered);
  const values = part.summaries.map(({ attribute }) => attribute.value);
  const [first] = part.nodes;
  const root = first === undefined || numbered.has(first) ? undefined : rootTable(draft, first);
  const from = joins(draft, part.nodes, plan.where, { numbered, values, ...(root && { root }) });
  if (countsWholeTable(draft, plan, part)) return linesOfTable(draft, part, from);
  const source = sql`${from}${restricted(draft, plan, part, root?.seenBy ?? [])}`;
  if (part.once.length === 0) return linesOfRows(draft, part, source);

  const named = part.summaries.map(
    ({ attribute, summary }, i) => sql`${oneValue(draft, attribute, summary)} as ${sql.id(`v${i}`)}`,
  );
  const once = sql`(select ${sql.join(named)} from ${source} group by ${sql.join(keys)}) as ${sql.id('b')}`;
  return lines(draft, part, once, (_attribute, i) => sql.id('b', `v${i}`));
}

/** Whether only the number of a table's rows is needed. */
function countsWholeTable({ dialect }: Draft, { where }: Plan, part: Part): boolean {
  const [only, ...others] = [...part.nodes, ...part.others];
  const isWhole = only !== undefined && others.length === 0 && only.entity.restriction === null;
  const counts = part.once.length === 0 && part.summaries.every((asked) => isCountOfRows(dialect, asked));
  return isWhole && where === null && counts;
}

/** SQLite knows the number without visiting rows, but only in a query that asks for nothing else. */
function linesOfTable(
  { dialect }: Draft,
  { counts, summaries }: Part,
  from: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const number = dialect.integerText(sql.id('b', 'n'));
  const all = Array.from({ length: summaries.length + (counts ? 1 : 0) }, () => number);
  return sql`select ${writeLines(dialect, all)} from (select count(*) as ${sql.id('n')} from ${from}) as ${sql.id('b')}`;
}

/** Addends with a quicker form are computed once, under a name. */
function linesOfRows(draft: Draft, part: Part, source: RawBuilder<unknown>): RawBuilder<unknown> {
  const attributes = [...new Set(part.summaries.map(({ attribute }) => attribute))];
  const addends = new Map(attributes.map((attribute) => [attribute, addendOf(draft, attribute)]));
  const isMade = [...addends.values()].some((addend) => addend !== null && addend.quick !== null);
  if (!isMade) {
    return lines(draft, part, source, (attribute) => {
      const own = draft.value(attribute.value);
      return addends.get(attribute)?.marked(own, false) ?? own;
    });
  }
  const columns = attributes.map((attribute, i) => {
    const addend = addends.get(attribute);
    const own = draft.value(attribute.value);
    return sql`${addend ? quickest(addend, own) : own} as ${sql.id(`v${i}`)}`;
  });
  const { computeOnce } = draft.dialect.computing;
  const rows = sql`(select ${sql.join(columns)} from ${source}${computeOnce}) as ${sql.id('b')}`;
  return lines(draft, part, rows, (attribute) => {
    const name = sql.id('b', `v${attributes.indexOf(attribute)}`);
    return addends.get(attribute)?.marked(name, false) ?? name;
  });
}

/** One of several equal values; for a count, its presence is enough. */
function oneValue(
  draft: Draft,
  attribute: PlanAttribute,
  summary: PlanSummary['summary'],
): RawBuilder<unknown> {
  const value = draft.value(attribute.value);
  if (summary !== 'count') return sql`min(${value})`;
  return sql`max(case when ${isNull(draft.dialect, value, typeOf(attribute.value))} then null else 1 end)`;
}

function restricted(draft: Draft, plan: Plan, part: Part, seenBy: Root['seenBy']): RawBuilder<unknown> {
  const others = part.others.map((node) => sql<boolean>`exists (select 1 from ${table(draft, node)})`);
  const all = others.length === 0 ? null : sql<boolean>`${sql.join(others, sql` and `)}`;
  return whereClause(draft, part.nodes, plan.where, { after: all, seenBy });
}

function lines(
  { dialect }: Draft,
  part: Part,
  source: RawBuilder<unknown>,
  value: (attribute: PlanAttribute, index: number) => Value,
): RawBuilder<unknown> {
  const texts = part.summaries.map((asked, i) => {
    const { attribute, summary } = asked;
    const isOfRows = part.once.length === 0 && isCountOfRows(dialect, asked);
    const summed = isOfRows ? sql`*` : value(attribute, i);
    return dialect.summary(summary, summed, typeOf(attribute.value)).json;
  });
  const all = part.counts ? [dialect.integerText(sql`count(*)`), ...texts] : texts;
  return sql`select ${writeLines(dialect, all)} from ${source}`;
}
