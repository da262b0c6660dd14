import { expect, test } from 'vitest';
import { readCorruptFiles } from './corrupt-file.ts';

const seed = Number(process.env.JOINERY_TEST_SEED ?? Date.now() % 2 ** 31);

test(`20 damaged SQLite files are read or refused (seed ${seed})`, { timeout: 180_000 }, async ({
  annotate,
}) => {
  const { files, refused, problems, reads, surprises } = await readCorruptFiles(20, seed);
  expect(surprises.slice(0, 5)).toEqual([]);
  expect(problems).toBeGreaterThan(0);
  expect(reads).toBeGreaterThan(problems);
  await annotate(
    `${files} damaged files, ${refused} refused at once, ${reads} reads, 0 crashes, 0 untyped failures`,
    'F6',
  );
});
