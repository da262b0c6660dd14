/**
 * `npm run test:engine -- URL [FILES]`: asks a server that the tests did not start what they ask of their own, and
 * prints one table. The URL's user must be allowed to create databases; those that the tests make are dropped again.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { addressVariable, type ServerEngine } from './engines.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const usage =
  'Usage: npm run test:engine -- postgresql://user:password@host/database, or mysql://…, and the test files to run if not all';

const engineOf: Readonly<Record<string, ServerEngine>> = {
  'postgresql:': 'postgres',
  'postgres:': 'postgres',
  'mysql:': 'mysql',
  'mariadb:': 'mysql',
};

/** What vitest's JSON reporter writes, as far as it is needed. */
const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      message: z.string().optional(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});

type Files = z.infer<typeof Report>['testResults'];

/** Runs the tests of one engine, and gives what became of each. */
async function runTests(engine: ServerEngine, url: string, files: readonly string[]): Promise<Files> {
  const folder = await mkdtemp(join(tmpdir(), 'joinery-engine-'));
  const report = join(folder, 'report.json');
  try {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const parameters = ['run', '--project', 'test*', '--reporter', 'default', '--reporter', 'json'];
    const child = spawn(
      process.execPath,
      [vitest, ...parameters, '--outputFile.json', report, '--testNamePattern', `on ${engine}\\b`, ...files],
      {
        cwd: root,
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, [addressVariable[engine]]: url },
      },
    );
    await once(child, 'exit');
    return Report.parse(JSON.parse(await readFile(report, 'utf8'))).testResults;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** One line for each file that has tests of this engine, and their sum. */
function table(files: Files): { readonly lines: readonly string[]; readonly isRight: boolean } {
  const rows = files.flatMap(({ name, assertionResults, message = '' }) => {
    const count = (status: string) => assertionResults.filter((one) => one.status === status).length;
    const [passed, failed] = [count('passed'), count('failed')];
    // A file that could not be loaded has no tests at all.
    const isBroken = assertionResults.length === 0 && message !== '';
    return passed + failed > 0 || isBroken ? [{ name: relative(root, name), passed, failed, isBroken }] : [];
  });
  const sum = (of: 'passed' | 'failed') => rows.reduce((total, row) => total + row[of], 0);
  const lines = rows
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map(
      ({ name, passed, failed, isBroken }) => `| ${name} | ${passed} | ${isBroken ? 'not run' : failed} |`,
    );
  return {
    lines: [
      '| tests | passed | failed |',
      '|---|---|---|',
      ...lines,
      `| **all** | ${sum('passed')} | ${sum('failed')} |`,
    ],
    isRight: sum('passed') > 0 && rows.every(({ failed, isBroken }) => failed === 0 && !isBroken),
  };
}

const [url = '', ...files] = process.argv.slice(2);
const engine = URL.canParse(url) ? engineOf[new URL(url).protocol] : undefined;
if (engine === undefined) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 1;
} else {
  const chosen = files.length > 0 ? files : ['test/conformance', 'test/query'];
  const { lines, isRight } = table(await runTests(engine, url, chosen));
  process.stdout.write(`\n${lines.join('\n')}\n`);
  process.exitCode = isRight ? 0 : 1;
}
