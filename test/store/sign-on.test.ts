/** Sign-on, as shared by instances with one store, on every engine. */
import { setImmediate } from 'node:timers/promises';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openAuthentication } from '../../src/cli/authentication.ts';
import { Credentials, TokenCredentials } from '../../src/identity/credentials.ts';
import type { Store } from '../../src/store/store.ts';
import { signOnSettings, startProvider, type TestProvider } from '../support/oidc.ts';
import { liveEngines as engines } from '../support/servers.ts';
import { openTestStore } from './stores.ts';

const base = 'http://data.example';
const redirect = `${base}/sign-on`;
const address = '198.51.100.7';

let provider: TestProvider;

beforeAll(async () => {
  provider = await startProvider();
  provider.trust(base);
});
afterAll(() => provider[Symbol.asyncDispose]());

async function instance(store: Store) {
  const limits = { sessionIdle: 1_800_000, sessionLifetime: 43_200_000 };
  const { access, signOn } = await openAuthentication(
    limits,
    signOnSettings(provider),
    store,
    pino({ level: 'silent' }),
  );
  if (signOn === null) throw new Error('There is no sign-on.');
  return { access, signOn };
}

describe.each(engines)('sign-on with a store on %s', (engine) => {
  test('opens sessions on all instances, completes each sign-on once, and keeps names apart', async () => {
    await using place = await openTestStore(engine);
    const one = await instance(place.store);
    const two = await instance(await place.another());
    const claims = { roles: ['Büro', 'boss'], attributes: { region: 'süd', floors: [1, 2] } };
    provider.people.set('1', { preferred_username: 'Zoë', ...claims });
    provider.people.set('2', { preferred_username: 'Zoë' });
    provider.people.set('3', { preferred_username: 'zoë' });

    const { location, key } = await one.signOn.begin(redirect);
    const backs = await Promise.all([1, 2, 3, 4].map(() => provider.signOn(location, '1')));
    const ends = await Promise.allSettled(
      backs.map(({ search }, i) => (i % 2 === 0 ? one : two).signOn.finish(redirect, key, search)),
    );
    const [session, ...more] = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    if (session === undefined) throw new Error('nobody has come in');
    expect(more).toEqual([]);
    for (const end of ends) {
      if (end.status === 'rejected') {
        expect(end.reason).toMatchObject({
          kind: 'sign-on-refused',
          message: 'This sign-on has come to its end already: begin again.',
        });
      }
    }
    const shown = new Credentials(session.username, session.sessionId);
    for (const { access } of [one, two]) {
      expect(await access.check(shown, address)).toMatchObject({ name: 'Zoë', via: 'session', claims });
    }

    const signOnAs = async (account: string) => {
      const begun = await two.signOn.begin(redirect);
      const { search } = await provider.signOn(begun.location, account);
      return two.signOn.finish(redirect, begun.key, search);
    };
    await expect(signOnAs('2')).rejects.toMatchObject({
      message: 'The name "Zoë" belongs to another person at the identity provider.',
    });
    expect(await signOnAs('3')).toMatchObject({ username: 'zoë' });
    expect([...(await one.signOn.lastClaims()).keys()].toSorted()).toEqual(['Zoë', 'zoë']);
    expect(await one.access.identityOf('Zoë')).toMatchObject({ claims });

    const audience = `${base}/mcp`;
    const token = new TokenCredentials(await provider.accessToken('1', audience), [audience]);
    expect(await one.access.check(token, address)).toMatchObject({ name: 'Zoë', via: 'token', claims });

    // Changed rights apply on every instance.
    const same = await signOnAs('1');
    expect(await one.access.check(shown, address)).toMatchObject({ claims });
    provider.people.set('1', { preferred_username: 'Zoë', ...claims, roles: ['Büro'] });
    const fewer = await signOnAs('1');
    for (const { sessionId } of [session, same]) {
      const before = new Credentials('Zoë', sessionId);
      await expect(one.access.check(before, address)).rejects.toMatchObject({ kind: 'not-authenticated' });
    }
    const after = new Credentials('Zoë', fewer.sessionId);
    expect(await one.access.check(after, address)).toMatchObject({ claims: { roles: ['Büro'] } });

    await two.access.logout(after);
    // Two instances are two processes: neither proceeds within a turn of the other's event loop.
    await setImmediate();
    await expect(one.access.check(after, address)).rejects.toMatchObject({ kind: 'not-authenticated' });
  });
});
