// The FROM of a statement. Tables are named in SQL only here.
import { type RawBuilder, sql } from 'kysely';
import type { Entity } from '../../model/database.ts';
import type { SqlDialect } from '../dialect/sql.ts';
import { requiredNodes } from '../plan/nulls.ts';
import type { Condition, PlanNode, PlanValue } from '../plan/plan.ts';
import { rollupsIn, rollupsOf } from '../plan/walk.ts';
import type { Draft } from './draft.ts';
import { type ColumnSource, columnSql, relationCondition, tableAlias } from './values.ts';

/** An entity under its alias; `numbered` adds a row number. */
export function table(draft: Draft, node: PlanNode, numbered = false): RawBuilder<unknown> {
  draft.reads(node);
  const rows = draft.visiblePart(node.entity, draft.dialect.table(node.entity.id));
  return sql`${numbered ? withRowNumbers(rows, node) : rows} as ${sql.id(tableAlias(node))}`;
}

/** The rows of the first root, and the conditions on them. */
export interface Root {
  readonly rows: RawBuilder<unknown>;
  /** The WHERE conditions that limit the rows to what the user may see. */
  readonly seenBy: readonly RawBuilder<boolean>[];
}

/** The table itself if conditions can restrict it to what the user may see; otherwise a derived table. */
export function rootTable(draft: Draft, node: PlanNode): Root {
  // A filter is planned separately, with its entity as the only root.
  const seenBy = node.index === 0 && node.parent === null ? draft.seenBy(node.entity) : null;
  if (seenBy === null) return { rows: table(draft, node), seenBy: [] };
  draft.reads(node);
  return { rows: sql`${draft.dialect.table(node.entity.id)} as ${sql.id(tableAlias(node))}`, seenBy };
}

/** A table whose rows are changed. Permissions were checked before. */
export function changedTable(dialect: SqlDialect, { id }: Entity): RawBuilder<unknown> {
  return dialect.table(id);
}

export interface JoinOptions {
  /** Entities whose rows get a number. */
  readonly numbered?: ReadonlySet<PlanNode>;
  /** The values that the statement uses besides the condition. */
  readonly values?: Iterable<PlanValue>;
  /** The first entity, if its conditions are in the statement's WHERE. */
  readonly root?: Root;
}

/**
 * The entities, parents before children, and the measures of their related rows. Entities that the condition requires
 * are inner-joined.
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

/** An entity joined to a page that is already found; `value` tells where its parent's columns are. */
export function lateJoin(draft: Draft, node: PlanNode, value: ColumnSource): RawBuilder<unknown> {
  const { parent, relation } = node;
  if (parent === null || relation === null) throw new Error('a root cannot be joined late');
  const on = relationCondition(parent, relation, node, value);
  return sql` left join ${table(draft, node)} on ${on}`;
}

/**
 * Joins an entity again, by the keys found for the page, to read its other columns; `value` gives these keys. The
 * user's restrictions are applied again, so their safety does not depend on these being the same rows.
 */
export function joinAgain(draft: Draft, node: PlanNode, value: ColumnSource): RawBuilder<unknown> {
  const terms = node.entity.key.map((column) => {
    const own = { kind: 'column', node, column } as const;
    return sql`${columnSql(own)} = ${value(own)}`;
  });
  const { rows, seenBy } = rootTable(draft, node);
  return sql` left join ${rows} on ${sql.join([...terms, ...seenBy], sql` and `)}`;
}

/** A table without a key, with a number for each row. */
function withRowNumbers(rows: RawBuilder<unknown>, { entity }: PlanNode): RawBuilder<unknown> {
  const columns = entity.columns.map(({ name }) => sql.id(name));
  // A derived table needs an alias; a plain table does not.
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
