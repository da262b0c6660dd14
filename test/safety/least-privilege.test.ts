/** The statements in docs/security.md create a database user who can read everything and write nothing. */
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { openZoo, zoos } from '../conformance/zoos.ts';
import { startService } from '../http/service.ts';
import type { ServerEngine } from '../support/servers.ts';

const page = readFileSync('docs/security.md', 'utf8');

const headings: Record<ServerEngine, string> = { postgres: 'PostgreSQL', mysql: 'MySQL and MariaDB' };

/** The first SQL block under a heading, with our own user, password and database. */
function statementsFor(engine: ServerEngine, user: string, password: string, database: string): string {
  const [, after = ''] = page.split(new RegExp(`^${headings[engine]}\\b`, 'm'));
  const [, block = ''] = after.split('```', 2).map((part) => part.replace(/^sql\n/, ''));
  if (!block.includes('joinery_reader')) throw new Error(`The page has no statements for ${engine}.`);
  return block
    .replaceAll('joinery_reader', user)
    .replaceAll('…', password)
    .replaceAll('on database shop', `on database ${database}`)
    .replaceAll('shop.*', `${database}.*`);
}

const write = 'insert into thing (id, name) values (99, null)';

/** A write by that user, bypassing the service. */
const writeAs: Record<ServerEngine, (url: string) => Promise<unknown>> = {
  async postgres(url) {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return client.query(write).finally(() => client.end());
  },
  async mysql(url) {
    const connection = await mysql.createConnection(url);
    return connection.query(write).finally(() => connection.end());
  },
};

describe.each(zoos.filter((zoo) => zoo.server))('the documented user on $engine', (zoo) => {
  const engine = zoo.engine === 'postgres' ? 'postgres' : 'mysql';

  test('reads tables and views, sees schema changes, ends its statements, and cannot write', async ({
    annotate,
  }) => {
    await using database = await openZoo(
      zoo,
      `create table thing (id integer primary key, name varchar(20)); insert into thing values (1, 'one');
       create table part (id integer primary key, thing integer, foreign key (thing) references thing (id));
       insert into part values (7, 1); create view named as select name from thing; create view slow as ${zoo.slow};`,
    );
    const user = `reader_${randomUUID().slice(0, 8)}`;
    const password = randomUUID();
    const name = new URL(database.url).pathname.slice(1);
    await database.run(statementsFor(engine, user, password, name));
    const url = new URL(database.url);
    url.username = user;
    url.password = password;
    try {
      await using service = await startService(url.href);
      const read = async (path: string) => (await service.get(`/api/database/tables/${path}`)).json();
      expect(await read('thing')).toMatchObject({ data: [{ id: 1, name: 'one' }] });
      expect(await read('part/recs/[7]')).toMatchObject({
        __links__: { "ForeignKey('thing.id')": expect.any(String) },
      });
      expect(await read('named')).toMatchObject({ data: [{ name: 'one' }] });

      await database.run('create table later (id integer primary key); insert into later values (3);');
      await vi.waitFor(async () => expect(await read('later')).toMatchObject({ data: [{ id: 3 }] }), {
        timeout: 20_000,
      });

      const client = new AbortController();
      const slow = service.get('/api/database/tables/slow', { signal: client.signal });
      const busy = async () => Number((await database.rows(zoo.server?.busy ?? ''))[0]?.[0]);
      await vi.waitFor(async () => expect(await busy()).toBe(1), { timeout: 10_000, interval: 50 });
      client.abort();
      await expect(slow).rejects.toThrow();
      await vi.waitFor(async () => expect(await busy()).toBe(0), { timeout: 10_000, interval: 50 });
    } finally {
      await expect(writeAs[engine](url.href)).rejects.toThrow(/denied/);
      const [[count] = []] = await database.rows('select count(*) from thing');
      expect(Number(count)).toBe(1);
      await database.run(
        engine === 'postgres' ? `drop owned by ${user}; drop role ${user}` : `drop user ${user}`,
      );
    }
    await annotate(`${engine}: with the documented rights everything is read, 0 writes`, 'A4');
  });
});
