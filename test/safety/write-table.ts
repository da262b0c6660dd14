/**
 * `npm run safety-table`: writes docs/security-figures.md from the last runs' results, one line per row with its
 * figures. A row with a missing or failed test, or without a figure, keeps its earlier line, and is reported.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { figuresFolder, longEnding, ShownByFile } from '../support/figures.ts';
import { chapters, type Row } from './rows.ts';
import { incomplete, tableLine } from './table.ts';

const page = fileURLToPath(new URL('../../docs/security-figures.md', import.meta.url));

const kept = existsSync(figuresFolder) ? readdirSync(figuresFolder) : [];

/** If both kinds of runs have results for a file, the long run's are used. */
const shown = new Map(
  kept
    .toSorted((a, b) => Number(a.endsWith(longEnding)) - Number(b.endsWith(longEnding)))
    .map((name) => {
      const file = ShownByFile.parse(JSON.parse(readFileSync(`${figuresFolder}${name}`, 'utf8')));
      return [file.file, file.tests] as const;
    }),
);

const before = existsSync(page) ? readFileSync(page, 'utf8').split('\n') : [];

function lineOf(row: Row): string[] {
  const missing = incomplete([row], shown);
  if (missing.length === 0) return [tableLine(row, shown)];
  const line = before.filter((text) => text.startsWith(`| ${row.id} |`));
  process.stderr.write(`${missing.join('\n')}\n  ${line.length > 0 ? 'stays as it was' : 'is left out'}\n`);
  return line;
}

const lines = [
  '# What the suites showed',
  '',
  'Made by `npm run safety-table` from the last runs of `npm test` and `npm run test:soak`; not written by hand.',
  '[security.md](security.md) says what is promised. Each row names what must not happen, the figures that its',
  'tests told, and how many of its tests held. What takes hours is not run each time: a row is of the last run that',
  'has shown all of it.',
  ...chapters.flatMap(({ title, rows }) => [
    '',
    `## ${title}`,
    '',
    '| | must not happen | figures | tests that held |',
    '|---|---|---|---|',
    ...rows.flatMap(lineOf),
  ]),
  '',
];
writeFileSync(page, lines.join('\n'));
