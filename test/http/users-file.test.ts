/** Changes of the users file while the service runs. */
import { rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { login, openUsers, type Service, startService, type TestUsers } from './service.ts';

let database: TestDatabase;
let service: Service;
let users: TestUsers;

beforeEach(async () => {
  database = await createDatabase('sqlite');
  await database.run('CREATE TABLE thing (id integer PRIMARY KEY)');
  users = await openUsers('ada=lovelace\nbo=peep\n');
  service = await startService(database.url, { access: users.access });
});
afterEach(async () => {
  users.close();
  await service.close();
  await database.drop();
});

const status = async (headers: Record<string, string>) =>
  (await service.get('/api/database', { headers })).status;

/** The system reports file changes with some delay; what counts is that it does. */
async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await delay(20);
}

/** Logins that come too early would count as guesses. */
const knows = (name: string, before: unknown = null) =>
  until(async () => (users.users.secretOf(name) ?? null) !== before);

test('the sessions of a removed user end, and those of others stay', async () => {
  const ada = await login(service.base, 'ada', 'lovelace');
  const bo = await login(service.base, 'bo', 'peep');
  await writeFile(users.file, 'bo=peep\n');
  await until(async () => (await status(ada)) === 401);
  expect(await status(bo)).toBe(200);
  await expect(login(service.base, 'ada', 'lovelace')).rejects.toThrow('401');
});

test('a user with a new password must log in again', async () => {
  const ada = await login(service.base, 'ada', 'lovelace');
  await writeFile(users.file, 'ada=byron\nbo=peep\n');
  await until(async () => (await status(ada)) === 401);
  expect(await status(await login(service.base, 'ada', 'byron'))).toBe(200);
});

test('a user who is added again cannot use the old session', async () => {
  const ada = await login(service.base, 'ada', 'lovelace');
  await writeFile(users.file, 'bo=peep\n');
  await until(async () => (await status(ada)) === 401);
  await writeFile(users.file, 'ada=lovelace\nbo=peep\n');
  await knows('ada');
  await login(service.base, 'ada', 'lovelace');
  expect(await status(ada)).toBe(401);
});

test.each([
  ['removed', 'bo=peep\n'],
  ['given a new password', 'ada=byron\nbo=peep\n'],
])('a session from before a restart stays ended for a user who was %s in between', async (_, between) => {
  const ada = await login(service.base, 'ada', 'lovelace');
  const later = () => Date.now() + 60_000;
  const restarted = await openUsers('ada=lovelace\nbo=peep\n', undefined, later, users.store);
  await using other = await startService(database.url, { access: restarted.access });
  const secret = () => restarted.users.secretOf('ada');
  const [before] = [secret()];
  await writeFile(restarted.file, between);
  await until(async () => secret() !== before);
  const [meanwhile] = [secret()];
  await writeFile(restarted.file, 'ada=lovelace\nbo=peep\n');
  await until(async () => secret() !== meanwhile);
  expect((await other.get('/api/database', { headers: ada })).status).toBe(401);
  restarted.close();
});

test('the sessions of removed users end at the start', async () => {
  const ada = await login(service.base, 'ada', 'lovelace');
  const later = () => Date.now() + 60_000;
  const restarted = await openUsers('bo=peep\n', undefined, later, users.store);
  expect(await restarted.sessions.usersWithoutBasis()).toEqual(['ada']);
  await restarted.sessions.endOutdated(['ada']);
  expect(await status(ada)).toBe(401);
  restarted.close();
});

test('a new user may log in without a restart', async () => {
  await writeFile(`${users.file}.new`, 'ada=lovelace\nbo=peep\ncy=pher\n');
  await rename(`${users.file}.new`, users.file);
  await knows('cy');
  await login(service.base, 'cy', 'pher');
});

test('a broken or missing file changes nothing and causes a warning', async () => {
  const ada = await login(service.base, 'ada', 'lovelace');
  await writeFile(users.file, 'this is no user\n');
  await until(async () => users.warnings.length === 1);
  expect(users.warnings[0]).toMatch(/line 1: there is no "="/);
  await rm(users.file);
  await until(async () => users.warnings.length === 2);
  expect(users.warnings[1]).toMatch(/does not exist/);
  expect(await status(ada)).toBe(200);
  expect(await status(await login(service.base, 'bo', 'peep'))).toBe(200);
});

test('a file that is written piece by piece removes nobody', async () => {
  const [ada, bo] = [await login(service.base, 'ada', 'lovelace'), await login(service.base, 'bo', 'peep')];
  const piece = async (text: string) => {
    await writeFile(users.file, text);
    // Long enough for the file to be read, too short for it to be accepted.
    await delay(150);
  };
  for (let i = 0; i < 3; i++) {
    for (const text of ['', 'ada=lovelace\n', 'ada=lovelace\nbo=', 'ada=lovelace\nbo=pe']) await piece(text);
    await piece(`ada=lovelace\nbo=peep\ncy${i}=pher\n`);
  }
  await knows('cy2');
  await login(service.base, 'cy2', 'pher');
  expect([await status(ada), await status(bo)]).toEqual([200, 200]);
});

test('an empty file changes nothing and causes a warning', async () => {
  const ada = await login(service.base, 'ada', 'lovelace');
  await writeFile(users.file, '# nobody\n');
  await until(async () => users.warnings.length === 1);
  expect(users.warnings[0]).toBe(`the users stay as they were: The users file ${users.file} names no user.`);
  expect(await status(ada)).toBe(200);
});

test('a hash that cannot be checked changes nothing and causes a warning', async () => {
  const ada = await login(service.base, 'ada', 'lovelace');
  for (const [hash, reason] of [
    ['$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy', /line 2: this looks like a hash/],
    [
      '$scrypt$ln=1,r=8,p=5$c2FsdHNhbHRzYWx0c2FsdA$c2FsdHNhbHRzYWx0c2FsdHNhbHRzYWx0c2FsdHNhbHQ',
      /line 2: the cost/,
    ],
  ] as const) {
    const warningCount = users.warnings.length;
    await writeFile(users.file, `ada=lovelace\nbo=${hash}\n`);
    await until(async () => users.warnings.length > warningCount);
    expect(users.warnings.at(-1)).toMatch(/^the users stay as they were: /);
    expect(users.warnings.at(-1)).toMatch(reason);
    await expect(login(service.base, 'bo', hash)).rejects.toThrow('401');
  }
  expect(await status(ada)).toBe(200);
  expect(await status(await login(service.base, 'bo', 'peep'))).toBe(200);
});

test('the same users written again keep their sessions', async () => {
  const ada = await login(service.base, 'ada', 'lovelace');
  const before = users.users.secretOf('bo');
  await writeFile(users.file, '# a comment\nbo = changed\nada = lovelace\n');
  await knows('bo', before);
  await login(service.base, 'bo', 'changed');
  expect(await status(ada)).toBe(200);
});

test('no request of 64 clients is accepted after a logout or a removal takes effect', async ({
  annotate,
}) => {
  const ada = await login(service.base, 'ada', 'lovelace');
  const bo = await login(service.base, 'bo', 'peep');
  let acknowledged = false;
  let late = 0;
  let accepted = 0;
  let stop = false;
  const client = async (headers: Record<string, string>) => {
    while (!stop) {
      const sentAfter = acknowledged;
      const answer = await status(headers);
      if (answer === 200) accepted++;
      if (sentAfter && headers === ada) late++;
      if (sentAfter && headers === ada && answer !== 401) throw new Error(`accepted late: ${answer}`);
    }
  };
  const clients = Promise.all(Array.from({ length: 64 }, (_, i) => client(i % 2 === 0 ? ada : bo)));
  await until(async () => accepted > 200);
  expect((await service.post('/api/logout', undefined, { headers: ada })).status).toBe(200);
  acknowledged = true;
  await until(async () => late > 200);
  await writeFile(users.file, 'ada=lovelace\n');
  await until(async () => (await status(bo)) === 401);
  const before = accepted;
  await until(async () => late > 600);
  stop = true;
  await clients;
  expect(accepted - before).toBeLessThanOrEqual(32);
  await annotate(`64 clients, ${late} requests after the logout, 0 accepted`, 'A12');
});
