import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { chapters } from './rows.ts';

const rows = chapters.flatMap((chapter) => chapter.rows);

test('every row of the safety table has its tests', () => {
  const missing = rows.flatMap(({ id, proofs }) =>
    proofs.filter(({ file }) => !existsSync(file)).map(({ file }) => `${id}: ${file}`),
  );
  expect(missing).toEqual([]);
});

test('every part of a test file that a row names is there', () => {
  const missing = rows.flatMap(({ id, proofs }) =>
    proofs
      .filter(({ file, about }) => about !== undefined && existsSync(file) && !mentions(file, about))
      .map(({ file, about }) => `${id}: ${file} about ${about}`),
  );
  expect(missing).toEqual([]);
});

/** Names of tests are put together from templates, so each word of the part must stand in the file. */
function mentions(file: string, about: string): boolean {
  const text = readFileSync(file, 'utf8');
  return about.split(' ').every((word) => text.includes(word));
}
