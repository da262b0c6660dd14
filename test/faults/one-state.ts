/** During constant writes, each answer, with its rows, total and summaries, is from a single state of the database. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { type Service, serve } from '../query/service.ts';
import {
  createDatabase,
  type LiveEngine as Engine,
  liveEngines as engines,
  type LiveDatabase as TestDatabase,
} from '../support/servers.ts';

/** In state n all rows contain n, and their number depends on n. */
const rowsIn = (n: number) => 60 + (n % 23);

function state(n: number): string {
  const most = Array.from({ length: rowsIn(n) }, (_, i) => `(${i}, ${n}, 'name ${(i * 7) % 40}', 'x')`);
  return `DELETE FROM thing; INSERT INTO thing VALUES ${most.join(', ')};`;
}

const begin: Readonly<Record<Engine, string>> = {
  sqlite: 'BEGIN IMMEDIATE',
  postgres: 'BEGIN',
  mysql: 'START TRANSACTION',
};

const Answer = z.object({
  data: z.array(z.array(z.unknown())),
  size: z.object({ offset: z.number(), total: z.number(), frame: z.number() }),
  summaries: z.object({ n: z.record(z.string(), z.number()) }).optional(),
  next: z.string().optional(),
});

interface Query {
  readonly entities: readonly object[];
  readonly [more: string]: unknown;
}

/** The first column is the row's state. */
const rowsOf = (summaries: readonly string[] = []) => ({
  id: 'thing',
  attributes: [{ id: 'n', summaries }, { id: 'name' }, { id: 'id' }],
});
const all = ['sum', 'min', 'max', 'count', 'count_distinct'];
const where = { func: { name: 'ILIKE', args: [{ alias: 'name' }, { value: 'name%' }] } };
const byKey = { func: { name: 'GTE', args: [{ alias: 'id' }, { value: 0 }] } };

const queries = {
  'in key order': { entities: [rowsOf()], limit: 20 },
  sorted: { entities: [rowsOf()], order: [{ alias: 'name' }], limit: 20 },
  'filtered by a text and sorted': { entities: [rowsOf()], where, order: [{ alias: 'name' }], limit: 20 },
  'filtered by a key and sorted': {
    entities: [rowsOf()],
    where: byKey,
    order: [{ alias: 'name' }],
    limit: 20,
  },
  'filtered, in key order': { entities: [rowsOf()], where, limit: 20 },
  'with summaries': { entities: [rowsOf(all)], order: [{ alias: 'name' }], limit: 20 },
  'with summaries, in key order': { entities: [rowsOf(all)], limit: 20 },
  'that ends within the page': { entities: [rowsOf(all)], limit: 4_000 },
  'from the middle': { entities: [rowsOf(all)], order: [{ alias: 'name' }], offset: 30, limit: 20 },
  'that is streamed': { entities: [rowsOf(all)], order: [{ alias: 'name' }], limit: 6_000 },
} as const satisfies Readonly<Record<string, Query>>;
export type QueryName = keyof typeof queries;
export const queryNames = Object.keys(queries) as QueryName[]; // The keys of a literal are those of its type.

/** The states that an answer's parts belong to; a single one if it is consistent. */
function statesIn({ data, size, summaries }: z.infer<typeof Answer>): Set<number> {
  const numbers = data.map(([n]) => Number(n));
  const { sum = null, min = null, max = null, count = null, count_distinct = null } = summaries?.n ?? {};
  const [n = -1] = numbers;
  if (size.total !== rowsIn(n)) numbers.push(-size.total);
  if (min !== null) numbers.push(min, Number(max));
  if (count !== null && (count !== rowsIn(n) || sum !== n * rowsIn(n) || count_distinct !== 1))
    numbers.push(-count);
  return new Set(numbers);
}

/** The tests of one file: this many answers to each query; an engine may run only some queries. */
export function checkOneState(
  answers: number,
  queriesOn: (engine: Engine) => readonly QueryName[] = () => queryNames,
): void {
  describe.each(engines)('answers during constant writes on %s', (engine) => {
    let database: TestDatabase;
    let service: Service;
    let isOver = false;
    let written = 0;
    let writing: Promise<void>;
    beforeAll(async () => {
      database = await createDatabase(engine);
      await database.run(`CREATE TABLE thing (id INTEGER PRIMARY KEY, n INTEGER NOT NULL,
        name VARCHAR(40) NOT NULL, more VARCHAR(10)); ${state(0)}`);
      if (engine === 'sqlite') await database.run('PRAGMA journal_mode = wal');
      service = await serve(database.url, { poolSize: 3 });
      writing = write();
    });
    afterAll(async () => {
      isOver = true;
      await writing;
      await service?.close();
      await database?.drop();
    });

    async function write(): Promise<void> {
      while (!isOver) {
        await database.run(`${begin[engine]}; ${state(written + 1)} COMMIT;`);
        written++;
        await delay(1);
      }
    }

    test.each(queriesOn(engine))(
      '%s: each answer shows a single state',
      { timeout: 120_000 },
      async (name) => {
        const query = queries[name];
        const before = written;
        const seen = new Set<number>();
        const torn: string[] = [];
        for (let i = 0; i < answers || written < before + 5; i++) {
          const { status, body } = await service.query(JSON.stringify(query));
          expect(status, body).toBe(200);
          const states = statesIn(Answer.parse(JSON.parse(body)));
          if (states.size !== 1) torn.push([...states].join(', '));
          for (const n of states) seen.add(n);
        }
        expect(torn).toEqual([]);
        expect(seen.size).toBeGreaterThan(1);
      },
    );

    test('a page after a cursor has the total of its own state', { timeout: 120_000 }, async () => {
      const query = { ...queries.sorted, limit: 30 };
      for (let i = 0; i < answers; i++) {
        const ask = async (after?: string) => {
          const { status, body } = await service.query(JSON.stringify({ ...query, after }));
          expect(status, body).toBe(200);
          return Answer.parse(JSON.parse(body));
        };
        const { next } = await ask();
        const following = await ask(next);
        expect([...statesIn(following)]).toHaveLength(1);
      }
    });
  });
}
