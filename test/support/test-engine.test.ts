/** Tests can be run against a server that they did not start. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { fewOrAll } from './long-run.ts';
import { postgresUrl } from './servers.ts';

const script = fileURLToPath(new URL('test-engine.ts', import.meta.url));

function run(...parameters: string[]): Promise<{ code: number; output: string }> {
  const { VITEST: _, ...env } = process.env;
  return new Promise((resolve) => {
    execFile(process.execPath, [script, ...parameters], { env }, (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), output: `${stdout}${stderr}` });
    });
  });
}

const server = ['the named server', postgresUrl, /^PostgreSQL \d+\.\d+/m] as const;
const embedded = ['files of an embedded engine', async () => 'duckdb://', /^DuckDB v\d+\.\d+/m] as const;

test.each(fewOrAll([server], [server, embedded]))(
  'runs the given test file on %s and prints a table of results',
  async (_, url, version) => {
    const { code, output } = await run(await url(), 'test/conformance/zones.test.ts');
    expect(output).toContain('| test/conformance/zones.test.ts | 1 | 0 |\n| **all** | 1 | 0 |\n');
    expect(output).toMatch(version);
    expect(code).toBe(0);
  },
);

test('exits with 1 when the server cannot be reached', async () => {
  const { code, output } = await run(
    'postgresql://nobody:nothing@127.0.0.1:1/none',
    'test/conformance/keys.test.ts',
    'test/conformance/zones.test.ts',
  );
  expect(output).toContain(`| test/conformance/keys.test.ts | 0 | not run |
| test/conformance/zones.test.ts | 0 | 1 |
| **all** | 0 | 1 |
`);
  expect(code).toBe(1);
});

test('prints the usage for a URL of another kind', async () => {
  expect(await run('sqlite:///x.db')).toMatchObject({ code: 1, output: expect.stringContaining('Usage:') });
});
