// Consecutive changes of the same row within one set.
import type { Entity } from '../../../model/database.ts';
import type { JournalRow } from '../journal/row.ts';
import { type Image, isOther } from '../rows/image.ts';
import { rowId } from '../rows/rows.ts';

/** Oldest first. */
export type RowChain = readonly JournalRow[];

/** The chain of each row change; without a table or a key, a chain has one change. */
export function chainsOf(
  rows: readonly JournalRow[],
  entityOf: (name: string) => Entity | undefined,
): ReadonlyMap<JournalRow, RowChain> {
  const chains = new Map<JournalRow, JournalRow[]>();
  /** By the row's id after its last change. */
  const last = new Map<string, JournalRow>();
  for (const row of rows) {
    const entity = entityOf(row.entity);
    const hasKey = entity !== undefined && entity.keyKind !== 'all' && entity.keyKind !== 'none';
    const nameOf = (image: Image | null) => (hasKey && image !== null ? rowId(entity, image) : null);
    const [from, to] = [nameOf(row.before), nameOf(row.after)];
    const earlier = from === null ? undefined : last.get(from);
    const chain = (earlier !== undefined && continues(earlier, row) ? chains.get(earlier) : null) ?? [];
    chain.push(row);
    chains.set(row, chain);
    if (from !== null) last.delete(from);
    if (to !== null) last.set(to, row);
  }
  return chains;
}

/** Another row may have taken over the key. */
function continues({ after }: JournalRow, { before }: JournalRow): boolean {
  return after !== null && before !== null && !isOther(after, before);
}
