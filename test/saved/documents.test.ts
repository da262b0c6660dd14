/** Saved queries and dashboards as resources: the same rules for both, on every store engine. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { liveEngines as engines } from '../support/servers.ts';
import { ifMatch, openTestBed, people, type SavedTestBed } from './desk.ts';

const kinds = [
  {
    what: 'saved queries',
    path: '/api/queries',
    content: { unigrid: people },
    own: { unigrid: people, parameters: [], view: null },
  },
  {
    what: 'dashboards',
    path: '/api/dashboards',
    content: { tiles: [{ x: 0, y: 0, w: 4, h: 2, kind: 'text', text: 'Hello' }] },
    own: { tiles: [{ x: 0, y: 0, w: 4, h: 2, kind: 'text', text: 'Hello' }] },
  },
];

describe.each(engines)('with a store on %s,', (engine) => {
  let desk: SavedTestBed;
  beforeAll(async () => {
    desk = await openTestBed({ store: engine });
  });
  afterAll(() => desk[Symbol.asyncDispose]());

  describe.each(kinds)('$what', ({ path, content, own }) => {
    let count = 0;
    const title = (name: string) => `${name} ${engine} ${path.slice(5)} ${++count}`;
    const make = (body: object = {}) =>
      desk.ada.post(path, { body: { title: title('Thing'), ...content, ...body } });

    test('are created with a slug from the title, an address, an ETag and every field', async () => {
      const name = title('Größe & more');
      const made = await desk.ada.post(path, { body: { title: name, ...content } });
      expect(made.status).toBe(201);
      const slug = `grosse-more-${engine}-${path.slice(5)}-${count}`;
      expect(made.body).toEqual({
        slug,
        title: name,
        description: '',
        ...own,
        owner: 'ada',
        visibility: 'private',
        version: 1,
        updated: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      });
      expect(made.headers.get('location')).toBe(`${desk.service.base}${path}/${slug}`);
      const read = await desk.ada.get(`${path}/${slug}`);
      expect(read.status).toBe(200);
      expect(read.body).toEqual(made.body);
      expect(read.headers.get('etag')).toBe(made.headers.get('etag'));
      expect(read.headers.get('cache-control')).toBe('private, no-cache');
      const again = await desk.ada.get(`${path}/${slug}`, {
        headers: { 'if-none-match': read.headers.get('etag') ?? '' },
      });
      expect([again.status, again.text]).toEqual([304, '']);
    });

    test('with equal titles get numbered slugs', async () => {
      const name = title('Same');
      const slugs = [];
      for (let i = 0; i < 4; i++)
        slugs.push((await desk.ada.post(path, { body: { title: name, ...content } })).body.slug);
      const [base] = slugs;
      expect(slugs).toEqual([base, `${base}-2`, `${base}-3`, `${base}-4`]);
    });

    test('accept a given slug, and refuse a taken one without revealing by what', async () => {
      const slug = `given-${engine}-${path.slice(5)}`;
      expect((await make({ slug })).body.slug).toBe(slug);
      const own = await make({ slug });
      const others = await desk.bo.post(path, { body: { title: 'Mine', slug, ...content } });
      for (const { status, body } of [own, others]) {
        expect(status).toBe(409);
        expect(body).toMatchObject({ type: 'urn:joinery:problem:slug-taken', pointer: '/slug' });
        expect(body.detail).not.toMatch(/ada|Thing/);
      }
    });

    test('are created by PUT if they do not exist, and changed with If-Match', async () => {
      const address = `${path}/put-${engine}-${path.slice(5)}`;
      const body = { title: 'First', ...content };
      expect((await desk.ada.put(address, { body, headers: { 'if-match': '"x-1"' } })).status).toBe(412);
      const made = await desk.ada.put(address, { body });
      expect(made.status).toBe(201);
      expect(made.headers.get('location')).toBe(desk.service.base + address);
      expect(made.body).toMatchObject({ version: 1, title: 'First' });

      const missing = await desk.ada.put(address, { body });
      expect(missing.body).toMatchObject({ status: 428, type: 'urn:joinery:problem:precondition-required' });
      const changed = await desk.ada.put(address, {
        body: { ...body, title: 'Second', description: 'More', visibility: 'everyone' },
        ...ifMatch(made),
      });
      expect(changed.status).toBe(200);
      expect(changed.body).toMatchObject({
        version: 2,
        title: 'Second',
        description: 'More',
        visibility: 'everyone',
      });
      expect(changed.headers.get('etag')).not.toBe(made.headers.get('etag'));
      const stale = await desk.ada.put(address, { body, ...ifMatch(made) });
      expect(stale.body).toMatchObject({ status: 412, type: 'urn:joinery:problem:precondition-failed' });
      const weak = { 'if-match': `W/${changed.headers.get('etag')}` };
      expect((await desk.ada.put(address, { body, headers: weak })).status).toBe(412);
      const listed = { 'if-match': `"other", ${changed.headers.get('etag')}` };
      expect((await desk.ada.put(address, { body, headers: listed })).body).toMatchObject({
        version: 3,
        title: 'First',
        visibility: 'private',
        description: '',
      });
      expect((await desk.ada.put(address, { body, headers: { 'if-match': '*' } })).body.version).toBe(4);
      expect(
        (await desk.ada.put(address, { body: { ...body, slug: 'other' }, ...ifMatch(made) })).body,
      ).toMatchObject({ status: 400, pointer: '/slug' });
      expect((await desk.ada.put(`${path}/No_Slug`, { body })).status).toBe(400);
    });

    test('are private: for others they do not exist', async () => {
      const { body } = await make();
      const address = `${path}/${body.slug}`;
      const never = `${path}/never-was`;
      const same = async (send: (to: string) => Promise<{ status: number; text: string }>) => {
        const [there, nowhere] = [await send(address), await send(never)];
        expect(there.status).toBe(404);
        expect(there.text.replaceAll(body.slug, 'never-was')).toBe(nowhere.text);
      };
      await same((to) => desk.bo.get(to));
      await same((to) => desk.bo.delete(to, { headers: { 'if-match': '*' } }));
      await same((to) => desk.bo.get(`${to}/versions`));
      await same((to) => desk.bo.get(`${to}/versions/1`));
      await same((to) => desk.bo.post(`${to}/versions/1/restore`, { headers: { 'if-match': '*' } }));
      const put = { body: { title: 'Mine now', ...content } };
      expect((await desk.bo.put(address, put)).body).toMatchObject({
        type: 'urn:joinery:problem:slug-taken',
      });
      expect((await desk.bo.put(address, { ...put, headers: { 'if-match': '*' } })).status).toBe(412);
      const list = await desk.bo.get(`${path}?search=${body.slug}`);
      expect(list.body).toEqual({ data: [] });
      expect((await desk.nobody.get(address)).status).toBe(401);
      expect((await desk.ada.get(address)).body).toEqual(body);
    });

    test('that are shared can be read by others, but changed only by their owner', async () => {
      const made = await make({ visibility: 'everyone' });
      const address = `${path}/${made.body.slug}`;
      const seen = await desk.bo.get(address);
      expect(seen.body).toEqual(made.body);
      const body = { title: 'Mine now', ...content };
      for (const answer of [
        await desk.bo.put(address, { body, ...ifMatch(seen) }),
        await desk.bo.put(address, { body }),
        await desk.bo.delete(address, ifMatch(seen)),
        await desk.bo.post(`${address}/versions/1/restore`, ifMatch(seen)),
      ]) {
        expect(answer.body).toMatchObject({ status: 403, type: 'urn:joinery:problem:forbidden' });
      }
      expect((await desk.ada.get(address)).body).toEqual(made.body);
      await desk.ada.put(address, {
        body: { title: made.body.title, ...content, visibility: { roles: ['sales'] } },
        ...ifMatch(made),
      });
      expect((await desk.bo.get(address)).status).toBe(404);
      expect((await desk.ada.get(address)).body.visibility).toEqual({ roles: ['sales'] });
    });

    test('keep every version, newest first, and restore one as a new version', async () => {
      const first = await make({ title: 'One' });
      const address = `${path}/${first.body.slug}`;
      const second = await desk.ada.put(address, {
        body: { title: 'Two', visibility: 'everyone', ...content },
        ...ifMatch(first),
      });
      const list = await desk.bo.get(`${address}/versions`);
      expect(list.body).toEqual({ data: [second.body, first.body] });
      expect((await desk.bo.get(`${address}/versions/1`)).body).toEqual(first.body);
      expect((await desk.bo.get(`${address}/versions/3`)).status).toBe(404);
      expect((await desk.bo.get(`${address}/versions/x`)).status).toBe(404);
      const page = await desk.bo.get(`${address}/versions?limit=1`);
      expect(page.body).toEqual({ data: [second.body] });
      const [, next = ''] = /^<(.*)>; rel="next"$/.exec(page.headers.get('link') ?? '') ?? [];
      expect((await desk.bo.get(next)).body).toEqual({ data: [first.body] });

      expect((await desk.ada.post(`${address}/versions/1/restore`)).status).toBe(428);
      expect((await desk.ada.post(`${address}/versions/1/restore`, ifMatch(first))).status).toBe(412);
      expect((await desk.ada.post(`${address}/versions/9/restore`, ifMatch(second))).status).toBe(404);
      const restored = await desk.ada.post(`${address}/versions/1/restore`, ifMatch(second));
      expect(restored.status).toBe(200);
      expect(restored.body).toEqual({
        ...first.body,
        visibility: 'everyone',
        version: 3,
        updated: expect.any(String),
      });
      expect((await desk.ada.get(address)).body).toEqual(restored.body);
      expect(
        (await desk.ada.get(`${path}?search=two`)).body.data.map(({ slug }: { slug: string }) => slug),
      ).not.toContain(first.body.slug);
    });

    test('are deleted with If-Match, and keep their versions if their owner recreates them', async () => {
      const made = await make();
      const address = `${path}/${made.body.slug}`;
      expect((await desk.ada.delete(address)).status).toBe(428);
      expect((await desk.ada.delete(address, { headers: { 'if-match': '"x"' } })).status).toBe(412);
      const gone = await desk.ada.delete(address, ifMatch(made));
      expect([gone.status, gone.text]).toEqual([204, '']);
      for (const to of [address, `${address}/versions`, `${address}/versions/1`]) {
        expect((await desk.ada.get(to)).status).toBe(404);
      }
      expect((await desk.ada.delete(address, ifMatch(made))).status).toBe(404);
      expect((await desk.ada.get(`${path}?search=${made.body.slug}`)).body).toEqual({ data: [] });

      const body = { title: made.body.title, ...content };
      // Another user's document with the same slug is independent.
      const others = await desk.bo.put(address, { body });
      expect(others.body).toMatchObject({ version: 1, owner: 'bo' });
      expect((await desk.bo.get(`${address}/versions`)).body.data).toHaveLength(1);
      expect((await desk.bo.delete(address, ifMatch(others))).status).toBe(204);

      const back = await desk.ada.put(address, { body });
      expect(back.status).toBe(201);
      expect(back.body).toEqual({ ...made.body, version: 2, updated: expect.any(String) });
      expect((await desk.ada.get(`${address}/versions`)).body).toEqual({ data: [back.body, made.body] });
      expect((await desk.ada.get(`${path}?search=${made.body.slug}`)).body).toEqual({ data: [back.body] });
      // An ETag from before the deletion does not match the new document.
      expect((await desk.ada.delete(address, ifMatch(made))).status).toBe(412);
    });

    test.each([
      [{}, '/title'],
      [{ title: ' ' }, '/title'],
      [{ title: 7 }, '/title'],
      [{ title: 'x'.repeat(201) }, '/title'],
      [{ title: 'T', slug: 'Not A Slug' }, '/slug'],
      [{ title: 'T', slug: 'x'.repeat(101) }, '/slug'],
      [{ title: 'T', description: 'x'.repeat(4_001) }, '/description'],
      [{ title: 'T', visibility: 'secret' }, '/visibility'],
      [{ title: 'T', visibility: { roles: [] } }, '/visibility/roles'],
      [{ title: 'T', visibility: { roles: ['a'], users: [] } }, '/visibility/users'],
      [{ title: 'T', owner: 'bo' }, '/owner'],
      [{ title: 'T', version: 3 }, '/version'],
      [{ title: 'T', parameters: [] }, '/parameters'],
    ])('are refused with a pointer: %j', async (body, pointer) => {
      for (const answer of [
        await desk.ada.post(path, { body: { ...content, ...body } }),
        await desk.ada.put(`${path}/refused`, { body: { ...content, ...body } }),
      ]) {
        expect(answer.body).toMatchObject({ status: 400, pointer });
      }
    });

    test('name the choices when their visibility is none of them', async () => {
      for (const visibility of ['secret', 7, ['sales']]) {
        const { body } = await desk.ada.post(path, { body: { title: 'T', ...content, visibility } });
        expect(body.detail).toMatch(/^Expected "private", "everyone" or an object with roles, not /);
      }
    });

    test('are listed by latest change, and found by title, description and slug in any case', async () => {
      const mark = `${engine}${path.slice(5)}`;
      const body = (extra: object) => ({ body: { ...content, ...extra } });
      const one = await desk.ada.post(path, body({ title: `ŻÓŁW Straße ${mark}` }));
      const two = await desk.ada.post(
        path,
        body({ title: 'Other', description: `żółw 100%_! ${mark}`, visibility: 'everyone' }),
      );
      const three = await desk.ada.post(
        path,
        body({ title: 'Third', slug: `zolw-${mark}`, visibility: 'everyone' }),
      );
      const found = async (search: string, who = desk.ada) => {
        const { body: list, status } = await who.get(`${path}?search=${encodeURIComponent(search)}`);
        expect(status).toBe(200);
        return list.data.map(({ slug }: { slug: string }) => slug);
      };
      const [a, b, c] = [one, two, three].map(({ body: { slug } }) => slug);
      expect(await found(mark)).toEqual([c, b, a]);
      expect(await found(mark.toUpperCase())).toEqual([c, b, a]);
      expect(await found(mark, desk.bo)).toEqual([c, b]);
      expect(await found(`STRASSE ${mark}`)).toEqual([]);
      expect(await found(`żółw straße ${mark.toUpperCase()}`)).toEqual([a]);
      expect(await found(`ŻÓŁW 100%_! ${mark}`)).toEqual([b]);
      expect(await found(`100__! ${mark}`)).toEqual([]);
      expect(await found('ZÓŁW'.normalize('NFD'))).toEqual([]);
      expect(await found('ŻÓŁW'.normalize('NFD'))).toEqual(expect.arrayContaining([a, b]));
      expect(await found('żó')).toEqual(expect.arrayContaining([a, b]));
      await desk.ada.put(`${path}/${a}`, { ...body({ title: 'Renamed' }), ...ifMatch(one) });
      expect(await found(`straße ${mark}`)).toEqual([]);
      expect((await found(mark))[0]).toBe(a);
      expect((await desk.ada.get(`${path}?serch=x`)).status).toBe(400);
      expect((await desk.ada.get(`${path}?limit=0`)).status).toBe(400);
      expect((await desk.ada.get(`${path}?after=nonsense`)).status).toBe(400);
    });

    test('are listed in pages without gaps and repetitions', async () => {
      const search = `paged${engine}`;
      for (let i = 0; i < 7; i++)
        await make({ title: `${search} ${i}`, visibility: i % 2 === 0 ? 'everyone' : 'private' });
      const walk = async (who: typeof desk.ada) => {
        const pages: string[] = [];
        for (let next = `${path}?search=${search}&limit=2`; next !== ''; ) {
          const { body, headers } = await who.get(next);
          pages.push(body.data.map((item: { title: string }) => item.title.slice(-1)).join(''));
          next = /^<(.*)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? '';
        }
        return pages;
      };
      expect(await walk(desk.ada)).toEqual(['65', '43', '21', '0']);
      // A shorter page, or an empty one at the end, would tell how many others there are.
      expect(await walk(desk.bo)).toEqual(['64', '20']);
    });
  });

  test('a dashboard tile with a query that its maker cannot see is refused with a pointer', async () => {
    const { ada, bo } = desk;
    const hidden = (await ada.post('/api/queries', { body: { title: 'Hidden', unigrid: people } })).body.slug;
    const tile = { x: 0, y: 0, w: 1, h: 1 };
    const tiles = [
      { ...tile, kind: 'text', text: '' },
      { ...tile, kind: 'chart', query: hidden },
    ];
    expect((await ada.post('/api/dashboards', { body: { title: 'D', tiles } })).status).toBe(201);
    const refused = await bo.post('/api/dashboards', { body: { title: 'D', tiles } });
    expect(refused.body).toMatchObject({ status: 400, pointer: '/tiles/1/query' });
    const never = await bo.post('/api/dashboards', {
      body: { title: 'D', tiles: [tiles[0], { ...tile, kind: 'chart', query: 'never-was' }] },
    });
    expect(refused.text.replaceAll(hidden, 'never-was')).toBe(never.text);
  });
});

test.each([
  [{ kind: 'table' }, '/tiles/0/query'],
  [{ kind: 'text' }, '/tiles/0/text'],
  [{ kind: 'map', text: '' }, '/tiles/0/kind'],
  [{ kind: 'text', text: '', x: -1 }, '/tiles/0/x'],
  [{ kind: 'text', text: '', w: 0 }, '/tiles/0/w'],
  [{ kind: 'text', text: '', y: 1.5 }, '/tiles/0/y'],
  [{ kind: 'text', text: '', colour: 'red' }, '/tiles/0/colour'],
  [{ kind: 'text', text: 'x'.repeat(20_001) }, '/tiles/0/text'],
])('a tile %j is refused with the pointer %s', async (tile, pointer) => {
  await using desk = await openTestBed({ open: true });
  const body = { title: 'D', tiles: [{ x: 0, y: 0, w: 1, h: 1, ...tile }] };
  expect((await desk.ada.post('/api/dashboards', { body })).body).toMatchObject({ status: 400, pointer });
});

test('without users the owner is null, and everybody can change a query', async () => {
  await using desk = await openTestBed({ open: true });
  const made = await desk.nobody.post('/api/queries', { body: { title: 'Q', unigrid: people } });
  expect(made.body).toMatchObject({ owner: null, visibility: 'private' });
  expect((await desk.nobody.get('/api/queries')).body).toEqual({ data: [made.body] });
  const changed = await desk.nobody.put('/api/queries/q', {
    body: { title: 'R', unigrid: people },
    ...ifMatch(made),
  });
  expect(changed.body).toMatchObject({ title: 'R', owner: null, version: 2 });
  expect((await desk.nobody.delete('/api/queries/q', ifMatch(changed))).status).toBe(204);
});

test('the answer for the schema links to queries and dashboards', async () => {
  await using desk = await openTestBed();
  const { headers, body } = await desk.ada.get('/api/database');
  const { base } = desk.service;
  expect(headers.get('link')).toBe(
    `<${base}/api/queries>; rel="queries", <${base}/api/dashboards>; rel="dashboards"`,
  );
  expect(Object.keys(body)).toEqual(['logout', 'mode', 'uni-grid-request', 'entities', 'views']);
});
