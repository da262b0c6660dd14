/** A store in the served database: nobody reads or changes its tables through the service. */
import { afterEach, describe, expect, test } from 'vitest';
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import { openStore } from '../../src/store/open.ts';
import { type Service, startService } from '../http/service.ts';
import { createDatabase, serverEngines } from '../support/servers.ts';

const tables: Record<(typeof serverEngines)[number], { own: string; alike: string }> = {
  postgres: { own: 'joinery.tokens', alike: 'joinery.notes' },
  mysql: { own: 'joinery_tokens', alike: 'joinery_notes' },
};

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function names(service: Service): Promise<string[]> {
  const schema = (await (await service.get('/api/database')).json()) as { entities: object; views: object };
  return [...Object.keys(schema.entities), ...Object.keys(schema.views)].toSorted();
}

describe.each(serverEngines)('a store in the served database of %s', (engine) => {
  const { own, alike } = tables[engine];

  test('is no part of what is served, but tables of others with such names are', async () => {
    const database = await createDatabase(engine);
    closers.push(() => database.drop());
    await database.run('create table album (id integer primary key)');
    const store = await openStore(parseDatabaseUrl(database.url));
    closers.push(() => store.close());
    await database.run(`create table ${alike} (id integer primary key)`);
    const service = await startService(database.url, { store, edit: true });
    closers.push(service.close);

    expect(await names(service)).toEqual(['album', alike]);
    const mode = (await (await service.get('/api/database/mode')).json()) as object;
    expect(Object.keys(mode).toSorted()).toEqual(['album', alike]);
    expect(await (await service.get('/api/database/catalog')).json()).toMatchObject({
      warnings: ['The tables of a state store of Joinery are left out.'],
    });
    const list = `/api/database/tables/${own}`;
    expect((await service.get(list)).status).toBe(404);
    expect((await service.get(`${list}/recs/[x]`)).status).toBe(404);
    const row = { digest: 'd', id: 'i', username: 'root', name: 'n', expires: 'e', ends_at: 2e12 };
    expect((await service.post(`${list}/add`, { ...row, read_only: 0, created_at: 1 })).status).toBe(404);
    const query = { entities: [{ id: own, attributes: [{ id: 'username' }] }] };
    expect((await service.post('/api/database/uni-grid-request', query)).status).toBe(400);
    expect(await store.read((db) => db.selectFrom('tokens').selectAll().execute())).toEqual([]);
  });

  test('is left out from the moment at which it is made', async () => {
    const database = await createDatabase(engine);
    closers.push(() => database.drop());
    await database.run('create table album (id integer primary key)');
    const service = await startService(database.url);
    closers.push(service.close);
    expect(await names(service)).toEqual(['album']);
    const store = await openStore(parseDatabaseUrl(database.url));
    closers.push(() => store.close());
    await service.post('/api/database/refresh');
    expect(await names(service)).toEqual(['album']);
  });
});
