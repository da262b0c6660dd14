/**
 * The state store fails right after a change has been committed. The change has happened: its request says so, the
 * history has it, and a repetition of the request does not do it again.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { FailingStore } from './failing-store.ts';
import { importInto } from './importing.ts';
import { type Answer, openShop, type Shop } from './shop.ts';

const insert = (note: string) => ({
  op: 'insert',
  entity: 'purchase',
  set: { customer_id: 1, total: 1, note },
});
const requests: readonly [name: string, path: string, body: object][] = [
  ['a record', '/tables/purchase/add', { customer_id: 1, total: 1, note: 'new' }],
  ['a set', '/changes', { changes: [insert('new'), insert('newer')] }],
];

/** Repeated until the store is back. */
async function answered(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask();
    if (answer.status !== 503) return answer;
    expect(answer.json.type).toBe('urn:joinery:problem:store-unavailable');
  }
}

describe.each([1, 2, 3, 4])('a store that fails %i times after the commit', (failures) => {
  let store: FailingStore;
  let shop: Shop;
  beforeEach(async () => {
    store = await FailingStore.create();
    shop = await openShop('sqlite', '', { store });
  });
  afterEach(async () => {
    await shop?.[Symbol.asyncDispose]();
    await store?.close();
  });

  const count = async () => Number((await shop.database.rows('select count(*) from purchase'))[0]?.[0]);
  /** From the commit of the next change on. */
  const failAfterCommit = async () => {
    const before = await count();
    store.failOnce(async () => (await count()) !== before, failures);
  };

  test.each(requests)('%s that was added is there once', async (_name, path, body) => {
    const before = await count();
    await failAfterCommit();
    const key = { 'idempotency-key': 'once' };
    const first = await shop.ask('POST', path, body, key);
    expect([first.status, first.json.type]).toEqual([201, undefined]);
    const after = await count();
    expect(after).toBeGreaterThan(before);
    const again = await answered(() => shop.ask('POST', path, body, key));
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(await count()).toBe(after);
    const { json } = await answered(() => shop.ask('GET', '/changes?idempotency_key=once'));
    expect(json.changes).toMatchObject([{ state: 'done' }]);
    // Another process must be able to tell, too.
    await shop.service.close();
    const sets = await store.read((db) => db.selectFrom('change_sets').select('state').execute());
    expect(sets).toEqual([{ state: 'done' }]);
  });

  test('an import happens once', async () => {
    const before = await count();
    await failAfterCommit();
    const { json: staged } = await shop.ask('POST', '/imports', { name: 'rows.csv' });
    await fetch(`${shop.service.base}/api/database/imports/${staged.id}?offset=0`, {
      method: 'PATCH',
      headers: { 'content-type': 'application/octet-stream' },
      body: 'customer_id,total\n1,1\n1,2\n',
    });
    const run = async (): Promise<unknown> => {
      const response = await fetch(`${shop.service.base}/api/database/imports/${staged.id}/run`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': 'once' },
        body: JSON.stringify({ entity: 'purchase', mode: 'insert' }),
      });
      const text = await response.text();
      return response.status === 503 ? run() : JSON.parse(text.trimEnd().split('\n').at(-1) ?? '');
    };
    const first = await run();
    expect(first).toMatchObject({ done: { inserted: 2, change_set: expect.any(String) } });
    expect(await run()).toEqual(first);
    expect(await count()).toBe(before + 2);
    expect((await answered(() => shop.ask('GET', '/changes'))).json.changes).toMatchObject([
      { state: 'done' },
    ]);
  });

  test('the undo of an import says that it has happened', async () => {
    const before = await count();
    const { done } = await importInto(shop, 'rows.csv', 'customer_id,total\n1,1\n1,2\n', {
      entity: 'purchase',
      mode: 'insert',
    });
    await failAfterCommit();
    const { status, json } = await shop.ask('POST', `/changes/${done?.change_set}/undo`);
    expect(await count()).toBe(before);
    expect([status, json.detail]).toEqual([
      503,
      expect.stringMatching(
        /^This has been undone by the change set [\w-]{20}, which cannot be shown at the moment\.$/,
      ),
    ]);
    const { json: history } = await answered(() => shop.ask('GET', '/changes'));
    expect(history.changes).toMatchObject([{ state: 'done', undoes: done?.change_set }, { state: 'done' }]);
  });
});
