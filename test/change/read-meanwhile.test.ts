/**
 * A SQLite file without a write-ahead log cannot be written to while somebody reads it: a change waits for readers, but
 * blocks nobody.
 */
import Sqlite, { type Database } from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createDatabase, type LiveDatabase } from '../support/servers.ts';
import { openShopOn, type Shop } from './shop.ts';

const patience = 1;
const address = '/tables/customer/recs/[1]';

let database: LiveDatabase;
let shop: Shop;
let program: Database;
beforeAll(async () => {
  database = await createDatabase('sqlite');
  shop = await openShopOn(database, {}, `${database.url}?timeout=${patience}`);
});
afterAll(() => shop[Symbol.asyncDispose]());

/** Another program that reads. */
beforeEach(() => {
  program = new Sqlite(database.url.replace('sqlite:///', ''));
  expect(program.pragma('journal_mode', { simple: true })).toBe('delete');
});
afterEach(() => program.close());

const rename = (name: string) => shop.ask('PATCH', address, { name }, { 'if-match': '*' });
const nameNow = () => program.prepare<[], string>('select name from customer where id = 1').pluck().get();
const newest = async () => (await shop.ask('GET', '/changes')).json.changes[0];

describe('a change while another program reads the file', () => {
  test('waits for the reader, blocks nobody, and is committed once', async () => {
    program.exec('begin');
    const before = nameNow();
    let isDone = false;
    const change = rename('waited').finally(() => {
      isDone = true;
    });
    // Requests that need no data are answered meanwhile.
    for (let i = 0; i < 20; i++) expect((await fetch(`${shop.service.base}/api`)).status).toBe(200);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([isDone, nameNow()]).toEqual([false, before]);
    program.exec('commit');
    const told = await change;
    expect([told.status, told.json.name, nameNow()]).toEqual([200, 'waited', 'waited']);
    expect(await newest()).toMatchObject({ state: 'done', changes: [{ after: { name: 'waited' } }] });
  });

  test('is refused as a whole if the reader takes too long, and succeeds later', async () => {
    program.exec('begin');
    const before = nameNow();
    const told = await rename('refused');
    expect([told.status, told.headers.get('retry-after')]).toEqual([503, '1']);
    expect(nameNow()).toBe(before);
    program.exec('commit');
    expect(nameNow()).toBe(before);
    expect((await newest()).changes[0].after.name).toBe(before);
    expect((await rename('later')).status).toBe(200);
    expect(nameNow()).toBe('later');
  });
});
