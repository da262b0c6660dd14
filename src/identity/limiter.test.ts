import { expect, test } from 'vitest';
import { Problem } from '../contract/problem.ts';
import { temporaryStore } from '../store/open.ts';
import { AttemptLimiter } from './limiter.ts';

const attacker = '198.51.100.7';

/** How many of these guesses are evaluated. */
async function looked(limiter: AttemptLimiter, names: Iterable<string>, address = attacker): Promise<number> {
  let count = 0;
  const evaluate = async () => {
    count++;
    return false;
  };
  for (const name of names) {
    await limiter.attempt(name, address, evaluate).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
    });
  }
  return count;
}

function* times(count: number, name: (i: number) => string): Generator<string> {
  for (let i = 0; i < count; i++) yield name(i);
}

test('no number of made-up names displaces earlier failures', {
  timeout: 60_000,
}, async () => {
  const limiter = new AttemptLimiter(await temporaryStore(), () => 1_000_000);
  expect(
    await looked(
      limiter,
      times(20, () => 'ada'),
    ),
  ).toBe(10);
  expect(
    await looked(
      limiter,
      times(10, (i) => `first ${i}`),
    ),
  ).toBe(6);
  // More than the number of refusals that are cached.
  expect(
    await looked(
      limiter,
      times(60_000, (i) => `user ${i}`),
    ),
  ).toBe(0);
  expect(await looked(limiter, ['ada', 'bo'])).toBe(0);
  expect(await looked(limiter, ['ada'], '203.0.113.9')).toBe(0);
});

test('successful logins are never counted, one at a time or many at once', async () => {
  const limiter = new AttemptLimiter(await temporaryStore(), () => 1_000_000);
  const enter = () => limiter.attempt('ada', attacker, async () => true);
  for (let i = 0; i < 100; i++) expect(await enter()).toBe(true);
  expect(await Promise.all(Array.from({ length: 100 }, enter))).not.toContain(false);
  expect(
    await looked(
      limiter,
      times(20, () => 'ada'),
    ),
  ).toBe(10);
});

test('many guesses at once are limited like guesses one by one', async () => {
  const limiter = new AttemptLimiter(await temporaryStore(), () => 1_000_000);
  let count = 0;
  const guesses = Array.from({ length: 1_000 }, () =>
    limiter
      .attempt('ada', attacker, async () => {
        count++;
        await new Promise((resolve) => setImmediate(resolve));
        return false;
      })
      .catch(() => false),
  );
  expect(await Promise.all(guesses)).not.toContain(true);
  expect(count).toBe(10);
});
