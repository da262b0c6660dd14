/** Large values pass through the service in constant memory, however many a client requests at once. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningCommand, startCommand } from '../http/service.ts';
import { queryPath } from '../query/service.ts';
import { digestOf } from '../support/digest.ts';
import { megabyte, residentBytes } from '../support/resident.ts';
import {
  createDatabase,
  type LiveEngine as Engine,
  liveEngines as engines,
  type TestDatabase,
} from '../support/servers.ts';

/** The number of different values, each of which is in many rows: a cross join with the numbers. */
const values = 20;
const valueLength = 500_000;

/** Characters that differ by value, and by position, so that a missing piece is detected. */
function textOf(i: number): string {
  const piece = (k: number) => `${i}:${k};`;
  let text = '';
  for (let k = 0; text.length < valueLength; k++) text += piece(k);
  return text.slice(0, valueLength);
}

const tables: Readonly<Record<Engine, string>> = {
  sqlite: 'CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT NOT NULL)',
  postgres: 'CREATE TABLE note (id INTEGER PRIMARY KEY, body TEXT NOT NULL)',
  mysql: 'CREATE TABLE note (id INTEGER PRIMARY KEY, body LONGTEXT NOT NULL)',
};

export interface LargeValues {
  /** The rows of the page; a multiple of the number of values. */
  readonly rows: number;
  /** The memory that the service may use in addition to short answers. */
  readonly allowed: number;
}

function attribute(id: string) {
  return { id, alias: id };
}

/** The tests of one file. */
export function checkLargeValues({ rows, allowed }: LargeValues): void {
  const numbers = rows / values;
  const texts = Array.from({ length: values }, (_, i) => textOf(i));

  /** The answer to the query below, in pieces. */
  function* expectedAnswer(): Generator<string> {
    yield '{"cols":["n","id","body"],"data":[';
    for (let n = 0; n < numbers; n++) {
      for (const [id, text] of texts.entries()) yield `${n + id === 0 ? '' : ','}[${n},${id},"${text}"]`;
    }
    yield `],"size":{"offset":0,"total":${rows},"frame":${rows}}}`;
  }

  let known: ReturnType<typeof digestOf> | undefined;
  /** The same for every engine. */
  function expectedHash() {
    known ??= digestOf(expectedAnswer());
    return known;
  }

  const page = {
    entities: [
      { id: 'number', attributes: [{ id: 'n' }] },
      { id: 'note', attributes: [attribute('id'), attribute('body')] },
    ],
    limit: rows,
  };

  describe.each(engines)(`${rows} values of half a megabyte on %s`, (engine) => {
    let database: TestDatabase;
    let service: RunningCommand;
    beforeAll(async () => {
      database = await createDatabase(engine);
      await database.run(`${tables[engine]}; CREATE TABLE number (n INTEGER PRIMARY KEY)`);
      for (const [id, text] of texts.entries())
        await database.run(`INSERT INTO note VALUES (${id}, '${text}')`);
      const all = Array.from({ length: numbers }, (_, n) => `(${n})`);
      await database.run(`INSERT INTO number VALUES ${all.join(', ')}`);
      service = await startCommand(['-d', database.url, '--pool-size', '4']);
      // Excludes the memory that the process needs for its first answers.
      for (let i = 0; i < 3; i++) await (await ask({ ...page, limit: 3 })).arrayBuffer();
    }, 120_000);
    afterAll(async () => {
      await service?.stop();
      await database?.drop();
    });

    function ask(body: object, to = ''): Promise<Response> {
      return fetch(`${service.base}${queryPath}${to}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    }

    /** Measures the service's memory during the work, while also sending other requests. */
    async function watched<T>(work: () => Promise<T>) {
      const before = await residentBytes(service.pid);
      let highest = 0;
      let answers = 0;
      let isOver = false;
      const look = async () => {
        while (!isOver) {
          highest = Math.max(highest, await residentBytes(service.pid));
          const other = await fetch(`${service.base}/api/database/tables/number/recs/[1]`);
          expect(other.status).toBe(200);
          expect(await other.json()).toMatchObject({ n: 1 });
          answers++;
        }
      };
      const looking = look();
      const result = await work().finally(() => {
        isOver = true;
      });
      await looking;
      return { result, answers, grown: highest - before };
    }

    test('arrive completely as one page, in constant memory, while others are answered', {
      timeout: 600_000,
    }, async ({ annotate }) => {
      const { result, answers, grown } = await watched(async () => {
        const response = await ask(page);
        return { status: response.status, hash: await digestOf(response.body ?? []) };
      });
      expect(result).toEqual({ status: 200, hash: await expectedHash() });
      expect(answers).toBeGreaterThan(5);
      expect(grown).toBeLessThan(allowed);
      await annotate(
        `${engine}: a page of ${rows} × 500 KB: ${Math.max(0, Math.round(grown / megabyte))} MB more, ${answers} other answers meanwhile`,
        'A19',
      );
    });
  });
}
