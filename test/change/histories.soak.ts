/** Many editors, and thousands of sets that are undone in any order. */
import { describe, test } from 'vitest';
import { liveEngines } from '../support/engines.ts';
import { countTogether, undoInAnyOrder } from './histories.ts';
import { openShop } from './shop.ts';

describe.each(liveEngines)('on %s', (engine) => {
  test('nothing is lost when editors change the same rows 1,200 times', { timeout: 600_000 }, async ({
    annotate,
  }) => {
    await using shop = await openShop(engine);
    const { conflicts } = await countTogether(shop, { each: 300, editors: 3 });
    await annotate(`${engine}: 1200 of 1200 increments there, ${conflicts} conflicts told`, 'F11');
  });

  test('10,000 sets are undone in any order', { timeout: 3_600_000 }, async ({ annotate }) => {
    await using shop = await openShop(engine);
    const { conflicts, gone } = await undoInAnyOrder(shop, 10_000, Math.random);
    await annotate(
      `${engine}: ${10_000 - gone} of 10,000 sets undone, ${gone} gone along with others and told, ${conflicts} conflicts named on the way, everything as it was`,
      'F12',
    );
  });
});
