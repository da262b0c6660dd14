// Conditions of a plan as SQL, three-valued as the engines have it.
import { type RawBuilder, sql } from 'kysely';
import type { Relation } from '../../model/database.ts';
import {
  type Bound,
  type BoundLiteral,
  type Comparison,
  comparisonUse,
  type SqlDialect,
  type Value,
} from '../dialect/sql.ts';
import type { Condition, PlanColumn, PlanNode, TextOperand } from '../plan/plan.ts';
import { isBound } from '../plan/plan.ts';
import { isSingle, joins } from './source.ts';

type Truth = RawBuilder<boolean>;

export function tableAlias(node: PlanNode): RawBuilder<unknown> {
  return sql.id(`t${node.index}`);
}

export function columnValue({ node, column }: PlanColumn): RawBuilder<unknown> {
  return sql.id(`t${node.index}`, column.name);
}

/** The WHERE of a statement: what lets it be stopped first, since a row that is turned down goes no further. */
export function whereClause(
  dialect: SqlDialect,
  nodes: readonly PlanNode[],
  where: Condition | null,
  after: Truth | null = null,
): RawBuilder<unknown> {
  return clause(dialect, guards(dialect, nodes, false), where, after);
}

function clause(
  dialect: SqlDialect,
  first: readonly Truth[],
  where: Condition | null,
  last: Truth | null,
): RawBuilder<unknown> {
  const own = where === null ? [] : [sql`(${compileCondition(dialect, where)})`];
  const terms = [...first, ...own, ...(last === null ? [] : [last])];
  return terms.length === 0 ? sql`` : sql` where ${sql.join(terms, sql` and `)}`;
}

function guards(dialect: SqlDialect, nodes: readonly PlanNode[], isNested: boolean): readonly Truth[] {
  const tables = nodes.map((node) => ({
    alias: `t${node.index}`,
    entity: node.entity,
    isSingle: isSingle(node),
  }));
  return dialect.guard?.(tables, isNested) ?? [];
}

function compileCondition(dialect: SqlDialect, condition: Condition): Truth {
  switch (condition.kind) {
    case 'all':
      return joined(dialect, condition.entries, sql` and `);
    case 'any':
      return joined(dialect, condition.entries, sql` or `);
    case 'none':
      return sql<boolean>`not ${joined(dialect, condition.entries, sql` or `)}`;
    case 'not':
      return sql<boolean>`not (${compileCondition(dialect, condition.entry)})`;
    case 'compare':
      return compileComparison(dialect, condition.left, condition.comparison, condition.right);
    case 'in':
      return compileIn(dialect, condition.left, condition.values);
    case 'compare-text':
      return dialect.compareText(
        foldedText(dialect, condition.left),
        condition.comparison,
        foldedText(dialect, condition.right),
      );
    case 'match':
      return filled(
        dialect.pattern(condition.pattern, condition.ignoreCase),
        shownText(dialect, condition.text),
      );
    case 'match-column':
      return compileMatch(dialect, condition);
    case 'null':
      return sql<boolean>`${columnValue(condition.operand)} is null`;
    case 'exists':
      return compileExists(dialect, condition);
  }
}

function joined(dialect: SqlDialect, entries: readonly Condition[], by: RawBuilder<unknown>): Truth {
  const parts = entries.map((entry) => sql`(${compileCondition(dialect, entry)})`);
  return sql<boolean>`(${sql.join(parts, by)})`;
}

function compileComparison(
  dialect: SqlDialect,
  left: PlanColumn,
  comparison: Comparison,
  right: PlanColumn | BoundLiteral,
): Truth {
  if (isBound(right)) {
    const stored = columnValue(left);
    const value = dialect.comparable(stored, left.column, comparisonUse(comparison));
    const exact = compareBound(value, comparison, right);
    const within = right.within?.(places(right));
    return within === undefined ? exact : compareWithin(stored, comparison, within, exact);
  }
  const a = dialect.comparableWith(columnValue(left), left.column, right.column);
  const b = dialect.comparableWith(columnValue(right), right.column, left.column);
  return sql<boolean>`${a} ${sql.raw(comparison)} ${b}`;
}

/** A literal between two values of the engine: the comparison with the nearest one that means the same. */
const nudged: Readonly<Record<Exclude<Comparison, '='>, Readonly<Record<-1 | 1, Comparison>>>> = {
  '<': { [-1]: '<', 1: '<=' },
  '<=': { [-1]: '<', 1: '<=' },
  '>': { [-1]: '>=', 1: '>' },
  '>=': { [-1]: '>=', 1: '>' },
};

function compareBound(value: Value, comparison: Comparison, bound: BoundLiteral): Truth {
  if (bound.side === 0) return sql<boolean>`${value} ${sql.raw(comparison)} ${filled(bound)}`;
  // False for every value, and still NULL for NULL.
  if (comparison === '=') return sql<boolean>`${value} < ${value}`;
  return sql<boolean>`${value} ${sql.raw(nudged[comparison][bound.side])} ${filled(bound)}`;
}

/** Only what lies near the literal needs the exact comparison; the outer term can be served by an index. */
function compareWithin(
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

function compileIn(dialect: SqlDialect, left: PlanColumn, values: readonly BoundLiteral[]): Truth {
  if (values.length === 0) return sql<boolean>`1 = 0`;
  const value = dialect.comparable(columnValue(left), left.column, 'equality');
  const exact = values.filter(({ side }) => side === 0);
  if (exact.length === 0) return sql<boolean>`${value} < ${value}`;
  return filled(dialect.oneOf(left.column, exact), value);
}

function places({ values }: Bound<readonly Value[]>): Value[] {
  return values.map((value) => sql`${value}`);
}

/** The words with the values themselves in their places. */
export function filled<Operands extends readonly Value[]>(
  bound: Bound<Operands>,
  ...operands: Operands
): RawBuilder<boolean> {
  return sql<boolean>`${bound.sql(places(bound), ...operands)}`;
}

function shownText(dialect: SqlDialect, operand: TextOperand): Value {
  if ('text' in operand) return dialect.text(operand.text);
  return dialect.shown(columnValue(operand), operand.column);
}

function foldedText(dialect: SqlDialect, operand: TextOperand): Value {
  // A constant is folded by the planner already.
  return 'text' in operand ? dialect.text(operand.text) : dialect.fold(shownText(dialect, operand));
}

function compileMatch(dialect: SqlDialect, condition: Extract<Condition, { kind: 'match-column' }>): Truth {
  const { how } = condition;
  const text = shownText(dialect, condition.text);
  const pattern = shownText(dialect, condition.pattern);
  if (how === 'pattern') return dialect.matchesPattern(text, pattern);
  const foldedText = dialect.fold(text);
  const foldedPattern = dialect.fold(pattern);
  if (how !== 'loose-pattern') return dialect.holds(foldedText, foldedPattern, how);
  const loose = dialect.holds(foldedText, foldedPattern, 'anywhere');
  const strict = dialect.matchesPattern(foldedText, foldedPattern);
  return sql<boolean>`case when ${dialect.holds(pattern, dialect.text('%'), 'anywhere')} then ${strict} else ${loose} end`;
}

function compileExists(dialect: SqlDialect, condition: Extract<Condition, { kind: 'exists' }>): Truth {
  const [root] = condition.nodes;
  const link = relationCondition(condition.of, condition.relation, root);
  const where = clause(dialect, guards(dialect, condition.nodes, true), condition.where, link);
  const from = joins(dialect, condition.nodes, condition.where);
  return sql<boolean>`exists (select 1 from ${from}${where})`;
}

/** The equality of all the columns that two related entities share. */
export function relationCondition(
  parent: PlanNode,
  relation: Relation,
  child: PlanNode,
  value: (column: PlanColumn) => RawBuilder<unknown> = columnValue,
): Truth {
  return sql<boolean>`${sql.join(
    relation.ownColumns.map((own, i) => {
      const other = relation.otherColumns[i] ?? own;
      return sql`${columnValue({ node: child, column: other })} = ${value({ node: parent, column: own })}`;
    }),
    sql` and `,
  )}`;
}
