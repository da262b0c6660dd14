/** The history of one record: all its changes, found without scanning changes of other records. */
import { expect, test } from 'vitest';
import { openTestStore } from '../store/stores.ts';
import { liveEngines } from '../support/engines.ts';
import { openShop } from './shop.ts';

test.each(liveEngines)(
  'the history of a record is found without reading changes of other records, in a store on %s',
  async (engine) => {
    await using place = await openTestStore(engine);
    const { store } = place;
    await using shop = await openShop('sqlite', '', { store });
    const insert = (id: number) => ({ op: 'insert', entity: 'customer', set: { id, name: 'N', age: id } });
    const send = async (changes: unknown[], headers = {}): Promise<string> => {
      const { status, text, json } = await shop.ask('POST', '/changes', { changes }, headers);
      expect(status, text).toBe(201);
      return json.id;
    };
    const aged = (id: number, from: number) => [
      { op: 'update', entity: 'customer', key: { id }, set: { age: from + 1 }, expect: { age: from } },
    ];
    const of = async (id: number, query = '') => {
      const { status, text, json, headers } = await shop.ask(
        'GET',
        `/changes?entity=customer&key=[${id}]${query}`,
      );
      expect(status, text).toBe(200);
      const next = /\?([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? null;
      return { ids: json.changes.map((set: { id: string }) => set.id), next };
    };

    // Three forms of storage: a line of the journal, a set whose request has an idempotency key (as those of the page
    // do), and a set with very many rows.
    const many = await send(Array.from({ length: 150 }, (_, i) => insert(1_000 + i)));
    const line = await send(aged(1_007, 1_007));
    const keyed = await send(aged(1_007, 1_008), { 'idempotency-key': 'once' });
    const others = await Promise.all(
      [100, 101, 102].map((id) => send([insert(id)], { 'idempotency-key': `other ${id}` })),
    );
    expect(await of(1_007)).toEqual({ ids: [keyed, line, many], next: null });
    expect((await of(1_008)).ids).toEqual([many]);
    const first = await of(1_007, '&limit=1');
    expect(first.ids).toEqual([keyed]);
    const after = new URLSearchParams(first.next ?? '').get('after');
    expect((await of(1_007, `&after=${after}`)).ids).toEqual([line, many]);

    // Corrupts the pages of other records, which must not be read.
    await store.write((trx) =>
      trx.updateTable('change_pages').set({ body: 'nothing' }).where('change_set', 'in', others).execute(),
    );
    expect((await of(1_007)).ids).toEqual([keyed, line, many]);
    expect((await of(2)).ids).toEqual([]);

    // Entries of an earlier version have no row marks; they are found as well.
    await store.write(async (trx) => {
      await trx.updateTable('change_rows').set({ row_mark: null }).execute();
      await trx.deleteFrom('change_keys').execute();
      await trx.updateTable('change_pages').set({ is_marked: 0 }).where('change_set', '=', keyed).execute();
    });
    expect((await of(1_007)).ids).toEqual([keyed, line, many]);
  },
);
