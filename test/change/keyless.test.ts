/**
 * Tables without a key, whose rows are identified by all their columns, including those of unordered types, and
 * documents and lists, which addresses write differently from answers.
 */
import { expect, test } from 'vitest';
import { openShop } from './shop.ts';

const script = {
  postgres: `create type pair as (a int, b text);
    create table loose (id integer, place point, area polygon, doc json, other jsonb, bytes bytea[], pairs pair[], markup xml);
    insert into loose values
      (1, '(1,2)', '((1,2),(3,4))', '"x"', '"x"', array['\\x00'::bytea], array[row(1, 'a b')::pair], '<a/>'),
      (2, null, null, ' {"a": 1,  "a":2} ', '{"a": [null]}', '{}', null, ''),
      (3, '(1e300,-0)', null, '[1]', '[1]', null, array[row(null, null)::pair, null], null);`,
  mysql: `create table loose (id integer, doc json, place point, words set('a', 'b'));
    insert into loose values (1, '"x"', point(1, 2), 'a,b'), (2, ' {"a": 1,  "a":2} ', null, ''), (3, '[1]', point(0, 0), null);`,
};

test.each(['postgres', 'mysql'] as const)(
  'on %s rows without a key are changed, deleted and restored',
  async (engine) => {
    await using shop = await openShop(engine, script[engine]);
    const stored = () =>
      shop.database.rows(
        engine === 'postgres'
          ? 'select loose::text from loose order by id'
          : 'select id, hex(doc), hex(place), words from loose order by id',
      );
    const before = await stored();
    const setOf = (link: string | null) => /changes\/([^>]+)>/.exec(link ?? '')?.[1];
    for (const place of [0, 1, 2]) {
      const addresses = async (): Promise<string[]> =>
        (await shop.ask('GET', '/tables/loose')).json.data.map(({ __url__ }: { __url__: string }) => __url__);
      const ask = async (method: string, body?: object) => {
        const address = ((await addresses())[place] ?? '').slice(`${shop.service.base}/api/database`.length);
        const { status, headers } = await shop.ask('GET', address);
        expect(status).toBe(200);
        return shop.ask(method, address, body, { 'if-match': headers.get('etag') ?? '' });
      };
      const changed = await ask('PATCH', { id: place + 10 });
      expect(changed.status, changed.text).toBe(200);
      expect((await shop.ask('POST', `/changes/${setOf(changed.headers.get('link'))}/undo`)).status).toBe(
        201,
      );
      expect(await stored()).toEqual(before);
      const removed = await ask('DELETE');
      expect(removed.status, removed.text).toBe(204);
      expect(await stored()).toHaveLength(2);
      expect((await shop.ask('POST', `/changes/${setOf(removed.headers.get('link'))}/undo`)).status).toBe(
        201,
      );
      expect(await stored()).toEqual(before);
    }
  },
);

test.each(['postgres', 'mysql'] as const)(
  'on %s rows without a key that differ only in JSON null and SQL NULL are ambiguous',
  async (engine) => {
    await using shop = await openShop(
      engine,
      "create table bare (id integer, doc json); insert into bare values (1, 'null'), (2, 'null'), (2, null), (3, null);",
    );
    const stored = async () =>
      (await shop.database.rows('select id, doc is null from bare order by 1, 2')).map(
        ([id, isNone]) => `${id} ${Boolean(isNone)}`,
      );
    const before = ['1 false', '2 false', '2 true', '3 true'];
    expect(await stored()).toEqual(before);
    const record = async (address: string, body: object) => {
      const { headers } = await shop.ask('GET', address);
      return shop.ask('PATCH', address, body, { 'if-match': headers.get('etag') ?? '' });
    };
    const patched = await record('/tables/bare/recs/[1,null]', { id: 10 });
    expect([patched.status, patched.json.id, patched.json.doc]).toEqual([200, 10, null]);
    expect((await shop.ask('GET', '/tables/bare/recs/[10,null]')).text).toBe(patched.text);
    expect((await record('/tables/bare/recs/[10,null]', { id: 1 })).status).toBe(200);
    expect((await record('/tables/bare/recs/[3,$null]', { id: 3 })).status).toBe(200);

    const removal = (id: number) => ({
      changes: [{ op: 'delete', entity: 'bare', key: { id, doc: null }, expect: {} }],
    });
    const removed = await shop.ask('POST', '/changes', removal(1));
    expect(await stored()).toEqual(before.slice(1));
    expect((await shop.ask('POST', `/changes/${removed.json.id}/undo`)).status).toBe(201);
    expect(await stored()).toEqual(before);
    // Both rows are shown alike, so it is unclear which one is meant.
    for (const answer of [
      await shop.ask('POST', '/changes', removal(2)),
      await record('/tables/bare/recs/[2,null]', { id: 20 }),
      await record('/tables/bare/recs/[2,$null]', { id: 20 }),
    ]) {
      expect([answer.status, answer.json.type]).toEqual([409, 'urn:joinery:problem:ambiguous-key']);
    }
    expect(await stored()).toEqual(before);
  },
);
