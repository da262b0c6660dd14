import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Catalog } from '../../src/contract/catalog.ts';
import { Mode } from '../../src/contract/mode.ts';
import { RecordList } from '../../src/contract/record.ts';
import { ApiSchema } from '../../src/contract/schema.ts';
import type { TestDatabase } from '../support/servers.ts';
import { type FixtureService, serveFixture } from './fixture.ts';
import type { Service } from './service.ts';

let served: FixtureService;
let database: TestDatabase;
let service: Service;
let tables: string;

beforeAll(async () => {
  served = await serveFixture();
  ({ database, service } = served);
  tables = `${service.base}/api/database/tables`;
});
afterAll(() => served.end());

const json = async (path: string): Promise<unknown> => (await service.get(path)).json();
/** The value at a path, with untyped keys. */
function at(value: unknown, ...path: string[]): unknown {
  return path.reduce(
    (inner: unknown, key) =>
      typeof inner === 'object' && inner !== null
        ? Object.getOwnPropertyDescriptor(inner, key)?.value
        : undefined,
    value,
  );
}
const keysOf = (value: unknown, ...path: string[]) => Object.keys(Object(at(value, ...path)));
const list = async (path: string) => RecordList.parse(await json(path)).data;

describe('the JSON documents', () => {
  test('GET /api links to the login and the schema', async () => {
    expect(await json('/api')).toEqual({
      schema: `${service.base}/api/database`,
      login: `${service.base}/api/login`,
    });
  });

  test('GET /api/database has one key per table, and views separately', async () => {
    const answer = await json('/api/database');
    const schema = ApiSchema.parse(answer);
    expect(keysOf(answer)).toEqual(['logout', 'mode', 'uni-grid-request', 'entities', 'views']);
    expect(schema.logout).toBe(`${service.base}/api/logout`);
    expect(schema.mode).toBe(`${service.base}/api/database/mode`);
    expect(schema['uni-grid-request']).toBe(`${service.base}/api/database/uni-grid-request`);
    expect(keysOf(answer, 'entities')).toEqual([
      '__proto__',
      'a/b c',
      'empty',
      'loose',
      'person',
      'picture',
      'seat',
    ]);
    expect(at(answer, 'entities', 'seat')).toEqual({
      get: `${tables}/seat`,
      add: `${tables}/seat/add`,
      record: `${tables}/seat/recs/[{hall},{row}]`,
    });
    expect(schema.entities['a/b c']?.get).toBe(`${tables}/a%2Fb%20c`);
    expect(schema.entities.loose?.record).toBe(`${tables}/loose/recs/[{word},{times}]`);
    expect(schema.views).toEqual({ grown: { get: `${tables}/grown` } });
  });

  test('names with a meaning in JavaScript are kept', async () => {
    const text = await (await service.get('/api/database')).text();
    expect(text).toContain(`"__proto__":{"get":"${tables}/__proto__"`);
    const mode = await (await service.get('/api/database/mode')).text();
    expect(mode).toContain('"__proto__":{"id":"__proto__"');
    expect(await (await service.get('/api/database/tables/__proto__')).text()).toBe(
      `{"add":"${tables}/__proto__/add","data":[{"constructor":1,"__proto__":"p","__url___":"u","__url__":"${tables}/__proto__/recs/[1]","__links__":{}}]}`,
    );
  });

  test('GET /api/database/mode has exactly the documented fields', async () => {
    const mode = Mode.parse(await json('/api/database/mode'));
    expect(mode.person).toEqual({
      id: 'person',
      name: 'person',
      attributes: {
        id: { id: 'id', name: 'id', type: 'integer' },
        name: { id: 'name', name: 'name', type: 'string' },
        email: { id: 'email', name: 'email', type: 'text' },
        boss: { id: 'boss', name: 'boss', type: 'integer' },
      },
      relations: expect.arrayContaining([
        { own_attr: 'boss', rel_entity: 'person', rel_attr: 'id', type: 'many2one' },
        { own_attr: 'id', rel_entity: 'person', rel_attr: 'boss', type: 'one2many' },
        { own_attr: 'email', rel_entity: 'seat', rel_attr: 'holder', type: 'one2many' },
      ]),
    });
    expect(mode.grown?.relations).toEqual([]);
  });

  test('GET /api/database/catalog contains what MODE does not', async () => {
    const answer = await json('/api/database/catalog');
    const catalog = Catalog.parse(answer);
    expect(keysOf(answer)).toEqual(['engine', 'warnings', 'entities']);
    expect(catalog.engine).toEqual({ name: 'sqlite', title: 'SQLite' });
    expect(catalog.warnings).toEqual([]);
    const { seat } = catalog.entities;
    expect(seat).toMatchObject({ kind: 'table', key: ['hall', 'row'], keyKind: 'primary', comment: null });
    expect(seat?.columns[2]).toEqual({
      name: 'holder',
      type: 'text',
      nativeType: 'TEXT',
      nullable: true,
      default: null,
      generated: false,
      comment: null,
    });
    expect(seat?.foreignKeys).toEqual([
      { name: null, columns: ['holder'], entity: 'person', entityColumns: ['email'] },
    ]);
    expect(catalog.entities.loose?.keyKind).toBe('all');
    expect(catalog.entities.grown).toMatchObject({ kind: 'view', key: [], keyKind: 'none' });
  });

  test('POST /api/database/refresh finds a new table', async () => {
    await database.run('CREATE TABLE later (id integer PRIMARY KEY)');
    const response = await service.post('/api/database/refresh');
    expect(await response.json()).toEqual({ entities: 9 });
    expect(await json('/api/database/tables/later')).toEqual({ add: `${tables}/later/add`, data: [] });
    await database.run('DROP TABLE later');
  });

  test('GET /healthz and GET /readyz answer 200', async () => {
    expect((await service.get('/healthz')).status).toBe(200);
    expect((await service.get('/readyz')).status).toBe(200);
  });
});

describe('lists', () => {
  test('contain all records with their URLs and links', async () => {
    expect(await json('/api/database/tables/person')).toEqual({
      add: `${tables}/person/add`,
      data: [
        {
          id: 1,
          name: 'Ada',
          email: 'ada@example.org',
          boss: null,
          __url__: `${tables}/person/recs/[1]`,
          __links__: {},
        },
        {
          id: 2,
          name: 'Bo',
          email: 'bo@example.org',
          boss: 1,
          __url__: `${tables}/person/recs/[2]`,
          __links__: { "ForeignKey('person.id')": `${tables}/person/recs/[1]` },
        },
      ],
    });
  });

  test('of a view have no record URLs', async () => {
    expect(await json('/api/database/tables/grown')).toEqual({
      add: null,
      data: [{ name: 'Ada', __url__: null, __links__: {} }],
    });
  });

  test('may be empty', async () => {
    expect(await json('/api/database/tables/empty')).toEqual({ add: `${tables}/empty/add`, data: [] });
  });

  test('support offset and limit', async () => {
    const ids = async (query: string) =>
      (await list(`/api/database/tables/person?${query}`)).map((record) => record.id);
    expect(await ids('limit=1')).toEqual([1]);
    expect(await ids('offset=1')).toEqual([2]);
    expect(await ids('offset=1&limit=5')).toEqual([2]);
    expect(await ids('limit=0')).toEqual([]);
    expect(await ids('offset=999999999999999999')).toEqual([]);
  });

  test.each(['limit=-1', 'limit=1.5', 'limit=x', 'offset=', 'limit=1&limit=2', 'page=1'])(
    'refuse %s',
    async (query) => {
      const response = await service.get(`/api/database/tables/person?${query}`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ type: 'urn:joinery:problem:malformed-request' });
    },
  );

  test('name the allowed parameters when they refuse one', async () => {
    expect(await json('/api/database/tables/person?page=1')).toMatchObject({ allowed: ['offset', 'limit'] });
  });

  test('explain which values a parameter allows', async () => {
    expect(await json('/api/database/tables/person?limit=-1')).toMatchObject({
      detail: 'The parameter "limit" must be a whole number that is not negative, not "-1".',
    });
    expect(await json('/api/database/tables/person?limt=1')).toMatchObject({
      detail: 'There is no parameter "limt" here. Did you mean "limit"?',
      allowed: ['offset', 'limit'],
    });
  });

  test('of an unknown entity get 404 with the nearest name', async () => {
    const response = await service.get('/api/database/tables/nobody');
    expect(response.status).toBe(404);
    expect(response.headers.get('content-type')).toBe('application/problem+json');
    expect(await response.json()).toEqual({
      type: 'urn:joinery:problem:unknown-entity',
      title: 'There is no such entity',
      status: 404,
      detail: 'There is no entity called "nobody".',
      code: 404,
      error: 'There is no entity called "nobody".',
    });
    expect(await json('/api/database/tables/Persom')).toMatchObject({
      detail: 'There is no entity called "Persom". Did you mean "person"?',
    });
  });
});

describe('the summaries route', () => {
  test('answers without columns if the query has no summaries', async () => {
    const unigrid = { entities: [{ id: 'person', attributes: [{ id: 'name', summaries: [] }] }], offset: 2 };
    const response = await service.post('/api/database/uni-grid-request/summaries', { unigrid });
    expect(await response.json()).toEqual({ cols: [], data: [], size: { offset: 2, total: 1, frame: 0 } });
  });
});

describe('an invalid login body', () => {
  test.each([
    [{ username: 'ada' }, '/password', 'Expected a text, not nothing.'],
    [{ username: '', password: '' }, '/username', 'Expected a text that is not empty, not "".'],
    [{ username: 1, password: '' }, '/username', 'Expected a text, not 1.'],
    [['ada'], '', 'Expected an object, not a list.'],
  ])('%j is refused with a pointer and a reason', async (body, pointer, detail) => {
    const response = await service.post('/api/login', body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ pointer, detail });
  });
});

describe('every link that the service generates', () => {
  test('leads to its record or list', async () => {
    const { entities, views } = ApiSchema.parse(await json('/api/database'));
    for (const { get } of [...Object.values(entities), ...Object.values(views)]) {
      const { data } = RecordList.parse(await (await fetch(get)).json());
      for (const record of data) {
        if (record.__url__ === null || get.endsWith('/loose')) continue;
        expect(await (await fetch(record.__url__)).json()).toEqual(record);
        for (const link of Object.values(record.__links__)) {
          expect((await fetch(link)).status).toBe(200);
        }
      }
    }
  });

  test('exists once per foreign-key column, with the referenced column', async () => {
    const seats = await list('/api/database/tables/seat');
    expect(seats.find((seat) => seat.holder !== null)?.__links__).toEqual({
      "ForeignKey('person.email')": `${tables}/person/recs/[ada%40example.org]?by=email`,
    });
  });
});
