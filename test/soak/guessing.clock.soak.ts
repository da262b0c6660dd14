/** The duration of a wrong login does not reveal whether the user exists. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashPassword } from '../../src/identity/passwords.ts';
import { openUsers, type Service, startService } from '../http/service.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createDatabase('sqlite');
  await database.run('CREATE TABLE thing (id integer PRIMARY KEY)');
});
afterAll(() => database?.drop());

/** Longer than failures are remembered. */
const pauseMs = 60 * 60_000;

async function timesOf(service: Service, usernames: readonly string[], rounds: number, wait: () => void) {
  const times = usernames.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    // The order rotates, so that each is first equally often.
    for (let i = 0; i < usernames.length; i++) {
      const at = (round + i) % usernames.length;
      const begin = performance.now();
      const response = await service.post('/api/login', { username: usernames[at], password: 'wrong' });
      await response.arrayBuffer();
      times[at]?.push(performance.now() - begin);
      expect(response.status).toBe(401);
      wait();
    }
  }
  return times;
}

/** How often one sample's times are longer than the other's: one half if they are indistinguishable. */
function advantage(one: readonly number[], other: readonly number[]): number {
  const longer = one.reduce((sum, a) => sum + other.filter((b) => a > b).length, 0);
  return longer / (one.length * other.length);
}

describe.each<[string, number, (password: string) => Promise<string>]>([
  ['as they are', 500, async (password) => password],
  ['hashed', 100, hashPassword],
])('with passwords stored %s', (how, rounds, store) => {
  test('an unknown user takes as long as a known one', async ({ annotate }) => {
    let clock = 1_000_000;
    const users = await openUsers(`ada=${await store('lovelace')}\n`, undefined, () => clock);
    await using service = await startService(database.url, { access: users.access });
    const [known = [], unknown = []] = await timesOf(service, ['ada', 'eve'], rounds, () => {
      clock += pauseMs;
    });
    users.close();
    const share = advantage(known, unknown);
    await annotate(
      `passwords ${how}: of ${rounds} × ${rounds} pairs of wrong logins a known user's took longer in ${(share * 100).toFixed(0)} %`,
      'A10',
    );
    // The standard deviation by chance; the threshold is exceeded by chance in one of a hundred thousand runs.
    const spread = Math.sqrt(1 / (6 * rounds));
    expect(Math.abs(share - 0.5)).toBeLessThan(4.4 * spread);
  });
});
