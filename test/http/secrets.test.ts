/** Passwords and sessions never turn up where somebody could read them. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { createDatabase, type ServerEngine, startServer } from '../support/servers.ts';
import { basic, login, runCommand, startCommand } from './service.ts';

const canary = 'canary-7f3a!é';
const encoded = encodeURIComponent(canary);

test.for<ServerEngine>(['postgres', 'mysql'])(
  'the password of a %s database is in no log, error or answer, even when the engine goes away',
  { timeout: 120_000 },
  async (engine, { annotate }) => {
    await using server = await startServer(engine);
    await using database = await server.createDatabase();
    await database.run(
      engine === 'postgres'
        ? `CREATE TABLE thing (id integer PRIMARY KEY); CREATE ROLE canary LOGIN SUPERUSER PASSWORD '${canary}';`
        : `CREATE TABLE thing (id integer PRIMARY KEY); CREATE USER canary@'%' IDENTIFIED BY '${canary}'; GRANT ALL ON *.* TO canary@'%';`,
    );
    const url = new URL(database.url);
    url.username = 'canary';
    url.password = encoded;
    const answers: string[] = [];
    const ask = async (base: string, path: string) => {
      const response = await fetch(base + path);
      answers.push(JSON.stringify([...response.headers]), await response.text());
    };
    await using service = await startCommand(['--log-level', 'trace'], { JOINERY_DATABASE: url.href });
    const paths = [
      '/api',
      '/api/database',
      '/api/database/catalog',
      '/api/database/tables/thing',
      '/readyz',
      '/x',
    ];
    for (const path of paths) await ask(service.base, path);
    await server.kill();
    for (const path of paths) await ask(service.base, path);
    await server.start();
    for (const path of paths) await ask(service.base, path);
    expect(service.log()).not.toBe('');
    for (const text of [service.log(), ...answers]) expect(contains(text)).toBe(false);

    url.password = encodeURIComponent(`${canary}wrong`);
    const wrong = await runCommand(['--log-level', 'trace', '-d', url.href]);
    expect(wrong.code).toBe(1);
    expect(contains(wrong.log + wrong.output)).toBe(false);
    const malformed = await runCommand(['-d', `${url.href}?nonsense=1`]);
    expect(malformed.code).toBe(2);
    expect(contains(malformed.log + malformed.output)).toBe(false);
    await annotate(
      `${engine}: the password in ${answers.length / 2} answers, the log and 2 refusals: 0 times`,
      'A13',
    );
  },
);

function contains(text: string): boolean {
  return [canary, encoded, 'canary-7f3a'].some((spelling) => text.includes(spelling));
}

test('users’ passwords and session ids are in no log or answer', async ({ annotate }) => {
  await using database = await createDatabase('sqlite');
  await database.run('CREATE TABLE thing (id integer PRIMARY KEY)');
  const file = join(await temporaryFolder(), 'users.txt');
  await writeFile(file, `ada=${canary}\n`);
  await using service = await startCommand(['-d', database.url, '-u', file, '--log-level', 'trace']);
  const session = await login(service.base, 'ada', canary);
  const id = Buffer.from(session.authorization.slice(6), 'base64').toString().split(':')[1] ?? '';
  const answers: string[] = [];
  const ask = async (path: string, init: RequestInit) => {
    const response = await fetch(service.base + path, init);
    answers.push(JSON.stringify([...response.headers]), await response.text());
  };
  for (const path of ['/api/database', '/api/nothing', '/api/database/tables/none']) {
    await ask(path, { headers: session });
    await ask(path, { headers: basic('ada', canary) });
  }
  const headers = { 'content-type': 'application/json' };
  await ask('/api/login', {
    method: 'POST',
    headers,
    body: JSON.stringify({ username: canary, password: 1 }),
  });
  await ask('/api/login', { method: 'POST', headers, body: `{"password":"${canary}"` });
  await writeFile(file, `${canary}\n`);
  while (!service.log().includes('the users stay')) await new Promise((resolve) => setTimeout(resolve, 20));
  for (const text of [service.log(), ...answers]) {
    expect(contains(text)).toBe(false);
    expect(text).not.toContain(id);
    expect(text).not.toContain(session.authorization.slice(6));
  }
  await annotate(`passwords and session ids in ${answers.length / 2} answers and the log: 0 times`, 'A13');
});
