// The FROM of a statement. Nothing else names a table in SQL.
import { type RawBuilder, sql } from 'kysely';
import type { Entity } from '../../model/database.ts';
import type { SqlDialect } from '../dialect/sql.ts';
import { requiredNodes } from '../plan/nulls.ts';
import type { Condition, PlanNode, PlanValue } from '../plan/plan.ts';
import { rollupsIn, rollupsOf } from '../plan/walk.ts';
import type { Draft } from './draft.ts';
import { type ColumnSource, columnSql, relationCondition, tableAlias } from './values.ts';

/** An entity under its alias; `numbered`: each of its rows has a number. */
export function table(draft: Draft, node: PlanNode, numbered = false): RawBuilder<unknown> {
  draft.reads(node);
  const rows = draft.seen(node.entity, draft.dialect.table(node.entity.id));
  return sql`${numbered ? withRowNumbers(rows, node) : rows} as ${sql.id(tableAlias(node))}`;
}

/** The first root as rows and the conditions that go with them. */
export interface Root {
  readonly rows: RawBuilder<unknown>;
  /** What a WHERE must ask of the rows, so that no others are there than whoever asks may see. */
  readonly seenBy: readonly RawBuilder<boolean>[];
}

/** The table itself where conditions can say what of it is there; else what is there, as a table of its own. */
export function rootTable(draft: Draft, node: PlanNode): Root {
  // Filters are planned on their own, with the entity that they are on as their only root.
  const seenBy = node.index === 0 && node.parent === null ? draft.seenBy(node.entity) : null;
  if (seenBy === null) return { rows: table(draft, node), seenBy: [] };
  draft.reads(node);
  return { rows: sql`${draft.dialect.table(node.entity.id)} as ${sql.id(tableAlias(node))}`, seenBy };
}

/** A table whose rows are changed. Who may change which is decided before. */
export function changedTable(dialect: SqlDialect, { id }: Entity): RawBuilder<unknown> {
  return dialect.table(id);
}

export interface JoinOptions {
  /** Entities whose rows get a number. */
  readonly numbered?: ReadonlySet<PlanNode>;
  /** What the statement asks of the rows, beside the condition. */
  readonly values?: Iterable<PlanValue>;
  /** The first of the entities, where its conditions stand in the WHERE of the statement. */
  readonly root?: Root;
}

/**
 * The entities, parents before children, and the measures of related rows that hang on them; a partner that the
 * condition insists on is joined inside.
 */
export function joins(
  draft: Draft,
  nodes: readonly PlanNode[],
  where: Condition | null,
  { numbered = new Set(), values = [], root }: JoinOptions = {},
): RawBuilder<unknown> {
  const required = requiredNodes(where);
  const parts = nodes.map((node, i) => {
    const rows = i === 0 && root !== undefined ? root.rows : table(draft, node, numbered.has(node));
    if (node.parent === null || node.relation === null) return i === 0 ? rows : sql` join ${rows} on 1 = 1`;
    const kind = required.has(node) ? sql` join ` : sql` left join `;
    return sql`${kind}${rows} on ${relationCondition(node.parent, node.relation, node)}`;
  });
  const rollups = [...rollupsIn(where), ...[...values].flatMap((value) => [...rollupsOf(value)])];
  return rollups.length === 0
    ? sql.join(parts, sql``)
    : sql`${sql.join(parts, sql``)}${draft.rollupJoins(rollups, nodes)}`;
}

/** An entity joined to a page that is found already; `value` tells where its parent's columns are. */
export function lateJoin(draft: Draft, node: PlanNode, value: ColumnSource): RawBuilder<unknown> {
  const { parent, relation } = node;
  if (parent === null || relation === null) throw new Error('a root cannot be joined late');
  const on = relationCondition(parent, relation, node, value);
  return sql` left join ${table(draft, node)} on ${on}`;
}

/**
 * An entity of which the page has found the rows, for the rest of their columns; `value` is told their keys. What whoever
 * asks may see was asked of them already, and is asked again: so nobody has to know that these are the same rows.
 */
export function joinAgain(draft: Draft, node: PlanNode, value: ColumnSource): RawBuilder<unknown> {
  const terms = node.entity.key.map((column) => {
    const own = { kind: 'column', node, column } as const;
    return sql`${columnSql(own)} = ${value(own)}`;
  });
  const { rows, seenBy } = rootTable(draft, node);
  return sql` left join ${rows} on ${sql.join([...terms, ...seenBy], sql` and `)}`;
}

/** A table whose rows nothing else tells apart, each with a number of its own. */
function withRowNumbers(rows: RawBuilder<unknown>, { entity }: PlanNode): RawBuilder<unknown> {
  const columns = entity.columns.map(({ name }) => sql.id(name));
  // What is made of a table needs a name where the table itself does not.
  const alias = entity.restriction === null ? sql`` : sql` as ${sql.id('r')}`;
  return sql`(select ${sql.join(columns)}, row_number() over () as ${sql.id(rowNumberColumn(entity))} from ${rows}${alias})`;
}

/** A name that no column of the entity has. */
export function freeColumn(wanted: string, { columns }: PlanNode['entity']): string {
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()));
  let name = wanted;
  while (taken.has(name)) name += '_';
  return name;
}

export function rowNumberColumn(entity: PlanNode['entity']): string {
  return freeColumn('joinery_row', entity);
}
