import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { withFigures } from './document.ts';
import { valueLine } from './report.ts';

const page = readFileSync(new URL('../docs/performance.md', import.meta.url), 'utf8');
const machine = { cores: 2, node: 'v24.0.0' };
const line = (value: number) =>
  valueLine({ engine: 'sqlite', workload: 'memory of a list', connections: 1 }, value, 'MB', { atMost: 64 });

test('new figures replace the previous ones, and the surrounding text stays', () => {
  const once = withFigures(page, [line(70)], machine);
  const twice = withFigures(once, [line(40)], machine);
  expect(once).toContain('| memory of a list | 1 | **70.0 MB** | – | – | ≤ 64 |');
  expect(twice).toContain('| memory of a list | 1 | 40.0 MB | – | – | ≤ 64 |');
  expect(twice).not.toContain('70.0 MB');
  expect(withFigures(twice, [line(70)], machine)).toBe(once);
  for (const heading of page.match(/^## .*$/gm) ?? []) expect(twice).toContain(heading);
});

test('a page without a place for figures is refused', () => {
  expect(() => withFigures('# Performance', [], machine)).toThrow('no place for figures');
});
