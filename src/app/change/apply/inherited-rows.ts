// Rows that a table shows although they are in one that inherits from it, where they may have more columns.
import { Problem } from '../../../contract/problem.ts';
import type { Database, Entity } from '../../../model/database.ts';
import { refusedValue } from '../plan/plan.ts';
import { type PlannedChange, pointerToValue } from '../plan/planned.ts';
import { ownKey, type Rows } from '../rows/rows.ts';
import type { Batch } from './batches.ts';
import type { Guard } from './guard.ts';

/** Whether writing one of the tables may change rows of the other: they may be the same rows. */
export function mayShareRows(one: Entity, other: Entity): boolean {
  return one !== other && (one.hasHeirs === true || other.hasHeirs === true);
}

/** Refuses to delete such rows through this table: an undo could not restore the columns that it does not have. */
export async function refuseInherited(
  rows: Rows,
  database: Database,
  guard: Guard | null,
  batch: Batch,
): Promise<void> {
  const [{ change: first }] = batch;
  const { entity } = first;
  if (entity.hasHeirs !== true) return;
  const doomed = batch.flatMap(({ change, row }) => (row === null ? [] : [{ change, row }]));
  const own = await rows.ownKeys(
    entity,
    doomed.map(({ row }) => row),
  );
  const other = doomed.find(({ row }) => !own.has(ownKey(entity, row)));
  if (other === undefined) return;
  const [schema, table] = await rows.homeOf(entity, other.row);
  const isHome = ({ id }: { readonly id: { readonly schema: string | null; readonly table: string } }) =>
    id.schema === schema && id.table === table;
  const home = [...database.entities.values()].find(isHome);
  const isNamed = home !== undefined && guard?.knows(home.name) !== false;
  const [heir, advice] = isNamed
    ? [`${home.name}, which inherits from it`, 'delete it there']
    : ['a table that inherits from it', 'it cannot be deleted here'];
  throw refusedValue(
    `This row of ${entity.name} belongs to ${heir} and may have more columns: ${advice}.`,
    other.change.pointer.change,
  );
}

/** The engine does not keep keys unique across a table and its heirs. Null if the table has none. */
export function takenByHeir(change: PlannedChange): Problem | null {
  const { entity, set, pointer } = change;
  if (entity.hasHeirs !== true) return null;
  const given = entity.key.find((column) => set.has(column));
  const detail = `Another row of ${entity.name} has this ${entity.keyNames.join(', ')}, in a table that inherits from it.`;
  return new Problem('key-taken', detail, {
    pointer: given === undefined ? pointer.set : pointerToValue(change, given.name),
  });
}
