/** Commands that inspect a store: they do not create one, and leave files that are not stores unchanged. */
import { execFile } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import { openStore } from '../../src/store/open.ts';
import { runCommand } from '../http/service.ts';
import { temporaryFolder } from '../support/folders.ts';
import { createDatabase, type LiveEngine } from '../support/servers.ts';

const all: Record<LiveEngine, string> = {
  sqlite: 'select name from sqlite_schema order by name',
  postgres: `select schemaname || '.' || tablename from pg_tables where schemaname in ('public', 'joinery') order by 1`,
  mysql: 'select table_name from information_schema.tables where table_schema = database()',
};

test.each(['sqlite', 'postgres', 'mysql'] as const)(
  'commands refuse a database of %s that is not a store, and leave it unchanged',
  async (engine) => {
    await using database = await createDatabase(engine);
    await database.run('create table thing (id integer primary key)');
    const before = await database.rows(all[engine]);
    const file = engine === 'sqlite' ? new URL(database.url.replace('sqlite:///', 'file://')).pathname : null;
    const mode = file === null ? 0 : (await stat(file)).mode;
    const folder = await temporaryFolder();
    const copy = await runCommand([
      'state',
      'copy',
      database.url,
      `sqlite:///${join(folder, 'copy.sqlite')}`,
    ]);
    expect([copy.code, copy.log]).toEqual([
      1,
      expect.stringMatching(/^joinery: There is no state store .*\n$/),
    ]);
    const verified = await runCommand(['audit', 'verify', '--state', database.url]);
    expect([verified.code, verified.output]).toEqual([1, '']);
    expect(verified.log).toMatch(/^joinery: There is no state store .*\n$/);
    expect(await database.rows(all[engine])).toEqual(before);
    expect(await readdir(folder)).toEqual([]);
    if (file !== null) expect((await stat(file)).mode).toBe(mode);
  },
);

test('a service refuses to keep its state in the SQLite file of another program, and leaves it unchanged', async () => {
  await using database = await createDatabase('sqlite');
  await database.run('create table sessions (id integer primary key, owner text)');
  const before = await database.rows(all.sqlite);
  const file = new URL(database.url.replace('sqlite:///', 'file://')).pathname;
  const { mode } = await stat(file);
  for (const served of [[], ['--database', database.url]]) {
    const { code, output, log } = await runCommand(['--port', '0', ...served, '--state', database.url]);
    expect([code, output]).toEqual([1, '']);
    expect(log).toMatch(
      /^joinery: The state store needs a file of its own, and .* has the tables of another program: .*\n$/,
    );
  }
  expect(await database.rows(all.sqlite)).toEqual(before);
  expect((await stat(file)).mode).toBe(mode);
});

test('a service refuses to keep its state in what is no file, and leaves it unchanged', async () => {
  const folder = await temporaryFolder();
  const pipe = join(folder, 'pipe');
  await promisify(execFile)('mkfifo', ['-m', '644', pipe]);
  const modes = async () => [(await stat(folder)).mode, (await stat(pipe)).mode];
  const before = await modes();
  for (const place of [folder, pipe]) {
    const { code, log } = await runCommand(['--port', '0', '--state', `sqlite:///${place}`]);
    expect([code, log]).toEqual([
      1,
      `joinery: The state store ${place} is no file: name one with --state.\n`,
    ]);
  }
  expect([await modes(), await readdir(folder)]).toEqual([before, ['pipe']]);
});

test('a store is refused where no folder can be made, and one is made wherever it can', async () => {
  const { code, log } = await runCommand(['--port', '0', '--state', 'sqlite:////proc/joinery/state.sqlite']);
  expect([code, log]).toEqual([
    1,
    expect.stringMatching(/^joinery: The state store .*\/state\.sqlite cannot be used: .*\n$/),
  ]);
  const folder = join(await temporaryFolder(), 'a b', '#%20ü?');
  const store = await openStore(
    parseDatabaseUrl(`sqlite:///${encodeURI(folder).replace(/[#?]/g, encodeURIComponent)}/s.sqlite`),
  );
  await store.close();
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('audit verify refuses a store that does not exist, and does not create one', async () => {
  await using database = await createDatabase('sqlite');
  const home = await temporaryFolder();
  const args = ['audit', 'verify', '--database', database.url];
  const { code, output, log } = await runCommand(args, { JOINERY_HOME: home });
  expect([code, output]).toEqual([1, '']);
  expect(log).toMatch(/^joinery: There is no state store .*\.sqlite: check its address\.\n$/);
  expect(await readdir(home)).toEqual([]);
  expect(await runCommand(['audit', 'verify'])).toMatchObject({ code: 2 });
});

test.each([
  ['postgresql://me@127.0.0.1:1/x', /nothing listens there/],
  ['mysql://me@127.0.0.1:1/x', /no server answers there/],
])('a store that cannot be reached is reported with the remedy (%s)', async (url, reason) => {
  const { code, log } = await runCommand(['--port', '0', '--state', url]);
  expect([code, log.trimEnd().split('\n').length]).toEqual([1, 1]);
  expect(log).toMatch(/^joinery: The state store is not there\. /);
  expect(log).toMatch(reason);
});
