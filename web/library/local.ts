// Queries that this browser saved by itself before there was a library, and their move into it.
import { queryClient } from '../answers/queries.ts';
import { type SavedQuery, savedQueries } from '../api/kept.ts';
import { decode } from '../query/codec/codec.ts';
import { fromKept } from '../query/kept.ts';
import { createStoredStore } from '../state/stored.ts';
import type { Remembered } from './recent.ts';
import { localQueries } from './remembered.ts';
import { keptCode, savedBody } from './useSaved.ts';

/** Whether a person said that they do not want to hear of it again. */
export const importDeclined = createStoredStore('joinery.import-declined', (value) => value === true);

const LONGEST_TITLE = 200;

function titleOf({ title }: Remembered): string {
  return title.trim().slice(0, LONGEST_TITLE) || '…';
}

/** A move that was cut off may have arrived without this browser hearing of it. */
async function isThere(title: string, code: string): Promise<boolean> {
  const { data } = await savedQueries.list({ search: title, limit: 1000 });
  return data.some((one: SavedQuery) => {
    const doc = one.title === title ? fromKept(one.unigrid, one.view) : undefined;
    return doc !== undefined && keptCode(doc) === code;
  });
}

/** Moves them one by one; each leaves the browser only after the library has it. Says how many could not be moved. */
export async function importLocal(): Promise<{ readonly moved: number; readonly failed: number }> {
  let moved = 0;
  let failed = 0;
  // The oldest first, so that the newest is at the top of the library too.
  for (const query of localQueries.get().toReversed()) {
    const doc = decode(query.code);
    try {
      if (!doc) throw new Error('This browser wrote it with another version of the page.');
      const title = titleOf(query);
      if (!(await isThere(title, keptCode(doc)))) {
        await savedQueries.create(
          savedBody(doc, undefined, { title, description: '', visibility: 'private' }),
        );
      }
      localQueries.set(
        localQueries.get().filter((one) => one.code !== query.code || one.title !== query.title),
      );
      moved++;
    } catch {
      failed++;
    }
  }
  await queryClient.invalidateQueries({ queryKey: ['queries'] });
  return { moved, failed };
}
