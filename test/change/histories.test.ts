/** A few editors at once, and a few sets that are undone in any order; the soak has more of both. */
import { describe, expect, test } from 'vitest';
import { liveEngines } from '../support/engines.ts';
import { countTogether, undoInAnyOrder } from './histories.ts';
import { openShop } from './shop.ts';

/** The same numbers in every run. */
function drawing(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

describe.each(liveEngines)('on %s', (engine) => {
  test('nothing is lost and nothing is acknowledged that did not happen', { timeout: 60_000 }, async ({
    annotate,
  }) => {
    await using shop = await openShop(engine);
    const { conflicts } = await countTogether(shop, { each: 8, editors: 3 });
    await annotate(`${engine}: 32 of 32 increments there, ${conflicts} conflicts told`, 'F11');
  });

  test('sets are undone in any order', { timeout: 60_000 }, async ({ annotate }) => {
    await using shop = await openShop(engine);
    const { conflicts } = await undoInAnyOrder(shop, 25, drawing(7));
    expect(conflicts).toBeGreaterThanOrEqual(0);
    await annotate(`${engine}: 25 of 25 sets undone, ${conflicts} conflicts named on the way`, 'F12');
  });
});
