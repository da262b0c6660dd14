// Changes of one set that are about the same row, of which each goes on where the one before it has left off.
import type { Entity } from '../../../model/database.ts';
import type { JournalRow } from '../journal/row.ts';
import { type Image, isOther } from '../rows/image.ts';
import { rowId } from '../rows/rows.ts';

/** The first one first. */
export type RowChain = readonly JournalRow[];

/** By each of the rows; of one whose table is not there, or has no key, nothing else is known. */
export function chainsOf(
  rows: readonly JournalRow[],
  entityOf: (name: string) => Entity | undefined,
): ReadonlyMap<JournalRow, RowChain> {
  const chains = new Map<JournalRow, JournalRow[]>();
  /** By what the row is called after the last of its changes. */
  const last = new Map<string, JournalRow>();
  for (const row of rows) {
    const entity = entityOf(row.entity);
    const hasKey = entity !== undefined && entity.keyKind !== 'all' && entity.keyKind !== 'none';
    const nameOf = (image: Image | null) => (hasKey && image !== null ? rowId(entity, image) : null);
    const [from, to] = [nameOf(row.before), nameOf(row.after)];
    const earlier = from === null ? undefined : last.get(from);
    const chain = (earlier !== undefined && goesOn(earlier, row) ? chains.get(earlier) : null) ?? [];
    chain.push(row);
    chains.set(row, chain);
    if (from !== null) last.delete(from);
    if (to !== null) last.set(to, row);
  }
  return chains;
}

/** Another row may have got the key meanwhile. */
function goesOn({ after }: JournalRow, { before }: JournalRow): boolean {
  return after !== null && before !== null && !isOther(after, before);
}
