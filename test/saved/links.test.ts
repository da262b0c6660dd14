/** Links: rows without a login, with the rights that the link's creator has at the time of the visit. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Links } from '../../src/app/saved/links.ts';
import { liveEngines as engines } from '../support/servers.ts';
import { asked, ifMatch, openTestBed, people, type SavedTestBed } from './desk.ts';

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

describe.each(engines)('links stored on %s', (engine) => {
  let desk: SavedTestBed;
  beforeAll(async () => {
    desk = await openTestBed({ store: engine });
    const save = async (slug: string, unigrid: object) =>
      desk.ada.post('/api/queries', { body: { title: slug, slug, unigrid, visibility: 'everyone' } });
    await save('people', people);
    await save('asked', asked);
  });
  afterAll(() => desk[Symbol.asyncDispose]());

  const links = '/api/queries/people/links';
  const link = (body: object = { expires: inAnHour() }) => desk.ada.post(links, { body });

  test('give rows and files to anybody, and access to nothing else', async () => {
    const expires = inAnHour();
    const made = await link({ expires });
    expect(made.status).toBe(201);
    const { id, url } = made.body;
    expect(made.body).toEqual({ id: expect.stringMatching(/^[\w-]{16}$/), url, expires });
    expect(url).toMatch(new RegExp(`^${desk.service.base}/api/links/[\\w-]{43}$`));
    expect(url).not.toContain(id);
    const rows = await desk.nobody.get(url);
    expect(rows.text).toBe((await desk.ada.get('/api/queries/people/rows')).text);
    expect(rows.headers.get('cache-control')).toBe('private, no-cache');
    expect(
      (await desk.nobody.get(url, { headers: { 'if-none-match': rows.headers.get('etag') ?? '' } })).status,
    ).toBe(304);
    expect((await desk.nobody.get(`${url}?limit=1&offset=1`)).body.data).toEqual([[2, 'Bo']]);
    const csv = await desk.nobody.get(`${url}?format=csv`);
    expect(csv.text).toBe('id,name\r\n1,Ada\r\n2,Bo\r\n3,Cy\r\n');
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="people-/);
    expect((await desk.nobody.get(`${url}?format=pdf`)).body).toMatchObject({
      status: 400,
      allowed: ['csv', 'tsv', 'json', 'ndjson', 'xlsx'],
    });
    // Pages of other origins may read it, like anybody with the address; they may read nothing else.
    const elsewhere = { headers: { origin: 'https://other.example' } };
    const allowed = async (path: string) =>
      (await desk.nobody.get(path, elsewhere)).headers.get('access-control-allow-origin');
    expect(await allowed(url)).toBe('*');
    expect(await allowed('/api/queries/people/rows')).toBeNull();
    // It gives access to nothing else.
    expect((await desk.nobody.get('/api/queries/people/rows')).status).toBe(401);
  });

  test('fix the values of the parameters', async () => {
    const to = '/api/queries/asked/links';
    const { body } = await desk.ada.post(to, {
      body: { expires: inAnHour(), arguments: { since: '1990-01-01', some: [3] } },
    });
    expect((await desk.nobody.get(body.url)).body.data).toEqual([[3, 'Cy']]);
    for (const query of ['since=1800-01-01', 'some=1']) {
      expect((await desk.nobody.get(`${body.url}?${query}`)).status).toBe(400);
    }
    expect((await desk.ada.get(to)).body.data[0].arguments).toEqual({ since: '1990-01-01', some: [3] });
  });

  test.each([
    [{}, '/expires'],
    [{ expires: null }, '/expires'],
    [{ expires: 'soon' }, '/expires'],
    [{ expires: '2020-01-01T00:00:00Z' }, '/expires'],
    [{ expires: '2030-01-01T00:00:00' }, '/expires'],
    [{ expires: '2030-13-01' }, '/expires'],
    [{ expires: '2030-02-31' }, '/expires'],
    [{ expires: '2030-01-01', rights: 'all' }, '/rights'],
    [{ expires: '2030-01-01' }, '/arguments'],
    [{ expires: '2030-01-01', arguments: { since: 'x' } }, '/arguments/since'],
    [{ expires: '2030-01-01', arguments: { since: '1990-01-01', until: 1 } }, '/arguments/until'],
    [{ expires: '2030-01-01', arguments: { since: '1990-01-01', some: 1 } }, '/arguments/some'],
    [{ expires: '2030-01-01', arguments: { since: { $ne: 1 } } }, '/arguments/since'],
  ])('are refused: %j', async (body, pointer) => {
    expect((await desk.ada.post('/api/queries/asked/links', { body })).body).toMatchObject({
      status: 400,
      pointer,
    });
  });

  test('are created, listed and revoked only by the owner', async () => {
    const { body } = await link();
    expect((await desk.bo.post(links, { body: { expires: inAnHour() } })).status).toBe(403);
    expect((await desk.bo.get(links)).status).toBe(403);
    expect((await desk.bo.delete(`${links}/${body.id}`)).status).toBe(403);
    expect((await desk.nobody.get(links)).status).toBe(401);
    const list = await desk.ada.get(links);
    expect(list.body.data[0]).toEqual({
      id: body.id,
      expires: body.expires,
      arguments: {},
      created: expect.stringMatching(/Z$/),
    });
    expect(list.text).not.toContain(body.url.slice(-43));
    expect((await desk.nobody.get(body.url)).status).toBe(200);
    expect((await desk.ada.delete(`/api/queries/asked/links/${body.id}`)).status).toBe(404);
    expect((await desk.ada.delete(`${links}/${body.id}`)).status).toBe(204);
    expect((await desk.ada.delete(`${links}/${body.id}`)).status).toBe(404);
    expect((await desk.ada.get(links)).body.data.map((one: { id: string }) => one.id)).not.toContain(body.id);
    const ended = await desk.nobody.get(body.url);
    const never = await desk.nobody.get(`${desk.service.base}/api/links/${'x'.repeat(43)}`);
    expect([ended.status, ended.text]).toEqual([404, never.text]);
  });

  test('expire', async () => {
    let now = Date.now();
    const kept = new Links(desk.place.store, () => now);
    const saved = { id: (await idOf('people')) ?? 0 } as Parameters<typeof kept.create>[1];
    const { secret, id } = await kept.create({ name: 'ada', roles: [] }, saved, {
      expires: 'soon',
      endsAt: now + 1_000,
      arguments: {},
      taken: {},
      versions: {},
    });
    expect(await kept.follow(secret)).toMatchObject({ maker: 'ada', stored: { slug: 'people' } });
    now += 1_000;
    expect(await kept.follow(secret)).toBeNull();
    expect((await kept.list(saved)).map((one) => one.id)).not.toContain(id);
  });

  const idOf = async (slug: string) =>
    (
      await desk.place.store.read((db) =>
        db.selectFrom('documents').select('id').where('slug', '=', slug).executeTakeFirst(),
      )
    )?.id;

  test('are stored as digests', async () => {
    const { body } = await link();
    const rows = await desk.place.store.read((db) => db.selectFrom('links').selectAll().execute());
    expect(JSON.stringify(rows)).toContain(body.id);
    expect(JSON.stringify(rows)).not.toContain(body.url.slice(-43));
  });

  test('do not open with a changed letter', async () => {
    const { body } = await link();
    const secret = body.url.slice(-43);
    for (let i = 0; i < secret.length; i++) {
      const other = secret[i] === 'A' ? 'B' : 'A';
      const forged = `/api/links/${secret.slice(0, i)}${other}${secret.slice(i + 1)}`;
      expect((await desk.nobody.get(forged)).status).toBe(404);
    }
  });

  test('end with their query, for good', async () => {
    const made = await desk.ada.post('/api/queries', { body: { title: 'Passing', unigrid: people } });
    const { body } = await desk.ada.post('/api/queries/passing/links', { body: { expires: inAnHour() } });
    expect((await desk.nobody.get(body.url)).status).toBe(200);
    await desk.ada.delete('/api/queries/passing', ifMatch(made));
    expect((await desk.nobody.get(body.url)).status).toBe(404);
    await desk.ada.put('/api/queries/passing', { body: { title: 'Passing', unigrid: people } });
    expect((await desk.nobody.get(body.url)).status).toBe(404);
  });

  test('show the current version of the query', async () => {
    const made = await desk.ada.post('/api/queries', { body: { title: 'Changing', unigrid: people } });
    const { body } = await desk.ada.post('/api/queries/changing/links', { body: { expires: inAnHour() } });
    const first = { entities: [{ id: 'person', attributes: [{ id: 'name' }] }], limit: 1 };
    await desk.ada.put('/api/queries/changing', {
      body: { title: 'Changing', unigrid: first },
      ...ifMatch(made),
    });
    expect((await desk.nobody.get(body.url)).body).toMatchObject({ cols: ['name'], data: [['Ada']] });
  });

  test('are refused if the query no longer has the parameter that limits them', async () => {
    const made = await desk.ada.post('/api/queries', { body: { title: 'Narrow', unigrid: asked } });
    const { body } = await desk.ada.post('/api/queries/narrow/links', {
      body: { expires: inAnHour(), arguments: { since: '1990-02-01' } },
    });
    expect((await desk.nobody.get(body.url)).body.data).toEqual([[3, 'Cy']]);
    await desk.ada.put('/api/queries/narrow', { body: { title: 'Wide', unigrid: people }, ...ifMatch(made) });
    expect((await desk.nobody.get(body.url)).status).toBe(404);
  });

  test('suggest no other names when an entity has vanished', async () => {
    await desk.data.run('CREATE TABLE visitor (id integer PRIMARY KEY)');
    const unigrid = { entities: [{ id: 'visitor', attributes: [{ id: 'id' }] }] };
    await desk.ada.post('/api/queries', { body: { title: 'Visitors', unigrid } });
    const { body } = await desk.ada.post('/api/queries/visitors/links', { body: { expires: inAnHour() } });
    expect((await desk.nobody.get(body.url)).status).toBe(200);
    await desk.data.run('ALTER TABLE visitor RENAME TO visitors');
    const gone = { pointer: '/unigrid/entities/0/id', name: 'visitor' };
    const own = await desk.ada.get('/api/queries/visitors/rows');
    expect(own.body).toMatchObject({ status: 409, missing: [{ ...gone, nearest: ['visitors'] }] });
    const { body: told } = await desk.nobody.get(body.url);
    expect(told).toEqual({ ...own.body, missing: [{ ...gone, nearest: [] }] });
    await desk.data.run('DROP TABLE visitors');
  });

  test('end with their maker', async () => {
    await desk.bo.post('/api/queries', { body: { title: 'Of Bo', unigrid: people } });
    const { body } = await desk.bo.post('/api/queries/of-bo/links', { body: { expires: inAnHour() } });
    expect((await desk.nobody.get(body.url)).status).toBe(200);
    await desk.dismissBo();
    expect((await desk.nobody.get(body.url)).status).toBe(404);
  });
});

test('without users anybody can create a link', async () => {
  await using desk = await openTestBed({ open: true });
  await desk.nobody.post('/api/queries', { body: { title: 'Q', unigrid: people } });
  const { body } = await desk.nobody.post('/api/queries/q/links', { body: { expires: inAnHour() } });
  expect((await desk.nobody.get(body.url)).body.data).toHaveLength(3);
});

describe('a link to a dashboard', () => {
  let desk: SavedTestBed;
  const place = { x: 0, y: 0, w: 1, h: 1 };
  beforeAll(async () => {
    desk = await openTestBed();
    const save = (slug: string, unigrid: object) =>
      desk.ada.post('/api/queries', { body: { title: slug, slug, unigrid, view: { chart: 'bar' } } });
    await save('people', people);
    await save('asked', asked);
    await save('names', { ...people, group: ['name'] });
    const tiles = [
      { ...place, kind: 'text', text: 'Hello' },
      { ...place, kind: 'table', query: 'people' },
      { ...place, kind: 'chart', query: 'asked' },
      { ...place, kind: 'number', query: 'names' },
    ];
    expect((await desk.ada.post('/api/dashboards', { body: { title: 'Board', tiles } })).status).toBe(201);
  });
  afterAll(() => desk[Symbol.asyncDispose]());
  const links = '/api/dashboards/board/links';
  const make = (body: object) => desk.ada.post(links, { body });

  test('shows it and the rows of its tiles, with fixed values, until it is revoked', async () => {
    const { body, status } = await make({ expires: inAnHour(), arguments: { since: '1990-02-01' } });
    expect(status).toBe(201);
    const shown = await desk.nobody.get(body.url);
    const about = { description: '', view: { chart: 'bar' } };
    expect(shown.body).toEqual({
      ...(await desk.ada.get('/api/dashboards/board')).body,
      queries: {
        people: { ...about, title: 'people', parameters: [], grouped: false },
        asked: { ...about, title: 'asked', parameters: asked.parameters, grouped: false },
        names: { ...about, title: 'names', parameters: [], grouped: true },
      },
    });
    const tile = (path: string) => desk.nobody.get(`${body.url}/tiles/${path}`);
    expect((await tile('1')).text).toBe((await desk.ada.get('/api/queries/people/rows')).text);
    expect((await tile('2')).body.data).toEqual([[3, 'Cy']]);
    expect((await tile('1?limit=1')).body.data).toEqual([[1, 'Ada']]);
    expect((await tile('2?format=csv')).text).toBe('id,name\r\n3,Cy\r\n');
    expect((await tile('2?since=1800-01-01')).status).toBe(400);
    for (const none of ['0', '4', '-1', 'x', '1e0']) expect((await tile(none)).status).toBe(404);
    expect((await desk.ada.delete(`${links}/${body.id}`)).status).toBe(204);
    for (const url of [body.url, `${body.url}/tiles/1`])
      expect((await desk.nobody.get(url)).status).toBe(404);
  });

  test.each([
    [{ since: 'x' }, '/arguments/since'],
    [{}, '/arguments'],
    [{ since: '1990-01-01', until: 1 }, '/arguments/until'],
  ])('requires values that all its queries accept: %j', async (values, pointer) => {
    const { body } = await make({ expires: inAnHour(), arguments: values });
    expect(body).toMatchObject({ status: 400, pointer });
  });

  test('shows what its maker still sees, and a link to a query has no tiles', async () => {
    const { body } = await make({ expires: inAnHour(), arguments: { since: '1990-02-01' } });
    await desk.ada.delete('/api/queries/people', { headers: { 'if-match': '*' } });
    expect(Object.keys((await desk.nobody.get(body.url)).body.queries)).toEqual(['asked', 'names']);
    expect((await desk.nobody.get(`${body.url}/tiles/1`)).status).toBe(404);
    const query = await desk.ada.post('/api/queries/asked/links', {
      body: { expires: inAnHour(), arguments: { since: '1990-02-01' } },
    });
    expect((await desk.nobody.get(`${query.body.url}/tiles/2`)).status).toBe(404);
  });
});
