/** Every tool, called by the official client over both transports, on every live engine. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService } from '../http/service.ts';
import { type Assistant, type Called, overHttp, overStdio } from '../support/assistant.ts';
import { createDatabase, liveEngines, type TestDatabase } from '../support/servers.ts';

const schema = `
CREATE TABLE artist (id integer PRIMARY KEY, name varchar(60) NOT NULL);
CREATE TABLE album (id integer PRIMARY KEY, title varchar(60) NOT NULL, price numeric(8,2), artist_id integer, FOREIGN KEY (artist_id) REFERENCES artist (id));
CREATE TABLE track (id integer PRIMARY KEY, album_id integer, seconds integer, big numeric(20,0), FOREIGN KEY (album_id) REFERENCES album (id));
INSERT INTO artist VALUES (1, 'Vic Lamont'), (2, 'Ashen Bastion'), (3, 'Nobody yet');
INSERT INTO album VALUES (10, 'First', 9.50, 1), (11, 'Second', 20.25, 1), (12, 'Third', 5.00, 2);
INSERT INTO track VALUES (100, 10, 60, 12345678901234567890), (101, 10, 120, 1), (102, 11, 30, 2), (103, NULL, 5, 3);
`;

const byArtist = {
  entities: [
    {
      id: 'album',
      attributes: [
        { id: 'price', summaries: ['sum'] },
        { entity: { id: 'artist', relation: { attr_parent: 'artist_id' }, attributes: [{ id: 'name' }] } },
      ],
    },
  ],
  group: ['name'],
  order: [{ alias: 'name' }],
};

const saved = {
  title: 'Albums from a price on',
  tool: true,
  unigrid: {
    entities: [{ id: 'album', attributes: [{ id: 'title' }, { id: 'price', selected: false }] }],
    where: { func: { name: 'GTE', args: [{ alias: 'price' }, { param: 'least' }] } },
    parameters: [{ name: 'least', type: 'numeric', required: true }],
    order: [{ alias: 'title' }],
  },
};

/** The calls to make over each transport. */
const calls: readonly (readonly [string, Record<string, unknown>])[] = [
  ['search_model', {}],
  ['search_model', { find: 'albums price' }],
  ['search_model', { entity: 'album' }],
  ['search_model', { entity: 'track', to: 'artist' }],
  ['search_model', { entity: 'album', column: 'artist_id' }],
  ['query', byArtist],
  ['query', { entities: [{ id: 'album', attributes: [{ id: 'titel' }] }] }],
  ['record', { entity: 'album', key: [11] }],
  ['record', { entity: 'album', key: [99] }],
  ['run_saved', {}],
  ['run_saved', { slug: 'albums-from-a-price-on', arguments: { least: 9 } }],
  ['saved_albums_from_a_price_on', { arguments: { least: 10 } }],
  ['saved_albums_from_a_price_on', {}],
  ['explain', byArtist],
  [
    'propose_changes',
    {
      note: 'a correction',
      changes: [
        {
          op: 'update',
          entity: 'album',
          key: { id: 12 },
          set: { title: 'Fourth' },
          expect: { title: 'Third' },
        },
      ],
    },
  ],
];

async function ask(assistant: Assistant): Promise<Called[]> {
  const answers: Called[] = [];
  for (const [name, given] of calls) answers.push(await assistant.call(name, given));
  return answers;
}

describe.each(liveEngines)('on %s', (engine) => {
  let database: TestDatabase;
  let service: Service;
  let assistant: Assistant;
  let answers: Called[];

  beforeAll(async () => {
    database = await createDatabase(engine);
    await database.run(schema);
    service = await startService(database.url, { edit: true });
    expect((await service.post('/api/queries', saved)).status).toBe(201);
    assistant = await overHttp(service.base);
    answers = await ask(assistant);
  });
  afterAll(async () => {
    await assistant?.close();
    await service?.close();
    await database?.drop();
  });

  /** The answer to the nth call of a tool. */
  const answerTo = (tool: string, n = 0) => {
    const found = calls.flatMap(([name], i) => (name === tool ? [answers[i]] : []))[n];
    if (found === undefined) throw new Error(`no answer of ${tool}`);
    return found;
  };

  test('the model is described step by step', () => {
    expect(answerTo('search_model').data).toMatchObject({
      entities: 3,
      columns: {
        album: 'id, title, price, artist_id→artist',
        artist: 'id, name',
        track: 'id, album_id→album, seconds, big',
      },
    });
    expect(answerTo('search_model', 1).data.found[0]).toMatchObject({
      entity: 'album',
      columns: [['price', 'numeric']],
    });
    expect(answerTo('search_model', 2).data).toMatchObject({
      entity: 'album',
      key: ['id'],
      'name, type, comment': [
        ['id', 'integer!'],
        ['title', 'string!'],
        ['price', 'numeric'],
        ['artist_id', 'integer'],
      ],
      relations: [
        { to: 'artist', attr_parent: 'artist_id' },
        { to: 'track', attr_parent: 'id', many: true },
      ],
    });
    expect(answerTo('search_model', 3).data).toMatchObject({
      paths: [
        [
          { from: 'track', to: 'album', attr_parent: 'album_id' },
          { from: 'album', to: 'artist', attr_parent: 'artist_id' },
        ],
      ],
      nested: {
        entity: {
          id: 'album',
          relation: { attr_parent: 'album_id' },
          attributes: [{ entity: { id: 'artist', relation: { attr_parent: 'artist_id' }, attributes: [] } }],
        },
      },
    });
    expect(answerTo('search_model', 4).data['value, rows']).toEqual([
      [1, 2],
      [2, 1],
    ]);
  });

  test('an answer to a query has its columns once, its rows as lists, its sentence and its link', () => {
    const { isError, data, link, notes } = answerTo('query');
    expect({ isError, notes, data }).toEqual({
      isError: false,
      notes: [],
      data: {
        sentence: 'sum of price by name of album, with artist, sorted by name.',
        cols: ['name', 'sum_price'],
        data: [
          ['Ashen Bastion', expect.closeTo(5)],
          ['Vic Lamont', expect.closeTo(29.75)],
        ],
        size: { offset: 0, total: 2, frame: 2 },
      },
    });
    expect(link).toMatch(new RegExp(`^${service.base}/#/asked/[\\w-]{16}$`));
  });

  test('a wrong query is answered with a problem that helps to correct it', () => {
    const { isError, data } = answerTo('query', 1);
    expect(isError).toBe(true);
    expect(data.problem).toMatchObject({
      type: 'urn:joinery:problem:invalid-query',
      pointer: '/entities/0/attributes/0/id',
      allowed: ['id', 'title', 'price', 'artist_id'],
      detail: expect.stringContaining('Did you mean "title"?'),
    });
  });

  test('a record is found by its key, and a missing one is a problem', () => {
    expect(answerTo('record')).toMatchObject({
      isError: false,
      link: `${service.base}/#/record/album/11`,
      data: { id: 11, title: 'Second' },
    });
    expect(answerTo('record', 1)).toMatchObject({
      isError: true,
      data: { problem: { type: 'urn:joinery:problem:unknown-record' } },
    });
  });

  test('saved queries run by their slug, and as tools if their owner offers them', async () => {
    const slug = 'albums-from-a-price-on';
    expect(answerTo('run_saved').data.queries).toEqual([
      { slug, title: saved.title, parameters: [{ name: 'least', type: 'numeric', required: true }] },
    ]);
    expect(answerTo('run_saved', 1).data).toMatchObject({ cols: ['title'], data: [['First'], ['Second']] });
    expect(answerTo('saved_albums_from_a_price_on').data).toMatchObject({ data: [['Second']] });
    expect(answerTo('saved_albums_from_a_price_on', 1)).toMatchObject({
      isError: true,
      data: { problem: { status: 400, detail: expect.stringContaining('least') } },
    });
    // With the given values.
    expect(answerTo('run_saved', 1).link).toMatch(/\/#\/asked\/[\w-]{16}$/);
  });

  test('an explanation contains the SQL', () => {
    expect(answerTo('explain').data.sql).toMatch(/group by/i);
  });

  test('a proposal changes nothing until a person applies it', async () => {
    const { link, data, isError } = answerTo('propose_changes');
    expect(isError).toBe(false);
    expect(data.changes[0]).toMatchObject({ before: { title: 'Third' }, after: { title: 'Fourth' } });
    const id = /#\/proposed\/([\w-]+)$/.exec(link ?? '')?.[1];
    const proposal = JSON.parse(await (await service.get(`/api/assistants/proposals/${id}`)).text());
    expect(proposal).toMatchObject({ note: 'a correction', changes: calls.at(-1)?.[1].changes });
    const title = async () =>
      JSON.parse(await (await service.get('/api/database/tables/album/recs/[12]')).text()).title;
    expect(await title()).toBe('Third');
    const { note, changes } = proposal;
    expect((await service.post('/api/database/changes', { note, changes })).status).toBe(201);
    expect(await title()).toBe('Fourth');
    const stale = await assistant.call('propose_changes', calls.at(-1)?.[1]);
    expect(stale).toMatchObject({
      isError: true,
      data: { refusals: [{ pointer: '/changes/0', type: 'urn:joinery:problem:conflicting-change' }] },
    });
    await service.post('/api/database/changes', {
      changes: [
        {
          op: 'update',
          entity: 'album',
          key: { id: 12 },
          set: { title: 'Third' },
          expect: { title: 'Fourth' },
        },
      ],
    });
  });

  test('standard input and output give the same answers, byte for byte', async () => {
    await using other = await overStdio(['--url', service.base], engine === 'sqlite' ? 'modern' : 'legacy');
    const given = await ask(other);
    const plain = (all: readonly Called[]) => all.map(({ text }) => text.replace(/proposed\/[\w-]+/, ''));
    expect(plain(given)).toEqual(plain(answers));
  });

  test('numbers keep their digits, given as texts and as numbers', async () => {
    const query = (value: unknown) => ({
      entities: [{ id: 'track', attributes: [{ id: 'big' }] }],
      where: { func: { name: 'EQ', args: [{ alias: 'big' }, { value }] } },
    });
    // SQLite stores it as a double.
    const digits = engine === 'sqlite' ? '1' : '12345678901234567890';
    const { text } = await assistant.call('query', query(digits));
    expect(text).toContain(`"data":[[${digits}]]`);
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
    const body = JSON.stringify({ ...message, params: { name: 'query', arguments: query('N') } });
    const response = await service.get('/mcp', {
      method: 'POST',
      body: body.replace('"N"', digits),
      headers: { 'content-type': 'application/json' },
    });
    const { result } = JSON.parse(await response.text());
    expect(result.content[0].text).toContain(`"data":[[${digits}]]`);
  });

  test('every question is in the log of the user it was asked for', async () => {
    const { data } = JSON.parse(await (await service.get('/api/assistants/asked')).text());
    const query = data.find(({ said }: { said: string }) => said === answerTo('query').data.sentence);
    expect(query).toMatchObject({ tool: 'explain', times: 4, unigrid: byArtist, problem: null });
    expect(answerTo('query').link).toBe(`${service.base}/#/asked/${query.id}`);
    const failed = data.find(({ problem }: { problem: string | null }) => problem === 'invalid-query');
    expect(failed).toMatchObject({ tool: 'query', rows: null });
    expect(await (await service.get(`/api/assistants/asked/${query.id}`)).json()).toEqual(query);
    expect((await service.get('/api/assistants/asked/nothing')).status).toBe(404);
  });

  test('entities and saved queries are resources with addresses', async () => {
    const { client } = assistant;
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri).toSorted()).toEqual([
      'joinery://entities/album',
      'joinery://entities/artist',
      'joinery://entities/track',
      'joinery://queries/albums-from-a-price-on',
    ]);
    const read = async (uri: string) => {
      const [part] = (await client.readResource({ uri })).contents;
      return JSON.parse(String(part !== undefined && 'text' in part ? part.text : '')).from_database;
    };
    expect(await read('joinery://entities/album')).toEqual(answerTo('search_model', 2).data);
    expect(await read('joinery://queries/albums-from-a-price-on')).toMatchObject(saved);
    await expect(client.readResource({ uri: 'joinery://entities/nothing' })).rejects.toThrow(/not found/i);
    expect((await client.listResourceTemplates()).resourceTemplates).toHaveLength(2);
  });

  test('there are three prompts', async () => {
    const { client } = assistant;
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['get-to-know', 'answer', 'check-quality']);
    const { messages } = await client.getPrompt({ name: 'answer', arguments: { question: 'How many?' } });
    expect(JSON.stringify(messages)).toContain('How many?');
    await expect(client.getPrompt({ name: 'answer' })).rejects.toThrow(/question/);
  });
});

describe.each(liveEngines.filter((engine) => engine !== 'sqlite'))('JSON in a cell on %s', (engine) => {
  test('is not mistaken for a part of the answer', async () => {
    const database = await createDatabase(engine);
    const body = '{"a":[],"size":{"offset":7,"total":9,"frame":40}}';
    await database.run(
      `CREATE TABLE paper (id integer PRIMARY KEY, body json); INSERT INTO paper VALUES (1, '${body}'), (2, '${body}');`,
    );
    const service = await startService(database.url);
    const unigrid = {
      entities: [{ id: 'paper', attributes: [{ id: 'body' }, { id: 'id', selected: false }] }],
      order: [{ alias: 'id' }],
    };
    expect((await service.post('/api/queries', { title: 'papers', unigrid })).status).toBe(201);
    const assistant = await overHttp(service.base);
    const { notes, data } = await assistant.call('run_saved', { slug: 'papers', limit: 1 });
    expect(data.data).toEqual([[JSON.parse(body)]]);
    expect(notes).toEqual(['More rows follow: go on with offset 1.']);
    const asked = JSON.parse(await (await service.get('/api/assistants/asked')).text());
    expect(asked.data).toMatchObject([{ rows: 1 }]);
    await assistant.close();
    await service.close();
    await database.drop();
  });
});

test('joinery mcp serves a database by itself, and ends with its input', async () => {
  const database = await createDatabase('sqlite');
  await database.run(schema);
  const assistant = await overStdio(['--database', database.url, '--state', 'none']);
  const { data, link } = await assistant.call('query', byArtist);
  expect(data.data).toHaveLength(2);
  // The linked page exists as long as the assistant's process.
  const { origin, hash } = new URL(link ?? '');
  const asked = await fetch(`${origin}/api/assistants/asked/${hash.slice('#/asked/'.length)}`);
  expect(await asked.json()).toMatchObject({ unigrid: byArtist });
  const { tools } = await assistant.client.listTools();
  // Without editing there is no tool for proposals.
  expect(tools.map(({ name }) => name)).toEqual(['search_model', 'query', 'record', 'run_saved', 'explain']);
  await assistant.close();
  await expect(fetch(origin)).rejects.toThrow();
  await database.drop();
});
