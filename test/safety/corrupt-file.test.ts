import { expect, test } from 'vitest';
import { readCorruptFiles } from './corrupt-file.ts';

const seed = Number(process.env.JOINERY_TEST_SEED ?? Date.now() % 2 ** 31);

test(`4 damaged SQLite files are read or refused (seed ${seed})`, { timeout: 180_000 }, async ({
  annotate,
}) => {
  const { files, refused, reads, surprises } = await readCorruptFiles('sqlite', 4, seed);
  expect(surprises.slice(0, 5)).toEqual([]);
  expect(reads).toBeGreaterThan(0);
  await annotate(
    `${files} damaged files, ${refused} refused at once, ${reads} reads, 0 crashes, 0 untyped failures`,
    'F6',
  );
});
