import { execFile } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { startCommand } from '../http/service.ts';
import { createDatabase, engines } from '../support/servers.ts';

const megabyte = 1024 * 1024;
const digits = `(${Array.from({ length: 10 }, (_, d) => `select ${d} as d`).join(' union all ')})`;
const million = `create table big (id integer primary key, name varchar(60) not null);
  insert into big select a.d + 10 * b.d + 100 * c.d + 1000 * e.d + 10000 * f.d + 100000 * g.d, 'a name of some length, as names are'
  from ${digits} a, ${digits} b, ${digits} c, ${digits} e, ${digits} f, ${digits} g;`;

async function residentBytes(pid: number): Promise<number> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)]);
  return Number(stdout) * 1024;
}

describe.each(engines)('a million rows of %s', (engine) => {
  test('whose readers stall for half a minute take no more memory', async ({ annotate }) => {
    await using database = await createDatabase(engine);
    await database.run(million);
    await using service = await startCommand(['-d', database.url, '--pool-size', '4']);
    // What the process needs for its first answers is not what is asked about.
    const warmUp = async () =>
      (await fetch(`${service.base}/api/database/tables/big?limit=20000`)).arrayBuffer();
    await Promise.all([1, 2, 3].map(warmUp));
    const before = await residentBytes(service.pid);
    const readers = await Promise.all(
      [1, 2, 3].map(async () => (await fetch(`${service.base}/api/database/tables/big`)).body?.getReader()),
    );
    let highest = 0;
    for (let second = 0; second < 30; second++) {
      for (const reader of readers) if (second % 10 === 0) await reader?.read();
      await delay(1_000);
      highest = Math.max(highest, await residentBytes(service.pid));
    }
    await Promise.all(readers.map((reader) => reader?.cancel()));
    await annotate(
      `${engine}: 3 readers of a million rows, stalled for 30 s: ${Math.round((highest - before) / megabyte)} MB more`,
      'F8',
    );
    expect(highest - before).toBeLessThan(64 * megabyte);
  });
});
