import { describe, expect, test } from 'vitest';
import { fuzzOperations } from '../safety/openapi-fuzz.ts';
import { engines } from '../support/servers.ts';

const seed = Number(process.env.JOINERY_TEST_SEED ?? Date.now() % 2 ** 31);

describe.each(engines)('every operation on %s', (engine) => {
  test(`answers any of many inputs as described (seed ${seed})`, async ({ annotate }) => {
    const { requests, operations, undescribed } = await fuzzOperations(engine, 1_000, seed);
    expect(undescribed.slice(0, 5)).toEqual([]);
    await annotate(
      `${engine}: ${requests} drawn requests to ${operations} operations, 0 × 500, 0 undescribed`,
      'A2',
    );
  });
});
