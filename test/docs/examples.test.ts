/** Runs the examples of the README and the reference pages against the demo. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningCommand, startCommand } from '../http/service.ts';
import { temporaryFolder } from '../support/folders.ts';
import { examplesOf, matchesShown } from './examples.ts';

const run = promisify(execFile);
const root = new URL('../../', import.meta.url);
const reference = readdirSync(new URL('docs/reference/', root)).filter((name) => name.endsWith('.md'));
const read = (page: string) => examplesOf(readFileSync(new URL(page, root), 'utf8'));
const pages = ['README.md', ...reference.map((name) => `docs/reference/${name}`)].filter(
  (page) => read(page).length > 0,
);
/** Pages whose examples log in. */
const withUsers = ['docs/reference/authentication.md'];
/** Pages whose examples change data. */
const withEdits = ['docs/reference/editing.md'];
const published = 'http://localhost:8080';

/** A folder with a `curl` that works on every machine. */
let commandFolder: string;
let open: RunningCommand;
let closed: RunningCommand;
let edited: RunningCommand;

beforeAll(async () => {
  const files = await temporaryFolder();
  commandFolder = await temporaryFolder();
  const ours = fileURLToPath(new URL('curl.ts', import.meta.url));
  await writeFile(join(commandFolder, 'curl'), `#!/bin/sh\nexec "${process.execPath}" "${ours}" "$@"\n`, {
    mode: 0o755,
  });
  const demo = join(files, 'demo.sqlite');
  await run(process.execPath, [fileURLToPath(new URL('demo/build.ts', root)), demo]);
  const users = join(files, 'users.txt');
  await writeFile(users, 'ada=lovelace\n');
  const copy = join(files, 'edited.sqlite');
  await copyFile(demo, copy);
  [open, closed, edited] = await Promise.all([
    startCommand(['-d', `sqlite:///${demo}`]),
    startCommand(['-d', `sqlite:///${demo}`, '-u', users]),
    startCommand(['-d', `sqlite:///${copy}`, '--edit']),
  ]);
});
afterAll(async () => {
  await open?.stop();
  await closed?.stop();
  await edited?.stop();
});

function expectToFit(shown: unknown, value: unknown, line: number): void {
  // The complete comparison serves only to show the difference.
  if (!matchesShown(shown, value)) expect(value, `line ${line}`).toEqual(shown);
}

const separator = '\u0001';

/** All examples of a page run in one shell, because later ones may use variables of earlier ones. */
async function outputs(commands: readonly string[], base: string): Promise<string[]> {
  const script = commands.map((command) => `${command}\nprintf '${separator}'`).join('\n');
  const { stdout } = await run(
    'bash',
    ['--norc', '-e', '-u', '-o', 'pipefail', '-c', script.replaceAll(published, base)],
    {
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, PATH: [commandFolder, process.env.PATH].join(delimiter) },
    },
  );
  return stdout.split(separator).slice(0, -1);
}

describe.each(pages)('%s', (page) => {
  test('shows what the service answers', async () => {
    const examples = read(page);
    const { base } = withUsers.includes(page) ? closed : withEdits.includes(page) ? edited : open;
    const answers = await outputs(
      examples.map(({ command }) => command),
      base,
    );
    for (const [i, { line, answer }] of examples.entries()) {
      const actual = (answers[i] ?? '').replaceAll(base, published);
      if (answer === null) expect(actual, `line ${line}`).toMatch(/^(?!.*urn:joinery:problem)./s);
      else if (answer.language === 'text') expect(actual.trim(), `line ${line}`).toBe(answer.text.trim());
      else expectToFit(JSON.parse(answer.text), JSON.parse(actual), line);
    }
  });
});
