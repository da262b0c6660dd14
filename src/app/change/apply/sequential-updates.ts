// Updates of one table whose triggers may change its other rows. Each row is read right before and right after its own
// update, to attribute every effect; the statements still take few round trips.
import type { WriteStep, WriteTransaction } from '../../../dialects/writer.ts';
import type { RowTemplate } from '../../../query/compile/row-template.ts';
import { isBulkRefusal } from '../refusals/refused-change.ts';
import { type Image, shownIn } from '../rows/image.ts';
import { keyTexts, type RowRead, type Rows, severalRows } from '../rows/rows.ts';
import { type Batch, listOf } from './batches.ts';
import type { Resolved } from './resolved.ts';

/** Rows per round trip. */
const rowsPerRoundTrip = 200;

/** Rolls back updates that must be applied one by one. */
const rollbackMarker = Symbol('unusual');

/** The result for a row in its own turn. */
export interface SequentialUpdate {
  readonly one: Resolved;
  readonly before: Image;
  readonly after: Image;
}

/** Null if they must be applied one by one; then nothing has changed. */
export async function updateSequentially(
  rows: Rows,
  transaction: WriteTransaction,
  batch: Batch,
): Promise<readonly SequentialUpdate[] | null> {
  const [{ change, assignments, terms }] = batch;
  const { entity } = change;
  if (assignments.length === 0 || entity.key.some((column) => change.set.has(column))) return null;
  const template = rows.statements(entity).update(assignments, terms);
  try {
    return await transaction.attempt(async () => {
      const turns: SequentialUpdate[] = [];
      for (let from = 0; from < batch.length; from += rowsPerRoundTrip) {
        const some = batch.slice(from, from + rowsPerRoundTrip);
        turns.push(...(await updatesOf(rows, transaction, template, some)));
      }
      return turns;
    });
  } catch (error) {
    if (error === rollbackMarker || isBulkRefusal(error)) return null;
    throw error;
  }
}

async function updatesOf(
  rows: Rows,
  transaction: WriteTransaction,
  template: RowTemplate,
  some: readonly Resolved[],
): Promise<SequentialUpdate[]> {
  const reads = some.map((one) => readOf(rows, one));
  const steps = some.flatMap((one, i): WriteStep[] => {
    const { sql, parameters } = reads[i]?.statement ?? { sql: '', parameters: [] };
    const look: WriteStep = { sql, lists: [parameters] };
    return [look, { sql: template.sql, lists: [listOf(template, one)] }, look];
  });
  const done = await transaction.runBatch(steps);
  const turns: SequentialUpdate[] = [];
  for (const [i, one] of some.entries()) {
    const [before, written, after] = done.slice(3 * i, 3 * i + 3);
    if (written?.counts[0] !== 1) throw rollbackMarker;
    const read = reads[i] ?? { keys: [], statement: null };
    const { entity } = one.change;
    const [row = null] = await rows.found(entity, read, before?.rows ?? []);
    const [then = null] = await rows.found(entity, read, after?.rows ?? []);
    if (row === null || row === severalRows || then === null || then === severalRows) throw rollbackMarker;
    if (!matchesResolved(one, row)) throw rollbackMarker;
    turns.push({ one, before: row, after: then });
  }
  return turns;
}

function readOf(rows: Rows, { change: { entity }, row }: Resolved): RowRead {
  const [read] = row === null ? [] : rows.reads(entity, [keyTexts(entity, row)]);
  if (read === undefined || read.statement === null) throw rollbackMarker;
  return read;
}

/** A value that was present already is not written, and may have changed meanwhile. */
function matchesResolved({ given, assignments, row }: Resolved, now: Image): boolean {
  if (given.size === assignments.length) return true;
  const written = new Set(assignments.map(({ column }) => column));
  return [...given.keys()].every(
    (column) => written.has(column) || row === null || shownIn(row, column) === shownIn(now, column),
  );
}
