/** A NUL in a text is a character like any other, where an engine can hold it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { type Service, serve } from './service.ts';

// PostgreSQL has no such texts and refuses them.
describe.each(['sqlite', 'mysql'] as const)('a text with a NUL on %s', (engine) => {
  let database: TestDatabase;
  let service: Service;
  beforeAll(async () => {
    database = await createDatabase(engine);
    const zero = engine === 'sqlite' ? "'a' || char(0) || 'b'" : "concat('a', char(0), 'b')";
    await database.run(`CREATE TABLE thing (id INTEGER PRIMARY KEY, word VARCHAR(20));
      INSERT INTO thing VALUES (1, ${zero}), (2, 'ab'), (3, ''), (4, 'a'), (5, NULL);`);
    service = await serve(database.url);
  });
  afterAll(async () => {
    await service?.close();
    await database?.drop();
  });

  test.each([
    ['EQ', 'a\0b', [1]],
    ['IEQ', 'A\0B', [1]],
    ['ILIKE', '\0', [1]],
    ['ILIKE', 'A\0%', [1]],
    ['LIKE', 'a\0b', [1]],
    ['LIKE', 'A\0b', []],
    ['LIKE', 'a\0', []],
    ['ICONTAINS', '\0B', [1]],
    ['NOT_ICONTAINS', '\0', [2, 3, 4]],
    ['ISTARTS_WITH', 'A\0', [1]],
    ['IENDS_WITH', '\0b', [1]],
    ['NOT_IENDS_WITH', '\0', [1, 2, 3, 4]],
  ])('%s %j finds %j', async (name, value, expected) => {
    const attributes = [{ id: 'id' }, { id: 'word', selected: false }];
    const where = { func: { name, args: [{ alias: 'word' }, { value }] } };
    const { body } = await service.query(JSON.stringify({ entities: [{ id: 'thing', attributes }], where }));
    expect(JSON.parse(body)).toMatchObject({ data: expected.map((id) => [id]) });
  });
});
