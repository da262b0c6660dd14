// The beginnings of statements, kept by what they select.
import { type RawBuilder, sql } from 'kysely';
import type { Entity } from '../../model/database.ts';
import type { BoundSql, SqlDialect, TextSql } from '../dialect/sql.ts';
import type { Plan } from '../plan/plan.ts';

/** `select … from` by what is selected: the larger part of a statement, and the same for all conditions and pages. */
const selections = new WeakMap<Entity, Map<string, BoundSql>>();
const selectionsKept = 256;

/** An entity belongs to one reading of the schema, and what is kept for it goes with it. */
export function selection(dialect: SqlDialect, plan: Plan, key: string, output: () => TextSql): BoundSql {
  const [root] = plan.nodes;
  if (root === undefined) throw new Error('a plan has at least one entity');
  const byKey = selections.get(root.entity) ?? new Map<string, BoundSql>();
  selections.set(root.entity, byKey);
  const known = byKey.get(key);
  if (known !== undefined) return known;
  const compiled = dialect.compile(sql`select ${output()} from `);
  const [oldest] = byKey.keys();
  if (oldest !== undefined && byKey.size >= selectionsKept) byKey.delete(oldest);
  byKey.set(key, compiled);
  return compiled;
}

/** Stands for a count at the end of what is selected: it differs by its condition, and the rest does not. */
export const countMark = '/* count */';

const partsByCount = new WeakMap<BoundSql, { readonly start: BoundSql; readonly end: string }>();

/** The statement with a count in the place of the mark. */
export function withCount(
  dialect: SqlDialect,
  beginning: BoundSql,
  count: RawBuilder<unknown>,
  source: RawBuilder<unknown>,
): BoundSql {
  const { start, end } = aroundCount(beginning);
  return dialect.compile(sql`${count}${sql.raw(end)}${source}`, start);
}

function aroundCount(beginning: BoundSql): { readonly start: BoundSql; readonly end: string } {
  const known = partsByCount.get(beginning);
  if (known !== undefined) return known;
  const at = beginning.sql.lastIndexOf(countMark);
  const start = { sql: beginning.sql.slice(0, at), parameters: beginning.parameters };
  const parts = { start, end: beginning.sql.slice(at + countMark.length) };
  partsByCount.set(beginning, parts);
  return parts;
}
