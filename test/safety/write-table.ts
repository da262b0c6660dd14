/**
 * `npm run safety-table`: writes docs/security-figures.md from what the last runs showed, a line for each row with its
 * figures. It writes nothing as long as a row lacks a test that ran and held, or a figure.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { figuresFolder, ShownByFile } from '../support/figures.ts';
import { chapters } from './rows.ts';
import { incomplete, tableLine } from './table.ts';

const page = fileURLToPath(new URL('../../docs/security-figures.md', import.meta.url));

const shown = new Map(
  (existsSync(figuresFolder) ? readdirSync(figuresFolder) : []).map((name) => {
    const file = ShownByFile.parse(JSON.parse(readFileSync(`${figuresFolder}${name}`, 'utf8')));
    return [file.file, file.tests] as const;
  }),
);

const missing = incomplete(
  chapters.flatMap(({ rows }) => rows),
  shown,
);
if (missing.length > 0) {
  process.stderr.write(
    `${missing.join('\n')}\nRun \`npm test\` and \`npm run test:soak\` first; nothing was written.\n`,
  );
  process.exit(1);
}

const lines = [
  '# What the suites showed',
  '',
  'Made by `npm run safety-table` from the last runs of `npm test` and `npm run test:soak`; not written by hand.',
  '[security.md](security.md) says what is promised. Each row names what must not happen, the figures that its',
  'tests told, and how many of its tests held.',
  ...chapters.flatMap(({ title, rows }) => [
    '',
    `## ${title}`,
    '',
    '| | must not happen | figures | tests that held |',
    '|---|---|---|---|',
    ...rows.map((row) => tableLine(row, shown)),
  ]),
  '',
];
writeFileSync(page, lines.join('\n'));
