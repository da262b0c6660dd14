/** A cursor works only for the query, the schema and the service that made it, and only unmodified. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { newSealKey, Seal } from '../../src/identity/seal.ts';
import { login, openUsers, startService } from '../http/service.ts';
import { queryPath, type Service, serve } from '../query/service.ts';
import { fewOrAll } from '../support/long-run.ts';
import { createDatabase, type Engine, engines, type TestDatabase } from '../support/servers.ts';

const rows = Array.from({ length: 12 }, (_, i) => {
  const weight = i % 4 === 0 ? 'null' : String((i * 7) % 5);
  return `(${i}, 'Ünë ${(i * 5) % 12}', ${weight}, '2024-01-${String(10 + (i % 3))}', 'a note ${i}')`;
});

/** MySQL cannot sort by the whole text of `note`, so there a cursor counts rows. */
const tables: Readonly<Record<Engine, string>> = {
  sqlite: 'CREATE TABLE thing (id INTEGER PRIMARY KEY, name TEXT, weight NUMERIC(8,2), day DATE, note TEXT)',
  postgres: 'CREATE TABLE thing (id INT PRIMARY KEY, name TEXT, weight NUMERIC(8,2), day DATE, note TEXT)',
  duckdb: 'CREATE TABLE thing (id INT PRIMARY KEY, name TEXT, weight NUMERIC(8,2), day DATE, note TEXT)',
  mysql: `CREATE TABLE thing (id INT PRIMARY KEY, name VARCHAR(60), weight NUMERIC(8,2), day DATE,
    note LONGTEXT)`,
};

const thing = {
  id: 'thing',
  attributes: ['id', 'name', 'weight', 'day', 'note'].map((id) => ({ id })),
};
const requests = {
  'by key': { entities: [thing] },
  'by text': { entities: [thing], order: [{ alias: 'name' }] },
  'by a number that may be missing': { entities: [thing], order: [{ alias: 'weight', nulls: 'first' }] },
  'by day, backwards': { entities: [thing], order: [{ alias: 'day', asc: false }] },
  'by a long text': { entities: [thing], order: [{ alias: 'note' }] },
  'of some rows': {
    entities: [thing],
    where: { func: { name: 'GT', args: [{ alias: 'id' }, { value: 1 }] } },
  },
  'of other rows': {
    entities: [thing],
    where: { func: { name: 'GT', args: [{ alias: 'id' }, { value: 2 }] } },
  },
  'of groups': {
    entities: [{ id: 'thing', attributes: [{ id: 'day' }, { id: 'weight', summaries: ['sum'] }] }],
    group: ['day'],
    order: [{ alias: 'sum_weight' }],
  },
} as const;
type RequestName = keyof typeof requests;
const names = Object.keys(requests) as RequestName[]; // The keys of a literal are those of its type.

const answerSchema = z.object({ data: z.array(z.unknown()), next: z.string().optional() });
const problemSchema = z.object({ status: z.number(), pointer: z.string().optional(), detail: z.string() });

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Every text that differs from the cursor in one position, or is shorter or longer. */
function* altered(cursor: string): Generator<string> {
  for (let i = 0; i < cursor.length; i++) {
    const at = alphabet.indexOf(cursor[i] ?? '');
    const foreign = ['=', '.', '\u00e9', '\0', ' '][i % 5];
    for (const other of [alphabet[at ^ 1], alphabet[at ^ 32], foreign]) {
      yield `${cursor.slice(0, i)}${other}${cursor.slice(i + 1)}`;
    }
    yield cursor.slice(0, i);
  }
  const bytes = Buffer.from(cursor, 'base64url');
  for (let i = 0; i < bytes.length; i++) {
    for (const flip of [1 << (i % 8), 0xff]) {
      const copy = Buffer.from(bytes);
      copy[i] = (copy[i] ?? 0) ^ flip;
      yield copy.toString('base64url');
    }
  }
  for (const end of ['=', 'A', '_', ' ', '\n', 'AAAA']) yield `${cursor}${end}`;
  yield `${cursor}${cursor}`;
  yield Buffer.from(cursor, 'base64url').toString('base64').concat(' ');
}

interface Outcome {
  readonly status: number;
  readonly pointer: string | undefined;
}
const refused: Outcome = { status: 400, pointer: '/after' };

const services = new Map<Engine, Service>();
const cursors = new Map<Engine, Map<RequestName, string>>();

async function ask(service: Service, request: object) {
  const { status, body } = await service.query(JSON.stringify(request));
  expect(status, body).toBe(200);
  return answerSchema.parse(JSON.parse(body));
}

async function tryCursor(service: Service, name: RequestName, after: string): Promise<Outcome> {
  const { status, body } = await service.query(JSON.stringify({ ...requests[name], limit: 2, after }));
  if (status === 200) return { status, pointer: undefined };
  return { status, pointer: problemSchema.parse(JSON.parse(body)).pointer };
}

const databases: TestDatabase[] = [];
beforeAll(async () => {
  for (const engine of engines) {
    const database = await createDatabase(engine);
    databases.push(database);
    await database.run(`${tables[engine]}; INSERT INTO thing VALUES ${rows.join(', ')};
      CREATE TABLE other (id INTEGER PRIMARY KEY);`);
    const service = await serve(database.url);
    services.set(engine, service);
    const found = new Map<RequestName, string>();
    for (const name of names)
      found.set(name, (await ask(service, { ...requests[name], limit: 2 })).next ?? '');
    cursors.set(engine, found);
  }
});
afterAll(async () => {
  for (const service of services.values()) await service.close();
  for (const database of databases) await database.drop();
});

function subject(engine: Engine): Service {
  const service = services.get(engine);
  if (service === undefined) throw new Error(`there is no service on ${engine}`);
  return service;
}

function cursorOf(engine: Engine, name: RequestName): string {
  const cursor = cursors.get(engine)?.get(name) ?? '';
  expect(cursor.length).toBeGreaterThan(20);
  return cursor;
}

describe.each(engines)('cursors on %s', (engine) => {
  test.each(names)('continue the list: %s', async (name) => {
    const service = subject(engine);
    const whole = (await ask(service, requests[name])).data;
    const { data } = await ask(service, { ...requests[name], limit: 2, after: cursorOf(engine, name) });
    expect(data).toEqual(whole.slice(2, 4));
    expect(data.length).toBeGreaterThan(0);
  });

  test('are refused if altered in any place', { timeout: 120_000 }, async ({ annotate }) => {
    let count = 0;
    // The seal is the same on all engines, so each position is tried once for every kind of cursor, and once on each
    // engine.
    const kinds: readonly RequestName[] =
      engine === 'sqlite' ? ['by text', 'by a long text', 'of groups'] : ['by a long text'];
    for (const name of fewOrAll(kinds, names)) {
      for (const after of altered(cursorOf(engine, name))) {
        expect({ name, after, ...(await tryCursor(subject(engine), name, after)) }).toEqual({
          name,
          after,
          ...refused,
        });
        count++;
      }
    }
    expect(subject(engine).mistakes).toEqual([]);
    await annotate(`${engine}: ${count} altered cursors, all refused with 400`, 'A20');
  });

  test('are refused for another query or another engine', async () => {
    for (const from of engines) {
      for (const made of fewOrAll(['by text', 'of some rows'], names)) {
        for (const used of names) {
          if (from === engine && made === used) continue;
          const outcome = await tryCursor(subject(engine), used, cursorOf(from, made));
          expect({ from, made, used, ...outcome }).toEqual({ from, made, used, ...refused });
        }
      }
    }
  });
});

describe.each(engines)('cursors and the schema on %s', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createDatabase(engine);
    await database.run(`${tables[engine]}; INSERT INTO thing VALUES ${rows.join(', ')};
      CREATE TABLE other (id INTEGER PRIMARY KEY);`);
  });
  afterAll(() => database?.drop());

  const byText = { ...requests['by text'], limit: 2 };

  test('survive a restart with the same key and changes of other tables, but not of their own', async () => {
    const key = newSealKey();
    let after: string | undefined;
    let following: readonly unknown[];
    {
      await using service = await serve(database.url, { seal: new Seal(key) });
      after = (await ask(service, byText)).next;
      following = (await ask(service, { ...byText, after })).data;
      expect(following).toHaveLength(2);
    }
    await database.run('ALTER TABLE other ADD COLUMN more INTEGER');
    {
      await using service = await serve(database.url, { seal: new Seal(key) });
      expect((await ask(service, { ...byText, after })).data).toEqual(following);
    }
    {
      await using service = await serve(database.url);
      expect(await tryCursor(service, 'by text', after ?? '')).toEqual(refused);
    }
    await database.run('ALTER TABLE thing ADD COLUMN more INTEGER');
    {
      await using service = await serve(database.url, { seal: new Seal(key) });
      expect(await tryCursor(service, 'by text', after ?? '')).toEqual(refused);
    }
  });
});

test('a cursor is refused to another user, and accepted in every session of its own', async () => {
  await using database = await createDatabase('sqlite');
  await database.run(`${tables.sqlite}; INSERT INTO thing VALUES ${rows.join(', ')};`);
  const users = await openUsers('ann=one\nbob=two\n');
  await using service = await startService(database.url, { access: users.access });
  const headersOf = (name: string, password: string) => login(service.base, name, password);
  const [ann, annAgain, bob] = await Promise.all([
    headersOf('ann', 'one'),
    headersOf('ann', 'one'),
    headersOf('bob', 'two'),
  ]);
  const page = (headers: Record<string, string>, after?: string) =>
    service.post(queryPath, { ...requests['by text'], limit: 2, after }, { headers });
  const { next } = answerSchema.parse(await (await page(ann)).json());
  for (const own of [ann, annAgain]) expect((await page(own, next)).status).toBe(200);
  const answer = await page(bob, next);
  const { status, pointer } = problemSchema.parse(await answer.json());
  expect({ status, pointer }).toEqual(refused);
  users.close();
});
