import { expect, test } from 'vitest';
import type { Column } from '../../../model/database.ts';
import { isSame } from './same.ts';
import { isSameSoon } from './same-thread.ts';

// Only the mode matters.
const column = { name: 'doc', mode: 'json' } as Column;

const documentOf = (names: readonly string[], gap: string) =>
  `{${names.map((name) => `"${name}":${gap}${name.slice(1)}`).join(`,${gap}`)}}`;

test('a document with very many names is compared aside', async () => {
  const names = Array.from({ length: 300_000 }, (_, i) => `n${i}`);
  const [given, stored] = [documentOf(names, ''), documentOf(names.toReversed(), ' ')];
  const other = stored.replace('"n7": 7', '"n7": 8');
  expect(isSameSoon('{}', '{ }', column)).toBe(true);
  const aside = [isSameSoon(given, stored, column), isSameSoon(given, other, column)];
  expect(aside.every((one) => one instanceof Promise)).toBe(true);
  expect(await Promise.all(aside)).toEqual([true, false]);
});

test('many short documents are compared in turns', async () => {
  const [given, stored] = [documentOf(['n1', 'n2'], ''), documentOf(['n2', 'n1'], ' ')];
  expect(isSame(given, stored, column)).toBe(true);
  let turns = 0;
  const counting = setInterval(() => turns++, 0);
  for (let i = 0; i < 100_000; i++) expect(await isSameSoon(given, stored, column)).toBe(true);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(1);
});
