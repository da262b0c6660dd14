/**
 * `npm run test:engine -- URL [FILES]`: runs the engine tests against a server that they did not start, and prints its
 * version and a table of results. The URL's user must be allowed to create databases; those that the tests create are
 * dropped again. In-process engines (`sqlite://`, `duckdb://`, `files://`) use the tests' own files.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DuckDBInstance } from '@duckdb/node-api';
import Sqlite from 'better-sqlite3';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { z } from 'zod';
import { addressVariable } from './engines.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const usage =
  'Usage: npm run test:engine -- postgresql://user:password@host/database, or mysql://…, or sqlite://, duckdb://, files:// alone, and the test files to run if not all';

/** What to run against an engine. */
interface Trial {
  readonly environment: Readonly<Record<string, string>>;
  /** A filter on test names; all tests without it. */
  readonly name?: RegExp;
  readonly files: readonly string[];
  version(): Promise<string>;
}

const suites = ['test/conformance', 'test/query'];

const postgres = (url: string): Trial => ({
  environment: { [addressVariable.postgres]: url },
  name: /on postgres\b/,
  files: suites,
  async version() {
    const client = new pg.Client(url);
    await client.connect();
    try {
      const { rows } = await client.query<{ version: string }>('select version()');
      return rows[0]?.version ?? '';
    } finally {
      await client.end();
    }
  },
});

const mysqlLike = (url: string): Trial => ({
  environment: { [addressVariable.mysql]: url },
  name: /on mysql\b/,
  files: suites,
  async version() {
    const connection = await mysql.createConnection(url.replace(/^mariadb:/, 'mysql:'));
    try {
      const [rows] = await connection.query<mysql.RowDataPacket[]>(
        'select concat(@@version_comment, 0x20, version()) as version',
      );
      return String(rows[0]?.version);
    } finally {
      await connection.end();
    }
  },
});

async function duckdbVersion(): Promise<string> {
  const connection = await (await DuckDBInstance.create(':memory:')).connect();
  const [[version] = []] = (await connection.runAndReadAll('select version()')).getRowsJS();
  return `DuckDB ${version}`;
}

const sqlite: Trial = {
  environment: {},
  name: /on sqlite\b/,
  files: suites,
  version: async () => `SQLite ${new Sqlite(':memory:').prepare('select sqlite_version()').pluck().get()}`,
};

const duckdb: Trial = { environment: {}, name: /on duckdb\b/, files: suites, version: duckdbVersion };

/** Folders cannot be filled by SQL statements, so the database suites do not apply to them. */
const files: Trial = {
  environment: {},
  files: ['test/zoo/duckdb', 'test/faults/changed-files.test.ts', 'src/dialects/duckdb', 'src/tabular'],
  version: async () => `plain files, read by ${await duckdbVersion()}`,
};

const trials: Readonly<Record<string, (url: string) => Trial>> = {
  'postgresql:': postgres,
  'postgres:': postgres,
  'mysql:': mysqlLike,
  'mariadb:': mysqlLike,
};

/** In-process engines, which have no server address. */
const trialsAlone: Readonly<Record<string, Trial>> = {
  'sqlite://': sqlite,
  'duckdb://': duckdb,
  'files://': files,
};

/** The needed parts of vitest's JSON report. */
const Report = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      assertionResults: z.array(z.object({ status: z.string() })),
    }),
  ),
});

type Files = z.infer<typeof Report>['testResults'];

/** Runs the tests of a trial, and returns the outcome of each. */
async function runTests({ environment, name }: Trial, chosen: readonly string[]): Promise<Files> {
  const folder = await mkdtemp(join(tmpdir(), 'joinery-engine-'));
  const report = join(folder, 'report.json');
  try {
    const vitest = join(root, 'node_modules/vitest/vitest.mjs');
    const parameters = ['run', '--project', 'test*', '--reporter', 'default', '--reporter', 'json'];
    const pattern = name === undefined ? [] : ['--testNamePattern', name.source];
    const child = spawn(
      process.execPath,
      [vitest, ...parameters, '--outputFile.json', report, ...pattern, ...chosen],
      { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env: { ...process.env, ...environment } },
    );
    await once(child, 'exit');
    return Report.parse(JSON.parse(await readFile(report, 'utf8'))).testResults;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** One line for each file that has tests of this engine, and a total. */
function table(files: Files): { readonly lines: readonly string[]; readonly isRight: boolean } {
  const rows = files.flatMap(({ name, status, assertionResults }) => {
    const count = (status: string) => assertionResults.filter((one) => one.status === status).length;
    const [passed, failed] = [count('passed'), count('failed')];
    // If a file or its database could not be loaded, no test of it failed.
    const isBroken = status === 'failed' && failed === 0;
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

const [url = '', ...named] = process.argv.slice(2);
const trial = trialsAlone[url] ?? (URL.canParse(url) ? trials[new URL(url).protocol]?.(url) : undefined);
if (trial === undefined) {
  process.stderr.write(`${usage}\n`);
  process.exitCode = 1;
} else {
  const { lines, isRight } = table(await runTests(trial, named.length > 0 ? named : trial.files));
  // An unreachable server has no version; the table tells the rest.
  const version = await trial.version().catch((error: unknown) => `no version: ${error}`);
  process.stdout.write(`\n${version}\n\n${lines.join('\n')}\n`);
  process.exitCode = isRight ? 0 : 1;
}
