/** Requests with an Idempotency-Key, on several instances with one store. */
import { describe, expect, test } from 'vitest';
import { Journal } from '../../src/app/change/journal/journal.ts';
import { newSetId } from '../../src/app/change/journal/set-id.ts';
import { liveEngines } from '../support/engines.ts';
import { openTestStore } from './stores.ts';

function newSet() {
  const request = { key: 'k', digest: 'd' };
  return { id: newSetId(), user: null, note: null, at: 0, undoes: null, request, pastVisibility: new Map() };
}

describe.each(liveEngines)('on %s', (engine) => {
  test('only one request at a time holds a key, even while others release it', async () => {
    await using place = await openTestStore(engine);
    const journals = [new Journal(place.store), new Journal(await place.another())];
    let working = 0;
    let most = 0;
    const editor = async (journal: Journal) => {
      for (let done = 0; done < 5; ) {
        const set = newSet();
        if (!(await journal.claim(set))) continue;
        most = Math.max(most, ++working);
        await journal.claims.renew(set.id);
        working--;
        // Refused requests are forgotten.
        await journal.forget(set.id);
        done++;
      }
    };
    await Promise.all([...journals, ...journals].map(editor));
    expect(most).toBe(1);
    const left = await place.store.read((db) => db.selectFrom('leases').select('name').execute());
    expect(left.filter(({ name }) => name.startsWith('request '))).toEqual([]);
  });

  test('an abandoned key is taken over by one instance, which settles the outcome', async () => {
    await using place = await openTestStore(engine);
    const [dead, first, second] = [
      new Journal(place.store),
      new Journal(place.store),
      new Journal(await place.another()),
    ];
    const set = newSet();
    await dead.claim(set);
    await place.store.write((trx) => trx.updateTable('leases').set({ until: 0 }).execute());
    const taken = await Promise.all([first.claims.take(set.id), second.claims.take(set.id)]);
    expect(taken.toSorted()).toEqual([false, true]);
    await expect(dead.conclude(set, 'x')).rejects.toMatchObject({ kind: 'overloaded' });
    await first.settle(set.id, 'failed');
    await first.release(set.id);
    expect(await second.byRequest('k')).toBeNull();
    expect((await second.find(set.id))?.state).toBe('failed');
  });
});
