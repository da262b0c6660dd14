import { expect, test } from 'vitest';
import { limitConcurrency } from './concurrency.ts';

const settled = () => new Promise((resolve) => setTimeout(resolve));

test('at most the given number of requests run at once, in order, and a failure frees its place', async () => {
  const take = limitConcurrency(2);
  const begun: number[] = [];
  const works = Array.from({ length: 5 }, () => Promise.withResolvers<number>());
  const results = works.map(({ promise }, i) =>
    take(() => {
      begun.push(i);
      return promise;
    }),
  );
  await settled();
  expect(begun).toEqual([0, 1]);
  works[1]?.reject(new Error('refused'));
  await expect(results[1]).rejects.toThrow('refused');
  await settled();
  expect(begun).toEqual([0, 1, 2]);
  works[0]?.resolve(10);
  works[2]?.resolve(12);
  await settled();
  expect(begun).toEqual([0, 1, 2, 3, 4]);
  works[3]?.resolve(13);
  works[4]?.resolve(14);
  expect(await Promise.all([results[0], results[2], results[3], results[4]])).toEqual([10, 12, 13, 14]);
  // The queue is empty, so the next one starts at once.
  expect(await take(async () => 15)).toBe(15);
});
