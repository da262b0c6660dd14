import { describe, expect, test } from 'vitest';
import { isLongRun } from '../support/long-run.ts';
import { engines } from '../support/servers.ts';
import { fuzzOperations } from './openapi-fuzz.ts';

const seed = Number(process.env.JOINERY_TEST_SEED ?? Date.now() % 2 ** 31);

describe.each(engines)('every operation on %s', (engine) => {
  test(`answers any input as described (seed ${seed})`, { timeout: 180_000 }, async ({ annotate }) => {
    const { requests, operations, statuses, undescribed } = await fuzzOperations(
      engine,
      isLongRun ? 6 : 4,
      seed,
    );
    expect(undescribed.slice(0, 5)).toEqual([]);
    // Both kinds of answers must occur, otherwise the inputs are unsuitable.
    expect(statuses.get(200)).toBeGreaterThan(requests / 10);
    expect(statuses.get(400)).toBeGreaterThan(requests / 10);
    await annotate(
      `${engine}: ${requests} requests to ${operations} operations, 0 × 500, 0 undescribed`,
      'A2',
    );
  });
});
