// Conditions of a plan as SQL, with the engines' three-valued logic.
import { type RawBuilder, sql } from 'kysely';
import { chained } from '../dialect/chain.ts';
import { type Comparison, comparisonUse, type Value } from '../dialect/sql.ts';
import { isSingle } from '../plan/needs.ts';
import { type Condition, type PlanNode, type PlanValue, typeOf } from '../plan/plan.ts';
import type { TextSlot } from '../plan/slots.ts';
import { answerTable, type Draft } from './draft.ts';
import { joins } from './source.ts';
import { isNull, relationCondition, tableAlias } from './values.ts';

type Truth = RawBuilder<boolean>;

interface WhereOptions {
  /** An additional condition. */
  readonly after?: Truth | null;
  /** Rows are returned in stored order as they are found, so the statement can be interrupted after each. */
  readonly isStored?: boolean;
  /** The conditions that restrict the first root to the rows that the user may see. */
  readonly seenBy?: readonly Truth[];
}

export function whereClause(
  draft: Draft,
  nodes: readonly PlanNode[],
  where: Condition | null,
  options: WhereOptions = {},
): RawBuilder<unknown> {
  return clause(whereTerms(draft, nodes, where, options));
}

/** The conditions of a statement. Guards come first, because rejected rows reach no later condition. */
export function whereTerms(
  draft: Draft,
  nodes: readonly PlanNode[],
  where: Condition | null,
  { after = null, isStored = false, seenBy = [] }: WhereOptions,
): readonly RawBuilder<unknown>[] {
  const first = isStored && seenBy.length === 0 ? [] : guards(draft, nodes, false);
  return [...first, ...seenBy, ...ownTerms(draft, where), ...(after === null ? [] : [after])];
}

export function clause(terms: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  return terms.length === 0 ? sql`` : sql` where ${chained(terms, sql` and `)}`;
}

function ownTerms(draft: Draft, where: Condition | null): RawBuilder<unknown>[] {
  const entries = where === null ? [] : where.kind === 'all' ? where.entries : [where];
  return entries.map((entry) => sql`(${compileCondition(draft, entry)})`);
}

function guards({ dialect }: Draft, nodes: readonly PlanNode[], isNested: boolean): readonly Truth[] {
  const tables = nodes.map((node) => ({
    alias: tableAlias(node),
    entity: node.entity,
    isSingle: isSingle(node),
  }));
  return dialect.guard?.(tables, isNested) ?? [];
}

export function compileCondition(draft: Draft, condition: Condition): Truth {
  switch (condition.kind) {
    case 'all':
      return joined(draft, condition.entries, sql` and `);
    case 'any':
      return joined(draft, condition.entries, sql` or `);
    case 'none':
      return sql<boolean>`not ${joined(draft, condition.entries, sql` or `)}`;
    case 'not':
      return sql<boolean>`not (${compileCondition(draft, condition.entry)})`;
    case 'compare':
      return compileComparison(draft, condition);
    case 'in':
      return condition.list === null
        ? sql<boolean>`1 = 0`
        : draft.condition(condition.list, comparable(draft, condition.left, '='));
    case 'compare-text':
      return draft.dialect.compareText(
        foldedText(draft, condition.left),
        condition.comparison,
        foldedText(draft, condition.right),
      );
    case 'match':
      return draft.condition(condition.pattern, searchedText(draft, condition.text));
    case 'match-value':
      return compileMatch(draft, condition);
    case 'null':
      return isNull(draft.dialect, draft.value(condition.operand), typeOf(condition.operand));
    case 'key':
      return draft.condition(condition.key, draft.value(condition.left));
    case 'bytes':
      return isBytes(draft, draft.value(condition.operand));
    case 'exists':
      return compileExists(draft, condition);
  }
}

function joined(draft: Draft, entries: readonly Condition[], by: RawBuilder<unknown>): Truth {
  const parts = entries.map((entry) => sql`(${compileCondition(draft, entry)})`);
  return sql<boolean>`(${chained(parts, by)})`;
}

function comparable(draft: Draft, value: PlanValue, comparison: Comparison): Value {
  return draft.dialect.comparable(draft.value(value), typeOf(value), comparisonUse(comparison));
}

function compileComparison(
  draft: Draft,
  { left, comparison, right, zone }: Extract<Condition, { kind: 'compare' }>,
): Truth {
  if (right.kind === 'literal') {
    const literal = draft.literal(right);
    const { onClock } = draft.dialect;
    const compared =
      zone === null || onClock === undefined
        ? comparable(draft, left, comparison)
        : onClock(draft.value(left), zone);
    const exact = compareLiteral(compared, comparison, literal);
    return literal.within === undefined
      ? exact
      : compareInBounds(draft.value(left), comparison, literal.within, exact);
  }
  const a = draft.dialect.comparableWith(draft.value(left), typeOf(left), typeOf(right));
  const b = draft.dialect.comparableWith(draft.value(right), typeOf(right), typeOf(left));
  return sql<boolean>`${a} ${sql.raw(comparison)} ${b}`;
}

/** For a literal that lies between two engine values: the equivalent comparison with the nearest one. */
const adjustedComparison: Readonly<Record<Exclude<Comparison, '='>, Readonly<Record<-1 | 1, Comparison>>>> = {
  '<': { [-1]: '<', 1: '<=' },
  '<=': { [-1]: '<', 1: '<=' },
  '>': { [-1]: '>=', 1: '>' },
  '>=': { [-1]: '>=', 1: '>' },
};

function compareLiteral(
  value: Value,
  comparison: Comparison,
  { sql: literal, side }: { readonly sql: Value; readonly side: -1 | 0 | 1 },
): Truth {
  if (side === 0) return sql<boolean>`${value} ${sql.raw(comparison)} ${literal}`;
  // False for every value, but NULL for NULL.
  if (comparison === '=') return sql<boolean>`${value} < ${value}`;
  return sql<boolean>`${value} ${sql.raw(adjustedComparison[comparison][side])} ${literal}`;
}

/** Only values near the literal need the exact comparison; the outer term can use an index. */
function compareInBounds(
  stored: Value,
  comparison: Comparison,
  [low, high]: readonly [Value, Value],
  exact: Truth,
): Truth {
  switch (comparison) {
    case '=':
      return sql<boolean>`(${stored} >= ${low} and ${stored} < ${high} and ${exact})`;
    case '<':
    case '<=':
      return sql<boolean>`(${stored} < ${high} and (${stored} < ${low} or ${exact}))`;
    case '>':
    case '>=':
      return sql<boolean>`(${stored} >= ${low} and (${stored} >= ${high} or ${exact}))`;
  }
}

function searchedText(draft: Draft, value: PlanValue): Value {
  const { searched } = draft.dialect;
  if (searched === undefined || value.kind !== 'column') return shownText(draft, value);
  return searched(draft.value(value), value.column, value.node.entity) ?? shownText(draft, value);
}

function shownText(draft: Draft, operand: PlanValue | TextSlot): Value {
  if (operand.kind === 'text') return draft.text(operand);
  if (operand.kind === 'named' && operand.text !== undefined) return sql.id(answerTable, operand.text);
  return draft.dialect.shown(draft.value(operand), typeOf(operand));
}

function foldedText(draft: Draft, operand: PlanValue | TextSlot): Value {
  // Bound texts are already folded.
  return operand.kind === 'text' ? draft.text(operand) : draft.dialect.fold(shownText(draft, operand));
}

function isBytes({ dialect }: Draft, value: Value): Truth {
  return dialect.isBytes?.(value) ?? sql<boolean>`${value} is not null`;
}

function compileMatch(draft: Draft, condition: Extract<Condition, { kind: 'match-value' }>): Truth {
  const { how } = condition;
  const text = shownText(draft, condition.text);
  const pattern = shownText(draft, condition.pattern);
  if (how === 'pattern') return draft.dialect.matchesPattern(text, pattern);
  const foldedText = draft.dialect.fold(text);
  const foldedPattern = draft.dialect.fold(pattern);
  if (how !== 'loose-pattern') return draft.dialect.containsText(foldedText, foldedPattern, how);
  const loose = draft.dialect.containsText(foldedText, foldedPattern, 'anywhere');
  const strict = draft.dialect.matchesPattern(foldedText, foldedPattern);
  return sql<boolean>`case when ${draft.dialect.containsText(pattern, draft.dialect.text('%'), 'anywhere')} then ${strict} else ${loose} end`;
}

function compileExists(
  draft: Draft,
  { nodes, of, relation, where: terms }: Extract<Condition, { kind: 'exists' }>,
): Truth {
  const link = relationCondition(of, relation, nodes[0], draft.column);
  const where = clause([...guards(draft, nodes, true), ...ownTerms(draft, terms), link]);
  const exists = sql<boolean>`exists (select 1 from ${joins(draft, nodes, terms)}${where})`;
  const isJoinOfSome = nodes.length > 1 && nodes.some(({ entity }) => entity.restriction !== null);
  return isJoinOfSome ? (draft.dialect.preventJoin?.(exists) ?? exists) : exists;
}
