/** Many damaged files: each is read or refused, and none crashes the service. */
import { expect, test } from 'vitest';
import { readCorruptFiles } from '../safety/corrupt-file.ts';

const seed = Number(process.env.JOINERY_TEST_SEED ?? Date.now() % 2 ** 31);

test.for(['sqlite', 'duckdb'] as const)(
  `500 damaged files of %s are read or refused (seed ${seed})`,
  async (engine, { annotate }) => {
    const { files, refused, problems, reads, surprises } = await readCorruptFiles(engine, 500, seed);
    expect(surprises.slice(0, 5)).toEqual([]);
    // Both kinds of outcomes must occur, otherwise the damage is unsuitable.
    expect(problems).toBeGreaterThan(0);
    expect(reads).toBeGreaterThan(problems);
    await annotate(
      `${engine}: ${files} damaged files, ${refused} refused at once, ${reads} reads, 0 crashes, 0 untyped failures`,
      'F6',
    );
  },
);
