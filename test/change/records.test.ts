/** Single records that are added, changed and removed: sets of one change, with preconditions. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type StatementStart, statementChannel } from '../../src/dialects/base/trace.ts';
import { startService } from '../http/service.ts';
import { liveEngines } from '../support/engines.ts';
import { fewOrAll } from '../support/long-run.ts';
import { openShop, type Shop } from './shop.ts';

const manyColumns = Array.from({ length: 700 }, (_, i) => `c${i}`);
const wide = `create table wide (id integer primary key, ${manyColumns.map((name) => `${name} smallint`).join()});
  create table keyless (${manyColumns.map((name) => `${name} smallint`).join()});
  insert into keyless (c0) values (1);`;

/** Columns that records show under other names. */
const clashing = `create table clash (id integer primary key, __url__ varchar(20), __url___ integer not null, __links__ integer not null);
  insert into clash values (1, 'a', 1, 2);`;

describe.each(liveEngines)('on %s', (engine) => {
  // The other engines need as many terms as the row has columns.
  const isWide = fewOrAll(['sqlite'], liveEngines).includes(engine);
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(engine, clashing + (isWide ? wide : ''));
  });
  afterAll(() => shop[Symbol.asyncDispose]());

  test('a record is added, changed and removed, each in a change set of its own', async () => {
    const made = await shop.ask('POST', '/tables/purchase/add', '{"customer_id": 2, "total": 12.30}');
    expect(made.status).toBe(201);
    const url = made.headers.get('location') ?? '';
    const path = url.slice(url.indexOf('/tables/'));
    const read = await shop.ask('GET', path);
    expect(made.text).toBe(read.text);
    expect(made.headers.get('etag')).toBe(read.headers.get('etag'));
    expect(read.text).toContain(engine === 'sqlite' ? '"total":12.3,' : '"total":12.30,');
    const tag = read.headers.get('etag') ?? '';

    const changed = await shop.ask('PATCH', path, { note: 'é"\n' }, { 'if-match': `"x", ${tag}` });
    expect(changed.status).toBe(200);
    const after = await shop.ask('GET', path);
    expect(changed.text).toBe(after.text);
    expect(after.json.note).toBe('é"\n');
    expect(changed.headers.get('etag')).toBe(after.headers.get('etag'));
    const link = changed.headers.get('link') ?? '';
    const [, set] = /\/api\/database(\/changes\/[\w-]+)>; rel="change-set"$/.exec(link) ?? [];
    expect((await shop.ask('GET', set ?? '')).json.changes).toMatchObject([
      { op: 'update', before: { note: 'none' }, after: { note: 'é"\n' } },
    ]);

    const other = await shop.ask('DELETE', path, undefined, { 'if-match': tag });
    expect([other.status, other.json.type]).toEqual([412, 'urn:joinery:problem:precondition-failed']);
    const weak = await shop.ask('DELETE', path, undefined, { 'if-match': `W/${after.headers.get('etag')}` });
    expect(weak.status).toBe(412);
    expect((await shop.ask('DELETE', path)).status).toBe(428);
    expect((await shop.ask('PATCH', path, { note: 'x' })).status).toBe(428);
    const gone = await shop.ask('DELETE', path, undefined, { 'if-match': after.headers.get('etag') ?? '' });
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await shop.ask('GET', path)).status).toBe(404);
    const undone = await shop.ask('POST', `${/\/changes\/[\w-]+/.exec(gone.headers.get('link') ?? '')}/undo`);
    expect(undone.status).toBe(201);
    expect((await shop.ask('GET', path)).text).toBe(after.text);
  });

  test('columns have the names that records show, also in pointers', async () => {
    const path = '/tables/clash/recs/[1]';
    const was = (await shop.ask('GET', path)).json;
    expect(was).toMatchObject({ __url___: 'a', __url____: 1, __links___: 2 });
    const patch = (body: object) => shop.ask('PATCH', path, body, { 'if-match': '*' });
    const { __url__, __links__, ...values } = was;
    const changed = await patch({ ...values, __url___: 'b', __url____: 3, __links___: 4 });
    expect(changed.json).toEqual({ ...was, __url___: 'b', __url____: 3, __links___: 4 });
    const made = await shop.ask('POST', '/tables/clash/add', { id: 2, __url____: 5, __links___: 6 });
    expect(made.json).toMatchObject({ id: 2, __url___: null, __url____: 5, __links___: 6 });
    const refusals = [
      [{ __links___: null }, 422, '/__links___'],
      [{ __links___: [] }, 422, '/__links___'],
      [{ __url____: null }, 422, '/__url____'],
      [{ __url__ }, 400, '/__url__'],
      [{ __links__ }, 400, '/__links__'],
    ] as const;
    for (const [body, status, pointer] of refusals) {
      expect((await patch(body)).json).toMatchObject({ status, pointer });
    }
    expect((await patch({ __url__ })).json.allowed).toEqual(['id', '__url___', '__url____', '__links___']);
    // A change set names the columns themselves.
    const change = { op: 'update', entity: 'clash', key: { id: 1 } };
    const changes = [{ ...change, set: { __links__: null }, expect: { __links__: 4 } }];
    const refused = await shop.ask('POST', '/changes', { changes });
    expect(refused.json).toMatchObject({ status: 422, pointer: '/changes/0/set/__links__' });
  });

  test.runIf(isWide)('records of 700 columns are added, changed, removed and restored', async () => {
    const given = Object.fromEntries(manyColumns.map((name, i) => [name, i]));
    const made = await shop.ask('POST', '/tables/wide/add', { id: 1, ...given });
    expect([made.status, made.json.c699]).toEqual([201, 699]);
    const keyless = (await shop.ask('GET', '/tables/keyless')).json.data[0].__url__ as string;
    for (const path of ['/tables/wide/recs/[1]', keyless.slice(keyless.indexOf('/tables/'))]) {
      const tag = (await shop.ask('GET', path)).headers.get('etag') ?? '';
      const changed = await shop.ask('PATCH', path, { c5: 77 }, { 'if-match': tag });
      expect([changed.status, changed.json.c5]).toEqual([200, 77]);
    }
    const gone = await shop.ask('DELETE', '/tables/wide/recs/[1]', undefined, { 'if-match': '*' });
    expect(gone.status).toBe(204);
    await shop.ask('POST', `${/\/changes\/[\w-]+/.exec(gone.headers.get('link') ?? '')}/undo`);
    expect((await shop.ask('GET', '/tables/wide/recs/[1]')).json).toMatchObject({ ...given, c5: 77 });
  });

  test('a change reads its row no more often than needed, and the history shows what the record shows', async () => {
    const path = '/tables/customer/recs/[3]';
    let reads = 0;
    const listen = (message: unknown) => {
      if (/^select .*customer/is.test((message as StatementStart).sql)) reads++;
    };
    const counts: number[] = [];
    for (const isAny of [false, true]) {
      const { json: was, headers } = await shop.ask('GET', path);
      reads = 0;
      subscribe(statementChannel, listen);
      const tag = isAny ? '*' : (headers.get('etag') ?? '');
      const changed = await shop.ask('PATCH', path, { name: `Käthe "${isAny}"\n` }, { 'if-match': tag });
      unsubscribe(statementChannel, listen);
      counts.push(reads);
      const set = /\/changes\/[\w-]+/.exec(changed.headers.get('link') ?? '')?.[0];
      const { changes } = (await shop.ask('GET', set ?? '')).json;
      const valuesOf = ({ __url__, __links__, ...values }: Record<string, unknown>) => values;
      expect(changes).toMatchObject([{ before: valuesOf(was), after: valuesOf(changed.json) }]);
      expect((await shop.ask('GET', path)).text).toBe(changed.text);
    }
    // A lock and a read; SQLite also reads the storage classes of the values, and a record that matches any ETag may be
    // shown differently.
    expect(counts).toEqual(engine === 'sqlite' ? [3, 3] : [2, 3]);
  });

  test('the ETag depends only on the values', async () => {
    await using other = await startService(shop.database.url, {
      hosts: { baseUrl: 'https://data.example.org/x', allowedHosts: [] },
    });
    const [here, there] = await Promise.all([
      shop.ask('GET', '/tables/customer/recs/[1]'),
      other.get('/api/database/tables/customer/recs/[1]'),
    ]);
    expect(await there.text()).not.toBe(here.text);
    expect(there.headers.get('etag')).toBe(here.headers.get('etag'));
  });

  test('of six editors with the same ETag, one succeeds and the others get 412', async ({ annotate }) => {
    const path = '/tables/customer/recs/[2]';
    const tag = (await shop.ask('GET', path)).headers.get('etag') ?? '';
    const editors = Array.from({ length: 6 }, (_, i) =>
      shop.ask('PATCH', path, { age: 50 + i }, { 'if-match': tag }),
    );
    const statuses = (await Promise.all(editors)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 412, 412, 412, 412, 412]);
    const age = 50 + statuses.indexOf(200);
    expect((await shop.ask('GET', path)).json.age).toBe(age);
    await annotate(`${engine}: 6 editors with one tag, 1 of them wrote, 5 were told`, 'F9');
  });

  test('a refused change is answered with a pointer into the body', async () => {
    const wrong = await shop.ask('POST', '/tables/customer/add', { id: 90, nmae: 'x' });
    expect([wrong.status, wrong.json.pointer]).toEqual([400, '/nmae']);
    expect(wrong.json.allowed).toEqual(['id', 'name', 'email', 'age']);
    const taken = await shop.ask('POST', '/tables/customer/add', { id: 1, name: 'x' });
    expect([taken.status, taken.json.pointer]).toEqual([409, '/id']);
    expect((await shop.ask('POST', '/tables/customer/add', '[1]')).status).toBe(400);
    expect((await shop.ask('POST', '/tables/customer/add', '{"id":')).status).toBe(400);
    expect((await shop.ask('POST', '/tables/nothing/add', {})).status).toBe(404);
    expect(
      (await shop.ask('PATCH', '/tables/customer/recs/[999]', { age: 1 }, { 'if-match': '*' })).status,
    ).toBe(404);
  });

  test('OPTIONS lists the methods', async () => {
    const allow = async (path: string) => (await shop.ask('OPTIONS', path)).headers.get('allow');
    expect(await allow('/tables/customer/add')).toBe('POST, OPTIONS');
    expect(await allow('/tables/customer/recs/[1]')).toBe('GET, HEAD, PATCH, DELETE, OPTIONS');
    expect(await allow('/changes')).toBe('GET, HEAD, POST, OPTIONS');
  });
});
