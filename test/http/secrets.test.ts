/** Passwords, sessions and the database's address never appear where somebody could read them. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { createDatabase, type ServerEngine, startServer } from '../support/servers.ts';
import { basic, login, runCommand, startCommand } from './service.ts';

const canary = 'canary-7f3a!é';
const encoded = encodeURIComponent(canary);

const role = 'canaryrole';
const base = 'canarybase';

const accounts: Readonly<Record<ServerEngine, string>> = {
  postgres: `CREATE ROLE ${role} LOGIN SUPERUSER PASSWORD '${canary}';`,
  mysql: `CREATE USER ${role}@'%' IDENTIFIED BY '${canary}'; GRANT ALL ON *.* TO ${role}@'%';`,
};

const query = { entities: [{ id: 'thing', attributes: [{ id: 'id' }] }], limit: 1 };
const queryPath = '/api/database/uni-grid-request';

// Each test has its own service, and mostly waits for that or for a database server.
test.concurrent.for<ServerEngine>(['postgres', 'mysql'])(
  'no answer with a %s database contains its password, user, name or address, and no log its password',
  { timeout: 120_000 },
  async (engine, { annotate }) => {
    await using server = await startServer(engine);
    await using database = await server.createDatabase(base);
    await database.run(
      `CREATE TABLE thing (id integer PRIMARY KEY); INSERT INTO thing VALUES (1), (2); ${accounts[engine]}`,
    );
    const url = new URL(database.url);
    url.username = role;
    url.password = encoded;
    const answers: string[] = [];
    const ask = async (to: string, path: string, body?: object) => {
      const response = await fetch(to + path, {
        ...(body && {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
      });
      answers.push(JSON.stringify([...response.headers]), await response.text());
      return response.status;
    };
    await using service = await startCommand(['--log-level', 'trace'], { JOINERY_DATABASE: url.href });
    const paths = [
      '/api',
      '/api/database',
      '/api/database/mode',
      '/api/database/catalog',
      '/api/database/tables/thing',
      '/api/database/tables/thing/recs/[1]',
      '/readyz',
      '/x',
    ];
    const askAll = async () => {
      for (const path of paths) await ask(service.base, path);
      for (const to of ['', '/summaries', '/export', '/explain']) {
        await ask(service.base, queryPath + to, query);
        await ask(service.base, queryPath + to, { ...query, after: 'x', where: { func: { name: 'EQ' } } });
      }
    };
    await askAll();
    await server.kill();
    expect(await ask(service.base, '/api/database/tables/thing')).toBe(503);
    await askAll();
    await server.start();
    await askAll();
    expect(service.log()).not.toBe('');
    for (const text of [service.log(), ...answers]) expect(contains(text)).toBe(false);
    const places = new RegExp(`${role}|${base}|:${url.port}\\b`);
    for (const text of answers) expect(text).not.toMatch(places);

    url.password = encodeURIComponent(`${canary}wrong`);
    const wrong = await runCommand(['--log-level', 'trace', '-d', url.href]);
    expect(wrong.code).toBe(1);
    expect(contains(wrong.log + wrong.output)).toBe(false);
    const malformed = await runCommand(['-d', `${url.href}?nonsense=1`]);
    expect(malformed.code).toBe(2);
    expect(contains(malformed.log + malformed.output)).toBe(false);
    await annotate(
      `${engine}: the password, the user, the name and the address of the database in ${answers.length / 2} answers and their headers, the password in the log and 2 refusals: 0 times`,
      'A13',
    );
  },
);

test.concurrent('a crash does not log the password', async ({ annotate }) => {
  await using server = await startServer('postgres');
  await using other = await server.createDatabase();
  await other.run(accounts.postgres);
  const url = new URL(other.url);
  url.username = role;
  url.password = encoded;
  // A crash whose message contains every secret.
  const mistake = `process.on('SIGUSR2', () => {
    const { JOINERY_DATABASE: url } = process.env;
    throw new Error('crashed with ' + url, { cause: { url, password: decodeURIComponent(new URL(url).password) } });
  })`;
  const importing = `data:text/javascript,${encodeURIComponent(mistake)}`;
  await using service = await startCommand([], { JOINERY_DATABASE: url.href }, ['--import', importing]);
  service.process.kill('SIGUSR2');
  expect(await service.exit).toBe(1);
  expect(service.log()).toContain('crashed with');
  expect(contains(service.log())).toBe(false);
  await annotate('a crash whose error holds the password: 0 times in what it leaves behind', 'A13');
});

function contains(text: string): boolean {
  return [canary, encoded, 'canary-7f3a'].some((spelling) => text.includes(spelling));
}

test.concurrent('passwords of users, session ids and cursors are in no log or answer', async ({
  annotate,
}) => {
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
  // A cursor's content and the key that seals it must not appear, either.
  await database.run('INSERT INTO thing VALUES (1), (2)');
  const page = await fetch(service.base + queryPath, {
    method: 'POST',
    headers: { ...session, ...headers },
    body: JSON.stringify(query),
  });
  const { next }: { next?: string } = JSON.parse(await page.text());
  expect(next).toMatch(/^[\w-]{20,}$/);
  await ask(queryPath, {
    method: 'POST',
    headers: { ...session, ...headers },
    body: JSON.stringify({ ...query, after: `${next}x` }),
  });
  await ask('/api/database', { headers: { authorization: `Bearer ${canary.slice(0, 11)}` } });
  await ask(`/api/database?token=${id}`, { headers: { cookie: `session=${id}` } });
  await writeFile(file, `${canary}\n`);
  while (!service.log().includes('the users stay')) await new Promise((resolve) => setTimeout(resolve, 20));
  for (const text of [service.log(), ...answers]) {
    expect(contains(text)).toBe(false);
    expect(text).not.toContain(id);
    expect(text).not.toContain(session.authorization.slice(6));
    expect(text).not.toContain(next);
  }
  await annotate(
    `passwords, session ids, cursors and bearer secrets in ${answers.length / 2} answers and the log: 0 times`,
    'A13',
  );
});
