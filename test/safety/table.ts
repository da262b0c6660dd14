/** Writes docs/security-figures.md from what the last runs showed: one line for each row, with its figures. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { figuresFolder, ShownByFile } from '../support/figures.ts';
import { chapters, type Proof, type Row } from './rows.ts';

const page = fileURLToPath(new URL('../../docs/security-figures.md', import.meta.url));

const shown = new Map(
  (existsSync(figuresFolder) ? readdirSync(figuresFolder) : []).map((name) => {
    const file = ShownByFile.parse(JSON.parse(readFileSync(`${figuresFolder}${name}`, 'utf8')));
    return [file.file, file.tests] as const;
  }),
);

function testsOf({ file, about }: Proof): readonly ShownByFile['tests'][number][] {
  const ran = (shown.get(file) ?? []).filter(({ state }) => state !== 'skipped');
  return about === undefined ? ran : ran.filter(({ name }) => name.includes(about));
}

function line({ id, what, proofs }: Row): string {
  const figures = [...new Set(proofs.flatMap(testsOf).flatMap((test) => test.figures))]
    .filter(({ row }) => row === id)
    .map(({ text }) => text);
  const counts = proofs.map((proof) => {
    const tests = testsOf(proof);
    const held = tests.filter(({ state }) => state === 'passed').length;
    const result = tests.length === 0 ? 'not run' : `${held} of ${tests.length}`;
    return `\`${proof.file.replace(/^test\//, '')}\` ${result}`;
  });
  return `| ${id} | ${what} | ${[...new Set(figures)].map(escaped).join('<br>')} | ${counts.join('<br>')} |`;
}

function escaped(text: string): string {
  return text.replaceAll('|', '\\|');
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
    ...rows.map(line),
  ]),
  '',
];
writeFileSync(page, lines.join('\n'));
const open = chapters
  .flatMap(({ rows }) => rows)
  .filter(({ proofs }) => proofs.some((proof) => testsOf(proof).length === 0));
if (open.length > 0) process.stderr.write(`Not run: ${open.map(({ id }) => id).join(', ')}\n`);
