/** Names with a special meaning in JavaScript appear in answers as ordinary names. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService } from '../http/service.ts';
import { createDatabase, type Engine, engines, type TestDatabase } from '../support/servers.ts';

const names = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'valueOf',
  'hasOwnProperty',
  'toJSON',
  'then',
];

const quote: Record<Engine, (name: string) => string> = {
  sqlite: (name) => `"${name}"`,
  postgres: (name) => `"${name}"`,
  mysql: (name) => `\`${name}\``,
  duckdb: (name) => `"${name}"`,
};

/** Each name is a table, which has each name as a column; values identify table and column. */
function script(engine: Engine): string {
  const id = quote[engine];
  return names
    .map((table, t) => {
      const columns = names.map((name) => `${id(name)} integer NOT NULL`);
      const values = names.map((_, c) => 100 * t + c);
      return `CREATE TABLE ${id(table)} (${columns.join(', ')}, PRIMARY KEY (${id(names[0] ?? '')}));
        INSERT INTO ${id(table)} VALUES (${values.join(', ')});`;
    })
    .join('\n');
}

describe.each(engines)('on %s', (engine) => {
  let database: TestDatabase;
  let service: Service;
  beforeAll(async () => {
    database = await createDatabase(engine);
    await database.run(script(engine));
    service = await startService(database.url);
  });
  afterAll(async () => {
    await service?.close();
    await database?.drop();
  });

  const query = async (path: string, body: unknown) => {
    const response = await service.post(`/api/database/uni-grid-request${path}`, body);
    expect(response.status).toBe(200);
    return response.text();
  };
  const fields = (t: number) => names.map((name, c) => `${JSON.stringify(name)}:${100 * t + c}`).join(',');

  test('every table has every column in its list, its record, the map and the catalog', async ({
    annotate,
  }) => {
    const documents = {
      mode: await (await service.get('/api/database/mode')).text(),
      catalog: await (await service.get('/api/database/catalog')).text(),
      schema: await (await service.get('/api/database')).text(),
    };
    for (const [t, table] of names.entries()) {
      const list = await (await service.get(`/api/database/tables/${table}`)).text();
      expect(list).toContain(`"data":[{${fields(t)},"__url__":`);
      const record = await service.get(`/api/database/tables/${table}/recs/[${100 * t}]`);
      expect(await record.text()).toContain(`{${fields(t)},"__url__":`);
      for (const text of Object.values(documents)) {
        const document: unknown = JSON.parse(text);
        expect(ownKeys(document).has(table)).toBe(true);
      }
    }
    await annotate(`${engine}: ${names.length} tables × ${names.length} columns, every value exact`, 'A3');
  });

  test('every name works as the alias of an entity and of an attribute', async () => {
    const entities = names.map((name) => ({
      id: name,
      alias: name,
      attributes: [{ id: name, alias: name, summaries: ['sum', 'max'] }],
    }));
    const values = names.map((_, t) => 101 * t);
    const plain = await query('', { entities, order: names.map((alias) => ({ alias })) });
    expect(plain).toContain(`{"cols":${JSON.stringify(names)},"data":[[${values.join(',')}]]`);
    const summaries = names.map(
      (name, i) => `${JSON.stringify(name)}:{"sum":${values[i]},"max":${values[i]}}`,
    );
    expect(plain).toContain(`"summaries":{${summaries.join(',')}}`);
    expect(await query('/export?format=ndjson', { entities })).toBe(
      `{${names.map((name, i) => `${JSON.stringify(name)}:${values[i]}`).join(',')}}\n`,
    );
    expect(await query('/export?format=csv', { entities })).toBe(
      `${names.join(',')}\r\n${values.join(',')}\r\n`,
    );
  });

  test('every name can be grouped by', async () => {
    for (const [t, name] of names.entries()) {
      const attributes = [{ id: name, alias: name, summaries: ['count'] }];
      expect(await query('', { entities: [{ id: name, attributes }], group: [name] })).toContain(
        `{"cols":["${name}","count_${name}"],"data":[[${101 * t},1]]`,
      );
    }
  });

  test('two aliases of one column keep two values, and a repeated alias is refused', async () => {
    const attributes = [
      { id: 'constructor', alias: 'one' },
      { id: 'constructor', alias: 'two' },
    ];
    const entities = [
      { id: '__proto__', alias: 'a', attributes },
      { id: 'then', alias: 'b', attributes: [{ id: 'constructor', alias: 'three' }] },
    ];
    expect(await query('', { entities })).toContain('{"cols":["one","two","three"],"data":[[1,1,701]]');
    const twice = await service.post('/api/database/uni-grid-request', {
      entities: [{ id: 'then', attributes: [{ id: 'then' }, { id: 'constructor', alias: 'then' }] }],
    });
    expect(twice.status).toBe(400);
  });

  test('no name has modified a prototype', () => {
    for (const prototype of [Object.prototype, Array.prototype, Function.prototype]) {
      expect(
        Object.values(Object.getOwnPropertyDescriptors(prototype)).filter(({ enumerable }) => enumerable),
      ).toEqual([]);
    }
  });
});

/** The entity names that are keys of a document. */
function ownKeys(document: unknown): Set<string> {
  const top = new Map(Object.entries(Object(document)));
  return new Set(Object.keys(Object(top.get('entities') ?? document)));
}
