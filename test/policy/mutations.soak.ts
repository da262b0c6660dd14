/** Mutation test: each place that hides something is removed once, and a test must fail each time. */
import { execFile } from 'node:child_process';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { mutations } from './mutations.ts';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

/** The tests that must notice, fastest first. */
const reading = ['test/policy/leaks.test.ts', 'test/policy/interference.test.ts'];
const suites = new Set([...reading, ...mutations.flatMap(({ suites: own = [] }) => own)]);

let copy: string;

/** Whether the tests pass on one of the engines. */
async function passes(suite: string, engine = 'sqlite'): Promise<boolean> {
  try {
    const args = [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--project',
      'test',
      suite,
      '-t',
      engine,
    ];
    await run(process.execPath, args, { cwd: copy, maxBuffer: 2 ** 27, timeout: 600_000 });
    return true;
  } catch (error) {
    // A timeout proves nothing.
    const { killed, stdout } = error as { readonly killed?: boolean; readonly stdout?: string };
    if (killed === true || /(?:Test|Hook) timed out/.test(stdout ?? '')) throw error;
    return false;
  }
}

beforeAll(async () => {
  copy = join(await temporaryFolder(), 'copy');
  for (const name of [
    'src',
    'test',
    'demo',
    'package.json',
    'tsconfig.json',
    'tsconfig.base.json',
    'vitest.config.ts',
  ]) {
    await cp(join(root, name), join(copy, name), { recursive: true });
  }
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'));
}, 120_000);

describe('removing a protection makes a test fail', () => {
  test('without a removal, all tests pass', async () => {
    for (const suite of suites) expect(await passes(suite), suite).toBe(true);
  });

  test.each(mutations)('$name', async ({ file, from, to, engine, suites: own = reading }) => {
    const path = join(copy, file);
    const text = await readFile(path, 'utf8');
    expect(text.split(from), `${file} has it once`).toHaveLength(2);
    await writeFile(
      path,
      text.replace(from, () => to),
    );
    try {
      let isMissed = false;
      for (const suite of own) isMissed ||= !(await passes(suite, engine));
      expect(isMissed).toBe(true);
    } finally {
      await writeFile(path, text);
    }
  });

  test('lists all removals', async ({ annotate }) => {
    const names = mutations.map(({ name, file }) => `${file}: ${name}`);
    console.info(`${names.length} places:\n${names.join('\n')}`);
    await annotate(
      `${names.length} places that keep something from somebody, each taken away once and missed`,
      'A17',
    );
  });
});
