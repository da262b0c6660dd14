/** A few concurrent editors, and a few sets that are undone in any order; the soak test has more of both. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { liveEngines } from '../support/engines.ts';
import { countTogether, undoInAnyOrder } from './histories.ts';
import { openShop, type Shop } from './shop.ts';

/** The same pseudo-random numbers in every run. */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe.each(liveEngines)('on %s', (engine) => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(engine);
  });
  afterAll(() => shop[Symbol.asyncDispose]());

  test('nothing is lost when editors change the same rows at once, and every acknowledged change has happened', {
    timeout: 60_000,
  }, async ({ annotate }) => {
    const counts = { each: 5, editors: 3 };
    const all = counts.each * (counts.editors + 1);
    const { conflicts } = await countTogether(shop, counts);
    await annotate(`${engine}: ${all} of ${all} increments there, ${conflicts} conflicts told`, 'F11');
  });

  test('sets are undone in any order', { timeout: 60_000 }, async ({ annotate }) => {
    const sets = 15;
    const { conflicts, gone } = await undoInAnyOrder(shop, sets, drawing(7));
    // The numbers drawn are the same everywhere.
    expect({ conflicts, gone }).toEqual({ conflicts: 5, gone: 0 });
    await annotate(
      `${engine}: ${sets} of ${sets} sets undone, ${conflicts} conflicts named on the way`,
      'F12',
    );
  });
});
