/** A SQLite file whose writer was killed when a part of its change was already in the file. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCommand, startCommand } from '../http/service.ts';
import { temporaryFolder } from '../support/folders.ts';

/** With a small page cache, changed pages are written to the file before COMMIT. */
const script = (path: string) => `
const db = require(${JSON.stringify(createRequire(import.meta.url).resolve('better-sqlite3'))})(${JSON.stringify(path)});
db.exec('create table person (id integer primary key, name text)');
db.exec("with recursive n(i) as (select 1 union all select i + 1 from n where i < 20000) insert into person select i, 'before' from n");
db.exec('pragma cache_size = 5; begin; update person set name = ' + "'after it all'");
process.kill(process.pid, 'SIGKILL');
`;

test('the service rolls back a half-written change if it may write, and refuses to start if it may not', async () => {
  const path = join(await temporaryFolder(), 'half.db');
  spawnSync(process.execPath, ['-e', script(path)]);
  expect(existsSync(`${path}-journal`)).toBe(true);
  const args = ['--database', `sqlite:///${path}`, '--state', 'none'];
  const refused = await runCommand(args);
  expect([refused.code, refused.log]).toEqual([
    1,
    `joinery: The SQLite file ${path} cannot be opened: a program was killed while it wrote to it. Start with --edit once, or open it with another program that may write, so that what was half done is taken back.\n`,
  ]);
  expect(existsSync(`${path}-journal`)).toBe(true);
  await using service = await startCommand([...args, '--edit']);
  const answer = await fetch(`${service.base}/api/database/tables/person?offset=19990`);
  expect((await answer.text()).match(/"name":"[^"]*"/g)).toEqual(Array(10).fill('"name":"before"'));
});
