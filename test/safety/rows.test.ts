import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { chapters, type Proof } from './rows.ts';
import { incomplete, type Shown } from './table.ts';

const rows = chapters.flatMap((chapter) => chapter.rows);
const upTo = (letter: string, last: number) => Array.from({ length: last }, (_, i) => `${letter}${i + 1}`);

test('the safety table has every row', () => {
  expect(rows.map(({ id }) => id).toSorted()).toEqual(
    [...upTo('A', 23), ...upTo('V', 6), ...upTo('F', 17)].toSorted(),
  );
});

test('every row of the safety table has its tests', () => {
  const missing = rows.flatMap(({ id, proofs }) =>
    proofs.filter(({ file }) => !existsSync(file)).map(({ file }) => `${id}: ${file}`),
  );
  expect(missing).toEqual([]);
});

test('every part of a test file that a row names exists', () => {
  const missing = rows.flatMap(({ id, proofs }) =>
    proofs
      .filter(({ file, about }) => about !== undefined && existsSync(file) && !mentions(file, about))
      .map(({ file, about }) => `${id}: ${file} about ${about}`),
  );
  expect(missing).toEqual([]);
});

/** Test names are composed from templates, so each word of `about` must occur in the file. */
function mentions(file: string, about: string): boolean {
  const text = readFileSync(file, 'utf8');
  return about.split(' ').every((word) => text.includes(word));
}

test('every row has a test that reports its figure', () => {
  const silent = rows.filter(({ id, proofs }) => !proofs.some((proof) => tells(proof, id)));
  expect(silent.map(({ id }) => id)).toEqual([]);
});

/** A test reports a figure by the row's name, in the test file or in a file that it shares with a longer run. */
function tells({ file }: Proof, id: string): boolean {
  const text = readFileSync(file, 'utf8');
  const shared = [...text.matchAll(/from '(\.[^']+)'/g)].map(([, path = '']) => join(dirname(file), path));
  return [text, ...shared.map((path) => readFileSync(path, 'utf8'))].some((code) => code.includes(`'${id}'`));
}

const row = (id: string, ...about: string[]) => ({
  id,
  what: 'something',
  proofs: [{ file: 'one.test.ts' }, ...about.map((part) => ({ file: 'two.test.ts', about: part }))] as [
    Proof,
  ],
});
const shown = (tests: Readonly<Record<string, readonly Shown[]>>) => new Map(Object.entries(tests));
const held = (name: string, ...figures: string[]): Shown => ({
  name,
  state: 'passed',
  figures: figures.map((text) => ({ row: 'A1', text })),
});

test.each([
  ['has not run', row('A1'), {}, 'A1: one.test.ts has not run'],
  ['was skipped', row('A1'), { 'one.test.ts': [{ ...held('x', '1'), state: 'skipped' }] }, 'has not run'],
  [
    'failed',
    row('A1'),
    { 'one.test.ts': [{ ...held('x', '1'), state: 'failed' }] },
    'A1: one.test.ts failed',
  ],
  [
    'does not exist under its name',
    row('A1', 'streams'),
    { 'one.test.ts': [held('x', '1')], 'two.test.ts': [held('lists')] },
    'A1: two.test.ts about streams has not run',
  ],
  ['reports no figure', row('A1'), { 'one.test.ts': [held('x')] }, 'A1: no figure'],
] as const)('a row whose test %s is refused', (_, wanted, tests, reason) => {
  expect(incomplete([wanted], shown(tests))).toEqual([expect.stringContaining(reason)]);
});

test('a row whose tests passed and reported a figure is complete', () => {
  expect(incomplete([row('A1')], shown({ 'one.test.ts': [held('x', '5 of 5')] }))).toEqual([]);
});
