// Updates of one table whose triggers may change its other rows. Each row is read right before and right after its own
// update, to attribute every effect; the statements still take few round trips.
import type { WriteStep, WriteTransaction } from '../../../dialects/writer.ts';
import type { RowTemplate } from '../../../query/compile/row-template.ts';
import { isRefusedTogether } from '../refusals/refused-change.ts';
import { type Image, shownIn } from '../rows/image.ts';
import { keyTexts, type RowRead, type Rows, several } from '../rows/rows.ts';
import { type Batch, listOf } from './batches.ts';
import type { Resolved } from './resolved.ts';

/** Rows per round trip. */
const rowsTogether = 200;

/** Rolls back updates that must be applied one by one. */
const unusual = Symbol('unusual');

/** The result for a row in its own turn. */
export interface Turn {
  readonly one: Resolved;
  readonly before: Image;
  readonly after: Image;
}

/** Null if they must be applied one by one; then nothing has changed. */
export async function updateInTurn(
  rows: Rows,
  transaction: WriteTransaction,
  batch: Batch,
): Promise<readonly Turn[] | null> {
  const [{ change, assignments, terms }] = batch;
  const { entity } = change;
  if (assignments.length === 0 || entity.key.some((column) => change.set.has(column))) return null;
  const template = rows.statements(entity).update(assignments, terms);
  try {
    return await transaction.attempt(async () => {
      const turns: Turn[] = [];
      for (let from = 0; from < batch.length; from += rowsTogether) {
        const some = batch.slice(from, from + rowsTogether);
        turns.push(...(await turnsOf(rows, transaction, template, some)));
      }
      return turns;
    });
  } catch (error) {
    if (error === unusual || isRefusedTogether(error)) return null;
    throw error;
  }
}

async function turnsOf(
  rows: Rows,
  transaction: WriteTransaction,
  template: RowTemplate,
  some: readonly Resolved[],
): Promise<Turn[]> {
  const reads = some.map((one) => readOf(rows, one));
  const steps = some.flatMap((one, i): WriteStep[] => {
    const { sql, parameters } = reads[i]?.statement ?? { sql: '', parameters: [] };
    const look: WriteStep = { sql, lists: [parameters] };
    return [look, { sql: template.sql, lists: [listOf(template, one)] }, look];
  });
  const done = await transaction.together(steps);
  const turns: Turn[] = [];
  for (const [i, one] of some.entries()) {
    const [before, written, after] = done.slice(3 * i, 3 * i + 3);
    if (written?.counts[0] !== 1) throw unusual;
    const read = reads[i] ?? { keys: [], statement: null };
    const { entity } = one.change;
    const [row = null] = await rows.found(entity, read, before?.rows ?? []);
    const [then = null] = await rows.found(entity, read, after?.rows ?? []);
    if (row === null || row === several || then === null || then === several) throw unusual;
    if (!isAsResolved(one, row)) throw unusual;
    turns.push({ one, before: row, after: then });
  }
  return turns;
}

function readOf(rows: Rows, { change: { entity }, row }: Resolved): RowRead {
  const [read] = row === null ? [] : rows.reads(entity, [keyTexts(entity, row)]);
  if (read === undefined || read.statement === null) throw unusual;
  return read;
}

/** A value that was present already is not written, and may have changed meanwhile. */
function isAsResolved({ given, assignments, row }: Resolved, now: Image): boolean {
  if (given.size === assignments.length) return true;
  const written = new Set(assignments.map(({ column }) => column));
  return [...given.keys()].every(
    (column) => written.has(column) || row === null || shownIn(row, column) === shownIn(now, column),
  );
}
