/** The rows of saved queries: processed like any query, with the address in place of a body. */
import { createHash } from 'node:crypto';
import { utimes } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { liveEngines as engines } from '../support/servers.ts';
import { unzip } from '../support/unzip.ts';
import { asked, ifMatch, openTestBed, people, type ReceivedAnswer, type SavedTestBed } from './desk.ts';

const save = async (desk: SavedTestBed, slug: string, unigrid: object, more: object = {}) => {
  const saved = await desk.ada.post('/api/queries', { body: { title: slug, slug, unigrid, ...more } });
  expect(saved.status, saved.text).toBe(201);
  return saved;
};

describe.each(engines)('the rows of a saved query on %s', (engine) => {
  let desk: SavedTestBed;
  beforeAll(async () => {
    desk = await openTestBed({ data: engine });
    await save(desk, 'asked', asked, { visibility: 'everyone' });
    await save(desk, 'people', { ...people, limit: 2 });
  });
  afterAll(() => desk[Symbol.asyncDispose]());
  const rows = async (address: string) => (await desk.ada.get(`/api/queries/${address}`)).body.data;

  test('are the same bytes as the answer of the query endpoint', async () => {
    const { text } = await desk.ada.post('/api/database/uni-grid-request', {
      body: { unigrid: { ...asked, arguments: { since: '1990-01-01', some: [2, 3] } } },
    });
    const { text: saved, headers } = await desk.ada.get(
      '/api/queries/asked/rows?since=1990-01-01&some=2&some=3',
    );
    expect(saved).toBe(text);
    expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(headers.get('cache-control')).toBe('private, no-cache');
  });

  test('take the page and the values from the address', async () => {
    expect(await rows('asked/rows?since=1990-01-31')).toEqual([
      [2, 'Bo'],
      [3, 'Cy'],
    ]);
    expect(await rows('asked/rows?since=1990-02-01')).toEqual([[3, 'Cy']]);
    expect(await rows('asked/rows?since=1800-01-01&some=3&some=1')).toEqual([
      [1, 'Ada'],
      [3, 'Cy'],
    ]);
    expect(await rows('asked/rows?since=1800-01-01&limit=1&offset=1')).toEqual([[2, 'Bo']]);
    expect(await rows('people/rows')).toHaveLength(2);
    expect(await rows('people/rows?limit=10')).toHaveLength(3);
    expect(await rows('people/rows?offset=2')).toEqual([[3, 'Cy']]);
    const none = await desk.ada.get('/api/queries/people/rows?limit=0');
    expect(none.body).toMatchObject({ data: [], size: { total: 3 } });
  });

  test('show a parameter that is the whole of a field', async () => {
    const field = { id: 'person', attributes: [{ id: 'id' }, { alias: 'day', expr: { param: 'day' } }] };
    for (const required of [true, false]) {
      const slug = `day-${required}`;
      await save(desk, slug, { entities: [field], parameters: [{ name: 'day', type: 'date', required }] });
      expect(await rows(`${slug}/rows?day=1990-01-31&limit=1`)).toEqual([[1, '1990-01-31']]);
    }
    expect(await rows('day-false/rows?limit=1')).toEqual([[1, null]]);
  });

  test.each([
    ['', '"since"'],
    ['?some=1', '"since"'],
    ['?since=1990-01-31&since=1990-01-31', '"since"'],
    ['?since=1990-01-31&until=1990-01-31', '"until"'],
    ['?since=yesterday', '"since"'],
    ['?since=', '"since"'],
    ['?since=1990-01-31&some=1&some=two', '"some"'],
    ['?since=1990-01-31&some=1.5', '"some"'],
    ['?since=1990-01-31&limit=-1', '"limit"'],
    ['?since=1990-01-31&limit=1&limit=2', '"limit"'],
    ['?since=1990-01-31&offset=x', '"offset"'],
    ['?since=1990-01-31&__proto__=x', '"__proto__"'],
  ])('are refused for the parameters %s, with the name of the wrong one', async (query, name) => {
    for (const path of ['rows', 'rows.csv']) {
      const { body, status } = await desk.ada.get(`/api/queries/asked/${path}${query}`);
      expect(status).toBe(400);
      expect(body.detail).toContain(name);
      expect(body.pointer).toBeUndefined();
    }
  });

  test('are exported as files with all rows, unless a limit is given', async () => {
    const file = (format: string, query = '') => desk.ada.get(`/api/queries/people/rows.${format}${query}`);
    const day = new Date().toISOString().slice(0, 10);
    const csv = await file('csv');
    expect(csv.text).toBe('id,name\r\n1,Ada\r\n2,Bo\r\n3,Cy\r\n');
    expect(csv.headers.get('content-type')).toMatch(/^text\/csv/);
    expect(csv.headers.get('content-disposition')).toBe(
      `attachment; filename="people-${day}.csv"; filename*=UTF-8''people-${day}.csv`,
    );
    expect((await file('csv', '?limit=1')).text).toBe('id,name\r\n1,Ada\r\n');
    expect((await file('csv', '?offset=2')).text).toBe('id,name\r\n3,Cy\r\n');
    expect((await file('tsv')).text).toBe('id\tname\r\n1\tAda\r\n2\tBo\r\n3\tCy\r\n');
    expect((await file('ndjson')).text).toBe(
      '{"id":1,"name":"Ada"}\n{"id":2,"name":"Bo"}\n{"id":3,"name":"Cy"}\n',
    );
    expect((await file('json')).body).toMatchObject({
      cols: ['id', 'name'],
      data: [
        [1, 'Ada'],
        [2, 'Bo'],
        [3, 'Cy'],
      ],
      size: { total: 3, frame: 3 },
    });
    expect((await file('json')).headers.get('content-disposition')).toContain(`people-${day}.json`);
    const response = await desk.service.get('/api/queries/people/rows.xlsx');
    expect(response.status).toBe(401);
    expect((await file('xlsx')).headers.get('content-type')).toContain('spreadsheetml');
    expect((await file('pdf')).status).toBe(404);
  });

  test('are read in the name of the reader, who must be able to see the query', async () => {
    expect((await desk.bo.get('/api/queries/asked/rows?since=1990-02-01')).body.data).toEqual([[3, 'Cy']]);
    const [hidden, never] = [
      await desk.bo.get('/api/queries/people/rows'),
      await desk.bo.get('/api/queries/never/rows'),
    ];
    expect([hidden.status, hidden.text]).toEqual([404, never.text.replaceAll('never', 'people')]);
    expect((await desk.nobody.get('/api/queries/asked/rows?since=1990-02-01')).status).toBe(401);
  });

  test('accept booleans as texts in the address', async () => {
    const where = (name: string) => ({ func: { name: 'EQ', args: [{ alias: 'flag' }, { param: name }] } });
    const flagged = {
      entities: [
        {
          id: 'person',
          attributes: [
            { id: 'id' },
            {
              alias: 'flag',
              selected: false,
              expr: {
                case: [
                  {
                    when: { func: { name: 'GT', args: [{ alias: 'id' }, { value: 1 }] } },
                    // biome-ignore lint/suspicious/noThenProperty: the document calls it so, and nobody awaits it.
                    then: { value: true },
                  },
                ],
                else: { value: false },
              },
            },
          ],
        },
      ],
      parameters: [{ name: 'is', type: 'boolean', default: true }],
      where: where('is'),
    };
    await save(desk, 'flagged', flagged);
    expect(await rows('flagged/rows')).toEqual([[2], [3]]);
    expect(await rows('flagged/rows?is=false')).toEqual([[1]]);
    expect(await rows('flagged/rows?is=TRUE')).toEqual([[2], [3]]);
    expect((await desk.ada.get('/api/queries/flagged/rows?is=yes')).body.detail).toContain('"is"');
  });

  test('use the arguments of the document, unless the address has others', async () => {
    await save(desk, 'preset', { ...asked, arguments: { since: '1990-02-01' } });
    expect(await rows('preset/rows')).toEqual([[3, 'Cy']]);
    expect(await rows('preset/rows?since=1990-01-01')).toEqual([
      [2, 'Bo'],
      [3, 'Cy'],
    ]);
  });

  test('have a column for each value of a pivot', async () => {
    const pivoted = {
      entities: [
        {
          id: 'person',
          attributes: [{ id: 'name' }, { id: 'boss' }, { id: 'id', selected: false, summaries: ['count'] }],
        },
      ],
      group: ['name', 'boss'],
      pivot: 'boss',
    };
    await save(desk, 'pivoted', pivoted);
    const { text } = await desk.ada.post('/api/database/uni-grid-request', { body: { unigrid: pivoted } });
    expect((await desk.ada.get('/api/queries/pivoted/rows')).text).toBe(text);
    expect((await desk.ada.get('/api/queries/pivoted/rows.csv')).text).toBe(
      'name,1 count_id,null count_id\r\nAda,0,1\r\nBo,1,0\r\nCy,1,0\r\n',
    );
  });

  test('have an ETag, and are answered with 304 while they are unchanged', async () => {
    const { headers, text } = await desk.ada.get('/api/queries/people/rows');
    const tag = headers.get('etag') ?? '';
    expect(tag).toMatch(/^"[\w-]+"$/);
    const known = { headers: { 'if-none-match': tag } };
    const again = await desk.ada.get('/api/queries/people/rows', known);
    expect([again.status, again.text, again.headers.get('etag')]).toEqual([304, '', tag]);
    expect((await desk.ada.get('/api/queries/people/rows?limit=1', known)).status).toBe(200);
    await desk.data.run("UPDATE person SET name = 'Bea' WHERE id = 2");
    const changed = await desk.ada.get('/api/queries/people/rows', known);
    expect(changed.status).toBe(200);
    expect(changed.text).toBe(text.replace('Bo', 'Bea'));
    await desk.data.run("UPDATE person SET name = 'Bo' WHERE id = 2");
    expect((await desk.ada.get('/api/queries/people/rows')).text).toBe(text);
  });

  test('report all names that have vanished, while the query itself can still be read', async () => {
    await desk.data.run(
      'CREATE TABLE part (id integer PRIMARY KEY, maker integer, weight integer, FOREIGN KEY (maker) REFERENCES person (id))',
    );
    await desk.ada.post('/api/database/refresh');
    const unigrid = {
      entities: [
        {
          id: 'part',
          attributes: [
            { id: 'id' },
            { id: 'weight', alias: 'heavy' },
            { entity: { id: 'person', relation: { attr_parent: 'maker' }, attributes: [{ id: 'name' }] } },
          ],
        },
        {
          id: 'person',
          alias: 'p',
          attributes: [
            { id: 'id', alias: 'who' },
            {
              alias: 'parts',
              rollup: {
                entity: {
                  id: 'part',
                  relation: { attr_parent: 'id' },
                  attributes: [{ id: 'weight', alias: 'w' }],
                },
                summary: 'sum',
                of: 'w',
              },
            },
          ],
        },
      ],
      where: {
        func: {
          name: 'EXISTS',
          args: [
            {
              entity: {
                id: 'part',
                relation: { attr_parent: 'id' },
                attributes: [{ id: 'weight', alias: 'x', selected: false }],
              },
              of: 'p',
            },
          ],
        },
      },
    };
    const made = await save(desk, 'fragile', unigrid);
    expect((await desk.ada.get('/api/queries/fragile/rows')).status).toBe(200);
    await desk.data.run('ALTER TABLE part RENAME COLUMN weight TO weights');
    const { body } = await desk.ada.get('/api/queries/fragile/rows');
    const missing = (pointer: string) => ({
      pointer: `/unigrid/${pointer}`,
      name: 'weight',
      nearest: ['weights'],
    });
    expect(body).toMatchObject({ status: 409, type: 'urn:joinery:problem:vanished-names' });
    expect(body.missing).toEqual([
      missing('entities/0/attributes/1/id'),
      missing('entities/1/attributes/1/rollup/entity/attributes/0/id'),
      missing('where/func/args/0/entity/attributes/0/id'),
    ]);
    expect((await desk.ada.get('/api/queries/fragile/rows.csv')).body.missing).toEqual(body.missing);
    expect((await desk.ada.get('/api/queries/fragile')).body).toEqual(made.body);
    expect((await desk.ada.get('/api/queries/fragile/versions')).body).toEqual({ data: [made.body] });

    await desk.data.run('DROP TABLE part');
    await desk.ada.post('/api/database/refresh');
    const gone = (await desk.ada.get('/api/queries/fragile/rows')).body.missing;
    expect(gone).toEqual([
      { pointer: '/unigrid/entities/0/id', name: 'part', nearest: [] },
      { pointer: '/unigrid/entities/1/attributes/1/rollup/entity/id', name: 'part', nearest: [] },
      { pointer: '/unigrid/where/func/args/0/entity/id', name: 'part', nearest: [] },
    ]);
    // It cannot be saved in this state, but it can be renamed by restoring, shared and removed.
    const put = await desk.ada.put('/api/queries/fragile', {
      body: { title: 'Other', unigrid },
      ...ifMatch(made),
    });
    expect(put.body).toMatchObject({ status: 400, pointer: '/unigrid/entities/0/id' });
    expect((await desk.ada.delete('/api/queries/fragile', ifMatch(made))).status).toBe(204);
  });
});

describe('the document of a saved query', () => {
  let desk: SavedTestBed;
  beforeAll(async () => {
    desk = await openTestBed();
  });
  afterAll(() => desk[Symbol.asyncDispose]());

  test.each([
    [undefined, '/unigrid'],
    [{}, '/unigrid/entities'],
    [{ entities: [{ id: 'nobody' }] }, '/unigrid/entities/0/id'],
    [{ entities: [{ id: 'person', attributes: [{ id: 'nme' }] }] }, '/unigrid/entities/0/attributes/0/id'],
    [{ ...people, colour: 'red' }, '/unigrid/colour'],
    [
      { ...people, where: { func: { name: 'EQ', args: [{ alias: 'id' }, { value: 'one' }] } } },
      '/unigrid/where/func/args/1/value',
    ],
    [
      {
        ...people,
        where: { func: { name: 'EQ', args: [{ alias: 'nope' }, { param: 'p' }] } },
        parameters: [{ name: 'p', type: 'integer', required: true }],
      },
      '/unigrid/where/func/args/0/alias',
    ],
    [
      { ...people, parameters: [{ name: 'p', type: 'integer', default: 'x' }] },
      '/unigrid/parameters/0/default',
    ],
    [{ ...people, parameters: [{ name: 'limit', type: 'integer' }] }, '/unigrid/parameters/0/name'],
    [{ ...people, arguments: { p: 1 } }, '/unigrid/arguments/p'],
    [{ ...people, after: 'cursor' }, '/unigrid/after'],
    [{ ...people, timezone: 'Nowhere' }, '/unigrid/timezone'],
  ])('is validated when it is saved: %j', async (unigrid, pointer) => {
    const { body } = await desk.ada.post('/api/queries', { body: { title: 'Q', unigrid } });
    expect(body).toMatchObject({ status: 400, pointer });
  });

  test('is returned as it was sent, with every digit and every field', async () => {
    const unigrid =
      '{"entities":[{"id":"person","attributes":[{"id":"id"}]}],"where":{"func":{"name":"LT","args":[{"alias":"id"},{"value":12345678901234567890.5}]}},"order":[],"limit":7}';
    const view = '{"__proto__":{"a":1},"big":123456789012345678901234567890,"list":[null,true,"\\u0000"]}';
    const { text, status } = await desk.ada.post('/api/queries', {
      body: `{"title":"Exact","unigrid":${unigrid},"view":${view}}`,
    });
    expect(status).toBe(201);
    expect(text).toContain(`"unigrid":${unigrid},`);
    expect(text).toContain(`"view":${view},`);
    expect((await desk.ada.get('/api/queries/exact')).text).toBe(text);
  });

  test('is returned with its parameters', async () => {
    const { body } = await desk.ada.post('/api/queries', {
      body: { title: 'With parameters', unigrid: asked },
    });
    expect(body.parameters).toEqual(asked.parameters);
  });
});

describe('the ETag of the rows of a saved query', () => {
  /** Moves the last change into the past, so that its time differs from that of a further change. */
  const settle = (desk: SavedTestBed) => {
    const past = new Date(Date.now() - 60_000);
    return utimes(new URL(desk.data.url.replace('sqlite:///', 'file:///')).pathname, past, past);
  };
  const ofBytes = ({ text }: ReceivedAnswer) => `"${createHash('sha256').update(text).digest('base64url')}"`;
  const again = (desk: SavedTestBed, answer: ReceivedAnswer, path = 'people') =>
    desk.ada.get(`/api/queries/${path}/rows`, {
      headers: { 'if-none-match': answer.headers.get('etag') ?? '' },
    });

  test('comes from the version of the SQLite file, so that unchanged rows are not read again', async () => {
    await using desk = await openTestBed();
    await save(desk, 'people', people);
    await settle(desk);
    const first = await desk.ada.get('/api/queries/people/rows');
    expect(first.headers.get('etag')).not.toBe(ofBytes(first));
    expect((await again(desk, first)).status).toBe(304);
    await desk.data.run("INSERT INTO person VALUES (4, 'Di', NULL, NULL)");
    const second = await again(desk, first);
    expect([second.status, second.body.data.length]).toEqual([200, 4]);
    // Shortly after a change a further one could have the same time, so the rows are read.
    expect(second.headers.get('etag')).toBe(ofBytes(second));
    await desk.data.run('DELETE FROM person WHERE id = 4');
    await settle(desk);
    expect((await again(desk, second)).body.data).toHaveLength(3);
  });

  test('is also sent with files, and valid for one user, one page and one format', async () => {
    await using desk = await openTestBed();
    await save(desk, 'people', people, { visibility: 'everyone' });
    await settle(desk);
    const { headers } = await desk.ada.get('/api/queries/people/rows.csv');
    const known = { headers: { 'if-none-match': headers.get('etag') ?? '' } };
    expect(headers.get('etag')).toMatch(/^"/);
    expect((await desk.ada.get('/api/queries/people/rows.csv', known)).status).toBe(304);
    for (const path of ['rows', 'rows.tsv', 'rows.csv?limit=1', 'rows.csv?offset=1']) {
      expect((await desk.ada.get(`/api/queries/people/${path}`, known)).status).toBe(200);
    }
    expect((await desk.bo.get('/api/queries/people/rows.csv', known)).status).toBe(200);
  });

  test('changes with rows that depend on the clock or on a view', async () => {
    await using desk = await openTestBed();
    await desk.data.run('CREATE VIEW lucky AS SELECT random() AS number');
    await desk.ada.post('/api/database/refresh');
    const now = {
      entities: [{ id: 'person', attributes: [{ alias: 'now', expr: { fn: 'NOW', args: [] } }] }],
    };
    await save(desk, 'now', now);
    await save(desk, 'lucky', { entities: [{ id: 'lucky', attributes: [{ id: 'number' }] }] });
    await settle(desk);
    const lucky = await desk.ada.get('/api/queries/lucky/rows');
    expect((await again(desk, lucky, 'lucky')).status).toBe(200);
    const first = await desk.ada.get('/api/queries/now/rows');
    while (
      new Date().getMilliseconds() < 5 ||
      JSON.stringify((await desk.ada.get('/api/queries/now/rows')).body.data) ===
        JSON.stringify(first.body.data)
    )
      await new Promise((resolve) => setTimeout(resolve, 50));
    expect((await again(desk, first, 'now')).status).toBe(200);
  });
});

test('rows.xlsx is a workbook of the rows of a saved query', async () => {
  await using desk = await openTestBed({ open: true });
  await save(desk, 'people', people);
  const bytes = Buffer.from(await (await desk.service.get('/api/queries/people/rows.xlsx')).arrayBuffer());
  const sheet = String(unzip(bytes).get('xl/worksheets/sheet1.xml'));
  for (const cell of ['id', 'name', 'Ada', 'Bo', 'Cy']) expect(sheet).toContain(`>${cell}<`);
  const head = await desk.service.get('/api/queries/people/rows', { method: 'HEAD' });
  expect([head.status, await head.text()]).toEqual([200, '']);
});
