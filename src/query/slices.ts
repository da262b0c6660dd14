// Statements in parts, for an engine that hands many rows over better in slices.
import { type RawBuilder, sql } from 'kysely';
import type { Column } from '../model/database.ts';
import type { BoundSql, Slices, SqlDialect } from './dialect/sql.ts';

/** Fewer rows are had at once. */
const fewRows = 1_000n;

/** Whether so many rows in the order of the key, which tells them apart, are worth the parts. */
export function isSliceable(dialect: SqlDialect, key: readonly Column[], limit: bigint | null): boolean {
  if (dialect.slicesBy === undefined || key.length === 0 || (limit !== null && limit < fewRows)) return false;
  return dialect.slicesBy(key) && key.every(({ nullable }) => !nullable);
}

/** `source`: what follows the FROM. */
export function sliceKeys(
  dialect: SqlDialect,
  source: RawBuilder<unknown>,
  key: readonly RawBuilder<unknown>[],
): BoundSql {
  return dialect.compile(sql`select ${sql.join(key)} from ${source}`);
}

export function sliceKey(dialect: SqlDialect, key: readonly RawBuilder<unknown>[]): Slices['key'] {
  return key.map((value) => dialect.compile(value).sql);
}
