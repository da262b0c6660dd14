/** Numbers in exports on every engine. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, type Engine, engines, type TestDatabase } from '../support/servers.ts';
import { queryPath, type Service, serve } from './service.ts';

const doubles: Readonly<Record<Engine, string>> = {
  sqlite: 'REAL',
  postgres: 'DOUBLE PRECISION',
  duckdb: 'DOUBLE',
  mysql: 'DOUBLE',
};

/** Averages of 393,599 or so have 18 digits with the decimals that they are shown with. */
const lengths = [393_599, 393_600, 393_602, 250_000, 250_000, 250_001];

describe.each(engines)('numbers in exports on %s', (engine) => {
  let database: TestDatabase;
  let service: Service;
  beforeAll(async () => {
    database = await createDatabase(engine);
    await database.run(`CREATE TABLE track
      (id INTEGER PRIMARY KEY, genre VARCHAR(9), length INTEGER, volume ${doubles[engine]}, code BIGINT);
      INSERT INTO track VALUES ${lengths
        .map(
          (length, i) =>
            `(${i}, '${i < 3 ? 'Rock' : 'Pop'}', ${length}, 0.30000000000000004, 9007199254740993)`,
        )
        .join(', ')};`);
    service = await serve(database.url);
  });
  afterAll(async () => {
    await service?.close();
    await database?.drop();
  });

  async function send(format: string, query: object) {
    const { statusCode } = await service.app.inject({
      method: 'POST',
      url: `${queryPath}/export?format=${format}`,
      headers: { host: 'localhost', 'content-type': 'application/json' },
      payload: JSON.stringify(query),
    });
    return { statusCode };
  }

  const track = (...attributes: object[]) => [{ id: 'track', attributes }];
  const averages = {
    entities: track({ id: 'genre' }, { id: 'volume', summaries: ['sum', 'avg'] }),
    group: ['genre'],
    order: [{ alias: 'genre' }],
  };

  test.each(['csv', 'tsv', 'json', 'ndjson', 'xlsx'])(
    'averages of doubles are exported as %s',
    async (to) => {
      expect((await send(to, averages)).statusCode).toBe(200);
    },
  );
});
