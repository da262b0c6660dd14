/** Guessing passwords and sessions: the answers, and how many guesses are evaluated. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword, PasswordCheck, readSecret } from '../../src/identity/passwords.ts';
import { newSessionId } from '../../src/identity/session-proof.ts';
import { isLongRun } from '../support/long-run.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { basic, login, openUsers, type Service, startService, type TestUsers } from './service.ts';

let database: TestDatabase;
let service: Service;
let users: TestUsers;
let clock: number;

beforeAll(async () => {
  database = await createDatabase('sqlite');
  await database.run('CREATE TABLE thing (id integer PRIMARY KEY)');
});
afterAll(() => database.drop());

beforeEach(async () => {
  clock = 1_000_000;
  users = await openUsers('ada=lovelace\nbo=peep\n', undefined, () => clock);
  service = await startService(database.url, { access: users.access });
});
afterEach(async () => {
  users.close();
  await service.close();
});

const tryPassword = (username: string, password: string) =>
  service.post('/api/login', { username, password });
const trySession = (username: string, id: string) =>
  service.get('/api/database', { headers: basic(username, id) });

describe('the limiter of failed logins', () => {
  test('answers ten failures with 401, then 429 even for the right password', async () => {
    for (let i = 0; i < 10; i++) expect((await tryPassword('ada', `guess ${i}`)).status).toBe(401);
    const refused = await tryPassword('ada', 'lovelace');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('900');
    expect(await refused.json()).toMatchObject({ type: 'urn:joinery:problem:too-many-attempts' });
    clock += 15 * 60_000;
    expect((await tryPassword('ada', 'lovelace')).status).toBe(200);
  });

  test('counts logins and Basic credentials together', async () => {
    for (let i = 0; i < 5; i++) expect((await tryPassword('ada', 'x')).status).toBe(401);
    for (let i = 0; i < 5; i++) expect((await trySession('ada', `x${i}`)).status).toBe(401);
    expect((await tryPassword('ada', 'x')).status).toBe(429);
    expect((await trySession('ada', 'x')).status).toBe(429);
  });

  test('counts an address across all users', async () => {
    for (let i = 0; i < 10; i++) expect((await tryPassword(`user ${i}`, 'x')).status).toBe(401);
    expect((await tryPassword('bo', 'peep')).status).toBe(429);
  });

  test('does not lock out other users at the same address', async () => {
    for (let i = 0; i < 10; i++) expect((await tryPassword('ada', 'x')).status).toBe(401);
    for (let i = 0; i < 20; i++) expect((await tryPassword('ada', 'x')).status).toBe(429);
    for (let i = 0; i < 5; i++) expect((await tryPassword('bo', 'x')).status).toBe(401);
    expect((await tryPassword('bo', 'peep')).status).toBe(200);
  });

  test('refuses an address that tries many names', async () => {
    let looked = 0;
    for (let i = 0; i < 60; i++) {
      // As many guesses for each name as are allowed.
      if ((await tryPassword(`user ${Math.floor(i / 10)}`, 'x')).status === 401) looked++;
    }
    expect(looked).toBeLessThanOrEqual(30);
    expect((await tryPassword('bo', 'peep')).status).toBe(429);
  });

  test('ignores requests without credentials', async () => {
    for (let i = 0; i < 20; i++) expect((await service.get('/api/database')).status).toBe(401);
    expect((await tryPassword('ada', 'lovelace')).status).toBe(200);
  });

  test('does not forget failures after a success', async () => {
    for (let i = 0; i < 9; i++) await tryPassword('ada', 'x');
    expect((await tryPassword('ada', 'lovelace')).status).toBe(200);
    expect((await tryPassword('ada', 'x')).status).toBe(401);
    expect((await tryPassword('ada', 'lovelace')).status).toBe(429);
  });

  test('leaves a live session alone while others guess', async () => {
    const session = await login(service.base, 'ada', 'lovelace');
    for (let i = 0; i < 20; i++) await trySession('ada', `x${i}`);
    expect((await service.get('/api/database', { headers: session })).status).toBe(200);
  });

  test('does not count requests with an ended session', async () => {
    const session = await login(service.base, 'ada', 'lovelace');
    await service.post('/api/logout', undefined, { headers: session });
    for (let i = 0; i < 20; i++) {
      expect((await service.get('/api/database', { headers: session })).status).toBe(401);
    }
    expect((await tryPassword('ada', 'lovelace')).status).toBe(200);
  });

  test('ignores credentials that could be a session id, and counts all others', async () => {
    for (let i = 0; i < 50; i++) expect((await trySession('ada', newSessionId())).status).toBe(401);
    expect((await tryPassword('ada', 'lovelace')).status).toBe(200);
    const nearly = [newSessionId().slice(1), `${newSessionId()}A`, `${newSessionId().slice(1)}=`];
    for (let i = 0; i < 10; i++) {
      expect((await trySession('ada', nearly[i % nearly.length] ?? '')).status).toBe(401);
    }
    expect((await tryPassword('ada', 'lovelace')).status).toBe(429);
  });

  test('evaluates at most 30 of many simultaneous guesses', { timeout: 120_000 }, async ({ annotate }) => {
    const batches = isLongRun ? 50 : 3;
    const statuses = new Map<number, number>();
    // Each connection takes two file descriptors of this process; many systems allow 1,024.
    for (let batch = 0; batch < batches; batch++) {
      const guesses = Array.from({ length: 200 }, (_, i) => {
        const name = i % 3 === 0 ? 'ada' : i % 3 === 1 ? 'bo' : `user ${i}`;
        return tryPassword(name, `guess ${batch} ${i}`);
      });
      for (const response of await Promise.all(guesses)) {
        statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
        await response.body?.cancel();
      }
    }
    expect(users.evaluated()).toBeLessThanOrEqual(30);
    expect(statuses.get(429)).toBe(batches * 200 - users.evaluated());
    expect(statuses.get(200)).toBeUndefined();
    await annotate(`${batches * 200} guesses, ${users.evaluated()} looked at`, 'A10');
  });

  test('lets 64 simultaneous correct logins succeed', async () => {
    const logins = await Promise.all(Array.from({ length: 64 }, () => tryPassword('ada', 'lovelace')));
    expect(logins.map(({ status }) => status)).toEqual(logins.map(() => 200));
  });
});

describe('clients with sessions from before a restart', () => {
  /** Each sends four requests: far more failures than an address or a user is allowed. */
  const clients = isLongRun ? 100 : 25;

  test(`do not lock anybody out, even ${clients} of them`, async ({ annotate }) => {
    const sessions = await Promise.all(
      Array.from({ length: clients }, () => login(service.base, 'ada', 'lovelace')),
    );
    const statuses = new Map<number, number>();
    const note = ({ status }: Response) => statuses.set(status, (statuses.get(status) ?? 0) + 1);
    const again = await openUsers('ada=lovelace\nbo=peep\n');
    await using restarted = await startService(database.url, { access: again.access });
    for (const headers of sessions) {
      // The page sends several requests at once before it notices.
      const asked = ['/api/database', '/api/database/mode', '/api/database/tables/thing/recs/[1]', '/api/me'];
      const answers = await Promise.all(asked.map((path) => restarted.get(path, { headers })));
      for (const answer of answers) {
        note(answer);
        await answer.body?.cancel();
      }
    }
    expect(Object.fromEntries(statuses)).toEqual({ 401: 4 * clients });
    for (const [name, password] of [
      ['ada', 'lovelace'],
      ['bo', 'peep'],
    ]) {
      const answer = await restarted.post('/api/login', { username: name, password });
      expect(answer.status).toBe(200);
    }
    again.close();
    await annotate(
      `a restart with ${clients} live clients: ${4 * clients} requests with old sessions, 0 × 429, all can log in`,
      'A21',
    );
  });
});

describe('behind a proxy', () => {
  const from = (client: string) => ({ headers: { 'x-forwarded-for': client } });
  const failAs = async (to: Service, client: string, names: string) => {
    for (let i = 0; i < 10; i++) {
      const body = { username: `${names} ${i}`, password: 'x' };
      expect((await to.post('/api/login', body, from(client))).status).toBe(401);
    }
  };
  const enter = async (to: Service, client: string) =>
    (await to.post('/api/login', { username: 'bo', password: 'peep' }, from(client))).status;

  test('that is trusted, clients are counted one by one, whatever they claim in X-Forwarded-For', async () => {
    await using trusting = await startService(database.url, {
      access: users.access,
      trustedProxies: ['127.0.0.1'],
    });
    await failAs(trusting, '198.51.100.1', 'first');
    expect(await enter(trusting, '198.51.100.1')).toBe(429);
    expect(await enter(trusting, '192.0.2.9, 198.51.100.1')).toBe(429);
    expect(await enter(trusting, '198.51.100.2')).toBe(200);
  });

  test('that is not trusted, its X-Forwarded-For is ignored', async () => {
    await failAs(service, '198.51.100.1', 'first');
    expect(await enter(service, '198.51.100.2')).toBe(429);
  });
});

describe('the work of checking a password', () => {
  /** The key derivations, which are all that takes time, by their cost. */
  async function derivations(lines: string, username: string): Promise<string[]> {
    const secrets = new Map(
      lines.split('\n').map((line) => {
        const [name = '', text = ''] = line.split(/=(.*)/s);
        return [name, readSecret(text)] as const;
      }),
    );
    const costs: string[] = [];
    const check = new PasswordCheck(secrets.values(), ({ logN, r, p }) => costs.push(`${logN} ${r} ${p}`));
    expect(await check.matches(secrets.get(username), 'a wrong one')).toBe(false);
    return costs;
  }

  test('is the same for known and unknown users, however their passwords are stored', async ({
    annotate,
  }) => {
    const hash = await hashPassword('secret');
    const mixed = `plain=one\nhashed=${hash}`;
    for (const name of ['plain', 'hashed', 'nobody'])
      expect(await derivations(mixed, name)).toEqual(['14 8 5']);
    for (const name of ['plain', 'nobody']) expect(await derivations('plain=one', name)).toEqual([]);
    // Hashes of different costs, as from an older file and a newer program.
    const newer = hash.replace('ln=14,', 'ln=11,');
    const cheap = hash.replace('ln=14,', 'ln=10,');
    const cheaper = newer.replace('p=5$', 'p=1$');
    const costs = `plain=one\nfirst=${cheap}\nsecond=${newer}\nthird=${cheaper}\nfourth=${cheap}`;
    for (const name of ['plain', 'first', 'second', 'third', 'nobody']) {
      expect(await derivations(costs, name)).toEqual(['10 8 5', '11 8 5', '11 8 1']);
    }
    await annotate('known and unknown users, hashes of 3 costs: the same derivations', 'A10');
  });
});
