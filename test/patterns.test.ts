/** Regular expressions that take quadratic time: a client could block the service with a long text. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/** A repeated single item, anchored only at the end: it is tried at each position, each time to its full length. */
const trailing = /\/(?:[^/\n]*\|)? ?(?:\[[^\]\n]+\]|\\.|[^\\^/\n()|])[+*]\$\/[a-z]*[.,)]/;

const isSlow = (line: string) => trailing.test(line);

test('no pattern in src searches for the end of a text from every position', () => {
  const files = globSync('src/**/*.ts', { cwd: root }).filter((path) => !path.endsWith('.test.ts'));
  expect(files.length).toBeGreaterThan(100);
  const found = files.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .filter(isSlow)
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test.each([
  ["text.replace(/0+$/, '')", true],
  ["text.replace(/[\\s.:]+$/, '')", true],
  ["text.replace(/^ +| +$/g, '')", true],
  ["text.replace(/\\s*$/, '')", true],
  ["text.replace(/^0+$/, '')", false],
  ["url.replace(/[?#].*$/s, '')", false],
  ["text.replace(/^0+/, '')", false],
])('%s is slow: %j', (line, slow) => {
  expect(isSlow(line)).toBe(slow);
});
