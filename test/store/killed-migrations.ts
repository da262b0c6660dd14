/** Kills processes that create the tables of a store, and checks that the next start completes them. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import { migrations } from '../../src/store/migrations/index.ts';
import { openStore } from '../../src/store/open.ts';
import { type TableName, tableNames } from '../../src/store/tables.ts';
import type { LiveEngine as Engine } from '../support/servers.ts';
import { storePlace } from './stores.ts';

const program = fileURLToPath(new URL('migrating.ts', import.meta.url));

/** Null if it was killed, otherwise its number of statements. */
async function migrateIn(url: string, killedAfter: number): Promise<number | null> {
  const child = spawn(process.execPath, [program, url, String(killedAfter)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const [, signal] = await once(child, 'exit');
  return signal === 'SIGKILL' ? null : Number(output);
}

export async function expectWhole(url: string): Promise<void> {
  const store = await openStore(parseDatabaseUrl(url));
  const applied = await store.read((db) =>
    db.selectFrom('migrations').select('name').orderBy('name').execute(),
  );
  expect(applied.map(({ name }) => name)).toEqual(migrations.map(({ name }) => name));
  for (const table of Object.keys(tableNames) as TableName[]) {
    expect(await store.read((db) => db.selectFrom(table).selectAll().execute())).toBeDefined();
  }
  // The store is writable.
  await store.write((trx) => trx.insertInto('secrets').values({ name: 'a', value: 'b' }).execute());
  await store.close();
}

/** Kills a process after every `every`th statement, including the last one; returns the number of kills. */
export async function killAndStartAgain(engine: Engine, every: number): Promise<number> {
  await using whole = await storePlace(engine);
  const statements = (await migrateIn(whole.url, 0)) ?? 0;
  expect(statements).toBeGreaterThan(20);
  const kill = async (after: number) => {
    await using place = await storePlace(engine);
    expect(await migrateIn(place.url, after)).toBeNull();
    await expectWhole(place.url);
  };
  const points = Array.from({ length: statements }, (_, i) => i + 1).filter(
    (after) => (statements - after) % every === 0,
  );
  // Starts spend most of their time waiting for the dead process's lease, so they wait concurrently.
  for (let i = 0; i < points.length; i += 10) await Promise.all(points.slice(i, i + 10).map(kill));
  return points.length;
}
