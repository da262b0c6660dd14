/** Connections that die in the middle of a streamed answer: no client takes a part for the whole. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, startService } from '../http/service.ts';
import { readUntilClosed } from '../support/http10.ts';
import { type CuttingProxy, type Ending, startProxy, targetOf, throughProxy } from '../support/proxy.ts';
import { createDatabase, type Engine, engines, type TestDatabase } from '../support/servers.ts';

const rows = 2 ** 13;
const table = `CREATE TABLE thing (id integer PRIMARY KEY, name varchar(100) NOT NULL);
  INSERT INTO thing VALUES (0, '${'x'.repeat(100)}');
  ${Array.from({ length: 13 }, (_, i) => `INSERT INTO thing SELECT id + ${2 ** i}, name FROM thing;`).join('\n')}`;

const query = JSON.stringify({
  entities: [{ id: 'thing', attributes: [{ id: 'id' }, { id: 'name' }] }],
  limit: rows,
});
const post = { method: 'POST', body: query, headers: { 'content-type': 'application/json' } };
const path = '/api/database/uni-grid-request';

/** All kinds of answers that are streamed while the engine still reads. */
const streamed: readonly [what: string, path: string, init: RequestInit & { body?: string }][] = [
  ['a list', '/api/database/tables/thing', {}],
  ['a query', path, post],
  ['an export as csv', `${path}/export?format=csv`, post],
  ['an export as tsv', `${path}/export?format=tsv`, post],
  ['an export as json', `${path}/export?format=json`, post],
  ['an export as ndjson', `${path}/export?format=ndjson`, post],
  ['an export as xlsx', `${path}/export?format=xlsx`, post],
];

const endings: readonly Ending[] = ['closed', 'reset'];

/** Less than the engine sends for any of them. */
const engineBytes = 800_000;

/** The tests of one file: this many kinds of answers, cut after each of these shares of their bytes. */
export function checkCutAnswers(
  shares: readonly number[],
  kindsOn: (engine: Engine) => number = () => streamed.length,
): void {
  describe.each(engines)('on %s', (engine: Engine) => {
    const kinds = kindsOn(engine);
    // A file has no connection that could be cut.
    const isServer = engine === 'postgres' || engine === 'mysql';
    let database: TestDatabase;
    let direct: Service;
    let toService: CuttingProxy;
    let toEngine: CuttingProxy;
    let detoured: Service;
    const tried = { client: 0, service: 0 };
    beforeAll(async () => {
      database = await createDatabase(engine);
      await database.run(table);
      direct = await startService(database.url);
      toService = await startProxy(targetOf(direct.base));
      if (!isServer) return;
      toEngine = await startProxy(targetOf(database.url));
      detoured = await startService(throughProxy(database.url, toEngine));
    });
    afterAll(async () => {
      await detoured?.close();
      await toEngine?.[Symbol.asyncDispose]();
      await toService?.[Symbol.asyncDispose]();
      await direct?.close();
      await database?.drop();
    });

    describe.each(streamed.slice(0, kinds))('%s', (_what, address, init) => {
      test('an answer cut off before the client does not look complete', async () => {
        const whole = await bytesOf(await fetch(direct.base + address, init));
        expect(whole).toBeGreaterThan(20_000);
        for (const ending of endings) {
          for (const share of shares) {
            toService.cutAfter(Math.ceil(whole * share), ending);
            const before = toService.cuts;
            await expect(arrives(throughProxy(direct.base + address, toService), init)).resolves.toBe(false);
            expect(toService.cuts).toBe(before + 1);
            tried.client++;
          }
        }
        toService.cutAfter(null);
        expect(await arrives(throughProxy(direct.base + address, toService), init)).toBe(true);
      });

      if (isServer) {
        test('an answer cut off before the service does not look complete', async () => {
          const before = toEngine.cuts;
          for (const ending of endings) {
            for (const share of shares) {
              const bytes = Math.ceil(engineBytes * share);
              toEngine.cutAfter(bytes, ending);
              expect(await arrives(detoured.base + address, init)).toBe(false);
              tried.service++;
              toEngine.cutAfter(null);
              expect(await arrives(detoured.base + address, init)).toBe(true);
            }
          }
          expect(toEngine.cuts).toBeGreaterThanOrEqual(before + endings.length * shares.length);
        });

        test('an answer cut off before the service looks broken to HTTP/1.0 clients as well', async () => {
          toEngine.cutAfter(engineBytes / 2);
          await expect(readUntilClosed(detoured.base, address, init)).rejects.toThrow('ECONNRESET');
          toEngine.cutAfter(null);
          expect(await readUntilClosed(detoured.base, address, init)).toMatch(/^HTTP\/1\.1 200 OK/);
        });
      }
    });

    test('every kind of answer was cut as often as intended', async ({ annotate }) => {
      const cuts = endings.length * shares.length * kinds;
      expect(tried).toEqual({ client: cuts, service: isServer ? cuts : 0 });
      await annotate(
        `${engine}: ${kinds} kinds of answers, ${tried.client} cuts before the client and ${tried.service} before the service, 0 taken for whole`,
        'F2',
      );
    });
  });
}

async function bytesOf(response: Response): Promise<number> {
  if (response.status !== 200) throw new Error(`It was answered with ${response.status}.`);
  return (await response.arrayBuffer()).byteLength;
}

/** Whether a client that follows the protocol believes the answer is complete. */
async function arrives(url: string, init: RequestInit): Promise<boolean> {
  try {
    await bytesOf(await fetch(url, { ...init, headers: { ...init.headers, connection: 'close' } }));
    return true;
  } catch {
    return false;
  }
}
