// The final state of a long set's rows, if triggers may have changed rows of earlier pages.
import type { Database } from '../../../model/database.ts';
import type { Applied } from '../apply/apply.ts';
import { changedBy, imageWith } from '../apply/final-state.ts';
import type { JournalPages } from '../journal/pages.ts';
import type { JournalRow } from '../journal/row.ts';
import { isOther } from '../rows/image.ts';
import { keyTexts, type Rows, severalRows } from '../rows/rows.ts';
import { LaterCells } from './later-cells.ts';
import { chainsOf } from './row-chains.ts';

/** Rewrites the pages whose rows have changed since. */
export async function updateFinalState(
  journal: JournalPages,
  set: string,
  pages: number,
  rows: Rows,
  database: Database,
): Promise<void> {
  const later = new LaterCells(pages, (n) => journal.rows(set, n), database);
  for (let n = pages - 1; n >= 0; n--) {
    const recorded = await journal.rows(set, n);
    const now = await outdatedRows(recorded, rows, database);
    if (now.size === 0) continue;
    await later.readPagesAfter(n);
    const changed = recorded.map((row) => finalRow(row, now.get(row), later));
    if (changed.some((row, i) => row !== recorded[i]))
      await journal.replace(set, n, appliedOf(changed, database));
  }
}

/** The current row, and which columns the page changed. */
interface Now {
  readonly image: NonNullable<JournalRow['after']>;
  readonly key: readonly string[];
  readonly isOwn: (column: string) => boolean;
}

/** The rows whose last change no longer matches their current state. */
async function outdatedRows(
  recorded: readonly JournalRow[],
  rows: Rows,
  database: Database,
): Promise<ReadonlyMap<JournalRow, Now>> {
  const now = new Map<JournalRow, Now>();
  const chains = chainsOf(recorded, (name) => database.entities.get(name));
  const last = recorded.filter((row) => row.after !== null && chains.get(row)?.at(-1) === row);
  for (const [name, own] of Map.groupBy(last, (row) => row.entity)) {
    const entity = database.entities.get(name);
    if (entity === undefined) continue;
    const keys = own.map(({ after }) => keyTexts(entity, after ?? new Map()));
    const found = await rows.find(entity, keys);
    for (const [i, row] of own.entries()) {
      const image = found[i] ?? null;
      if (image === null || image === severalRows || row.after === null || !isOther(row.after, image))
        continue;
      now.set(row, { image, key: keys[i] ?? [], isOwn: changedBy(chains.get(row) ?? [row]) });
    }
  }
  return now;
}

function finalRow(row: JournalRow, now: Now | undefined, later: LaterCells): JournalRow {
  if (now === undefined || row.after === null) return row;
  const { image, key, isOwn } = now;
  const isTaken = (name: string) => isOwn(name) && !later.hasChanged(row.entity, key, { name });
  const after = imageWith(row.after, image, isTaken);
  return isOther(row.after, after) ? { ...row, after } : row;
}

function appliedOf(rows: readonly JournalRow[], database: Database): Applied[] {
  return rows.flatMap((row) => {
    const entity = database.entities.get(row.entity);
    return entity === undefined ? [] : [{ ...row, entity }];
  });
}
