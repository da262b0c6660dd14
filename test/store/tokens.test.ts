/**
 * Tokens in several processes with one store: requests in progress stop when their token is revoked on any instance.
 */
import { expect, test } from 'vitest';
import { Tokens } from '../../src/identity/tokens.ts';
import { openTestStore } from './stores.ts';

test('a token that is revoked elsewhere, expires or loses its user aborts what runs in its name', async () => {
  await using place = await openTestStore('sqlite');
  let now = Date.now();
  const users = new Set(['ada', 'bo']);
  const here = new Tokens(place.store, () => now);
  const live = async (username: string, lifeMs: number) => {
    const draft = { name: 'x', roles: null, isReadOnly: false, expires: 'soon', endsAt: now + lifeMs };
    const { id, token } = await here.create(username, draft);
    const ended = (await here.use(token, async (name) => users.has(name)))?.ended;
    if (ended === undefined) throw new Error('the token does not live');
    return { id, ended, end: new Promise((resolve) => ended.addEventListener('abort', resolve)) };
  };
  const removed = await live('ada', 1e9);
  const passing = await live('ada', 1e6);
  const orphaned = await live('bo', 1e9);
  const living = await live('ada', 1e9);
  await new Tokens(place.store, () => now).remove('ada', removed.id);
  await removed.end;
  expect(removed.ended.reason).toMatchObject({ kind: 'not-authenticated' });
  expect([passing, orphaned, living].map(({ ended }) => ended.aborted)).toEqual([false, false, false]);
  now += 2e6;
  await passing.end;
  users.delete('bo');
  await orphaned.end;
  expect(living.ended.aborted).toBe(false);
});
