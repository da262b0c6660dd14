/** Injection payloads in every stored field: they come back unchanged, and appear nowhere else. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Tokens } from '../../src/identity/tokens.ts';
import { isLongRun } from '../support/long-run.ts';
import { payloads } from '../support/payloads.ts';
import { liveEngines as engines } from '../support/servers.ts';
import { openTestBed, type SavedTestBed } from './desk.ts';

/** Texts that cause problems in stores, headers and addresses. */
const odd = [
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udc00y',
  '\uffff',
  '\u202etxt.exe',
  'line\r\nSet-Cookie: a=b',
  '\u2028',
  "'; DROP TABLE documents; --",
  '%',
  '_',
  '!%',
  '\\',
  '`',
  '$' + '{1}',
  '$1',
  '{{7*7}}',
  '?',
  '??',
  ':name',
  '@x',
  '🧨'.repeat(40),
  'ﷺ',
  'İıſK',
  'x'.repeat(200),
  '\u001f',
  '\ufeff',
  'a'.repeat(99) + '́'.repeat(100),
  'null',
  'true',
  '0',
  '-0',
  '[]',
  '{}',
  '"',
  '../..',
  '/',
  '%2e%2e',
  '=1+1',
  '+1',
  '@SUM(A1)',
];

const tame = payloads.map((text) => text.slice(0, 200));

type Asked = Awaited<ReturnType<SavedTestBed['ada']['get']>>;

/** Properties of every answer, whatever it contains. */
function expectTame({ headers }: Asked): void {
  for (const [name, value] of headers) expect(value, name).toMatch(/^[\x20-\x7e]*$/);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('content-type')).toMatch(/^(application\/json|text\/csv)/);
  expect(headers.get('set-cookie')).toBeNull();
}

describe.each(engines)('hostile texts stored on %s', (engine) => {
  let desk: SavedTestBed;
  beforeAll(async () => {
    desk = await openTestBed({ store: engine });
  });
  afterAll(() => desk[Symbol.asyncDispose]());

  test('as titles, descriptions and roles are returned unchanged, and found', async ({ annotate }) => {
    // Injection into the page does not depend on the engine; problems in the store do. The last test below stores all
    // payloads.
    const each = isLongRun ? 1 : engine === 'sqlite' ? 4 : 12;
    const texts = [...tame.filter((_, i) => i % each === 0), ...odd];
    const checkText = async (text: string, i: number) => {
      const title = text.trim() === '' ? `.${text}` : text;
      const body = { title, description: `mark${i}x ${text}`, visibility: { roles: [text.slice(0, 100)] } };
      const made = await desk.ada.post('/api/dashboards', { body });
      expect(made.body, made.text).toMatchObject(body);
      expect(made.body.slug).toMatch(/^[a-z0-9-]{1,100}$/);
      expectTame(made);
      const search = text.isWellFormed() ? body.description.slice(0, 200) : `mark${i}x`;
      const found = await desk.ada.get(`/api/dashboards?search=${encodeURIComponent(search)}`);
      expect(found.text).toBe(`{"data":[${made.text}]}`);
      expectTame(found);
    };
    for (let i = 0; i < texts.length; i += 8) {
      await Promise.all(texts.slice(i, i + 8).map((text, j) => checkText(text, i + j)));
    }
    await annotate(
      `${texts.length} texts × title, description, role on ${engine}: all exact, 0 in headers`,
      'A22',
    );
  });

  test('in addresses are unknown names', async () => {
    const body = {
      title: 'There',
      slug: 'there',
      unigrid: { entities: [{ id: 'person', attributes: [{ id: 'id' }] }] },
    };
    const made = await desk.ada.post('/api/queries', { body });
    expect(made.status, made.text).toBe(201);
    for (const text of ['\0', 'there\0', 'THERE', 'there ', '\u{1F600}', "' OR 1=1"]) {
      const name = encodeURIComponent(text);
      const answers = [
        await desk.ada.get(`/api/queries/${name}`),
        await desk.ada.get(`/api/queries/${name}/rows`),
        await desk.ada.get(`/api/dashboards/${name}`),
        await desk.ada.delete(`/api/queries/${name}`, { headers: { 'if-match': '*' } }),
        await desk.ada.delete(`/api/queries/there/links/${name}`),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    }
  });

  test('as ids of tokens are unknown', async () => {
    const ended = new Tokens(desk.place.store).remove('ada', 'a\0');
    await expect(ended).rejects.toMatchObject({ kind: 'not-found' });
  });

  test('as names, labels, defaults, aliases, views, tiles and arguments are returned unchanged', async ({
    annotate,
  }) => {
    const texts = [...new Set([...tame, ...odd])];
    // A parameter cannot have this name, since values by name would be indistinguishable from the properties of every
    // object.
    const names = texts.filter((text) => text !== '__proto__');
    const unigrid = {
      entities: [
        {
          id: 'person',
          attributes: [{ id: 'name', selected: false }, ...texts.map((text) => ({ id: 'id', alias: text }))],
        },
      ],
      where: {
        cond: {
          with: 'AND',
          entries: names.map((text) => ({
            func: { name: 'EQ', args: [{ alias: 'name' }, { param: text }] },
          })),
        },
      },
      parameters: names.map((text) => ({ name: text, type: 'text', label: text, default: text })),
    };
    const view = { list: texts, ...Object.fromEntries(texts.map((text) => [text, text])) };
    const made = await desk.ada.post('/api/queries', { body: { title: 'All of them', unigrid, view } });
    expect(made.status, made.text).toBe(201);
    expect(made.body).toMatchObject({ unigrid, view, parameters: unigrid.parameters });
    const read = await desk.ada.get('/api/queries/all-of-them');
    expect(read.text).toBe(made.text);
    const csv = await desk.ada.get('/api/queries/all-of-them/rows.csv');
    expect(csv.status, csv.text).toBe(200);
    const values = Object.fromEntries(names.map((text) => [text, text]));
    const link = await desk.ada.post('/api/queries/all-of-them/links', {
      body: { expires: '2999-01-01', arguments: values },
    });
    expect(link.status, link.text).toBe(201);
    const links = await desk.ada.get('/api/queries/all-of-them/links');
    expect(links.body.data[0].arguments).toEqual(values);
    for (let i = 0; i < texts.length; i += 100) {
      const place = { x: 0, y: 0, w: 1, h: 1, kind: 'text' };
      const tiles = texts.slice(i, i + 100).map((text) => ({ ...place, text }));
      expect(
        (await desk.ada.post('/api/dashboards', { body: { title: 'Tiles', tiles } })).body,
      ).toMatchObject({ tiles });
    }
    const api = await desk.ada.get('/api/openapi.json');
    const { parameters } = api.body.paths['/api/queries/all-of-them/rows'].get;
    expect(parameters.map(({ name }: { name: string }) => name)).toEqual([...names, 'limit', 'offset']);
    for (const answer of [made, read, csv, link, links, api]) expectTame(answer);
    await annotate(`${texts.length} texts × 8 stored fields on ${engine}: all exact, 0 in headers`, 'A22');
  });
});
