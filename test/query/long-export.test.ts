/** Exports that are too long to be read at once: complete, in order, and paged by conditions on the key. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase, liveEngines as engines, type TestDatabase } from '../support/servers.ts';
import { queryPath, type Service, serve } from './service.ts';

const groups = 1_000;
const perGroup = 5;
const digits = `(${Array.from({ length: 10 }, (_, d) => `SELECT ${d} AS d`).join(' UNION ALL ')})`;
const number = 'a.d + 10 * b.d + 100 * c.d';

/** A two-column key, inserted in random order, and words that partly need quotes. */
const script = `
CREATE TABLE part (a integer NOT NULL, b integer NOT NULL, word varchar(40), PRIMARY KEY (a, b));
INSERT INTO part SELECT ${number}, e.d, CASE WHEN a.d = 7 AND b.d = 3 THEN 'a, "word"' WHEN a.d < 8 THEN 'word' END
FROM ${digits} a, ${digits} b, ${digits} c, ${digits} e WHERE e.d < ${perGroup} ORDER BY e.d, c.d DESC;`;

function line(a: number, b: number): string {
  const word = a % 10 === 7 && a % 100 >= 30 && a % 100 < 40 ? '"a, ""word"""' : a % 10 < 8 ? 'word' : '';
  return `${a},${b},${word}`;
}

const all = Array.from({ length: groups * perGroup }, (_, i): [number, number] => [
  Math.floor(i / perGroup),
  i % perGroup,
]);

const compare = (name: string, alias: string, ...values: readonly unknown[]) => ({
  func: { name, args: [{ alias }, ...values.map((value) => (value === undefined ? {} : { value }))] },
});

describe.each(engines)('a long export on %s', (engine) => {
  let database: TestDatabase;
  let service: Service;
  beforeAll(async () => {
    database = await createDatabase(engine);
    await database.run(script);
    service = await serve(database.url);
  });
  afterAll(async () => {
    await service?.close();
    await database?.drop();
  });

  test.for<[string, object, (a: number, b: number) => boolean]>([
    ['all rows', {}, () => true],
    ['rows from a key on', { where: compare('GTE', 'a', 123) }, (a) => a >= 123],
    ['rows after a key', { where: compare('GT', 'a', 123) }, (a) => a > 123],
    ['rows up to a key', { where: compare('LTE', 'a', 777) }, (a) => a <= 777],
    ['rows between keys', { where: compare('BETWEEN_INC', 'a', 100, 900) }, (a) => a >= 100 && a <= 900],
    ['rows of one key', { where: compare('EQ', 'a', 100) }, (a) => a === 100],
    ['rows of some keys', { where: compare('IN', 'a', [5, 500, 50]) }, (a) => [5, 500, 50].includes(a)],
    ['rows of the second column', { where: compare('GTE', 'b', 3) }, (_, b) => b >= 3],
    [
      'rows between keys, of the second column',
      {
        where: {
          cond: { with: 'AND', entries: [compare('BETWEEN_INC', 'a', 10, 990), compare('NOT_EQ', 'b', 2)] },
        },
      },
      (a, b) => a >= 10 && a <= 990 && b !== 2,
    ],
    [
      'rows before or after keys',
      { where: { cond: { with: 'OR', entries: [compare('LT', 'a', 300), compare('GT', 'a', 700)] } } },
      (a) => a < 300 || a > 700,
    ],
  ])('contains %s', async ([, extra, isWanted]) => {
    const attributes = [{ id: 'a' }, { id: 'b' }, { id: 'word' }];
    const answer = await service.app.inject({
      method: 'POST',
      url: `${queryPath}/export?format=csv`,
      headers: { host: 'localhost', 'content-type': 'application/json' },
      payload: JSON.stringify({ entities: [{ id: 'part', attributes }], ...extra }),
    });
    const lines = all.filter(([a, b]) => isWanted(a, b)).map(([a, b]) => line(a, b));
    expect(answer.statusCode).toBe(200);
    expect(answer.body.split('\r\n')).toEqual(['a,b,word', ...lines, '']);
  });
});
