// Queries saved in this browser's storage before there was a library, and moving them there.
import { queryClient } from '../answers/queries.ts';
import { type SavedQuery, savedQueries } from '../api/saved.ts';
import { decode } from '../query/codec/codec.ts';
import { fromSaved } from '../query/saved.ts';
import { createStoredStore } from '../state/stored.ts';
import type { Remembered } from './recent.ts';
import { localQueries } from './remembered.ts';
import { savedBody, savedCode } from './useSaved.ts';

/** Whether the person declined the offer for good. */
export const importDeclined = createStoredStore('joinery.import-declined', (value) => value === true);

const MAX_TITLE_LENGTH = 200;

function titleOf({ title }: Remembered): string {
  return title.trim().slice(0, MAX_TITLE_LENGTH) || '…';
}

/** An interrupted move may have reached the service without an answer. */
async function isSaved(title: string, code: string): Promise<boolean> {
  const { data } = await savedQueries.list({ search: title, limit: 1000 });
  return data.some((one: SavedQuery) => {
    const doc = one.title === title ? fromSaved(one.unigrid, one.view) : undefined;
    return doc !== undefined && savedCode(doc) === code;
  });
}

/**
 * Moves the queries one by one; each is removed from the browser only after the library has stored it. Returns how many
 * failed.
 */
export async function importLocal(): Promise<{ readonly moved: number; readonly failed: number }> {
  let moved = 0;
  let failed = 0;
  // Oldest first, so that the newest is at the top of the library, too.
  for (const query of localQueries.get().toReversed()) {
    const doc = decode(query.code);
    try {
      if (!doc) throw new Error('This browser wrote it with another version of the page.');
      const title = titleOf(query);
      if (!(await isSaved(title, savedCode(doc)))) {
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
