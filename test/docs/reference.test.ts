/** The tables of the reference pages match the code. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { commandOptions } from '../../src/cli/parameters.ts';
import { problemKinds } from '../../src/contract/problem.ts';
import { parseDatabaseUrl, schemes } from '../../src/dialects/url.ts';

const page = (name: string) => readFileSync(new URL(`../../docs/reference/${name}`, import.meta.url), 'utf8');

/** The rows of all tables, with the backticks removed from each cell. */
function rows(text: string): string[][] {
  return [...text.matchAll(/^\| (.*) \|$/gm)].map(([, row = '']) =>
    row.split(' | ').map((cell) => cell.replaceAll('`', '').trim()),
  );
}

test('problems.md lists every problem with its status', () => {
  const documented = rows(page('problems.md'))
    .filter(([, status = '']) => /^\d{3}$/.test(status))
    .map(([name, status]) => [name, Number(status)]);
  expect(documented).toEqual(Object.entries(problemKinds).map(([name, { status }]) => [name, status]));
});

test('command-line.md lists every parameter with its variable and default', () => {
  const documented = new Map(rows(page('command-line.md')).map(([flags = '', ...rest]) => [flags, rest]));
  for (const option of commandOptions()) {
    const [variable, standard] = documented.get(option.flags) ?? [];
    expect(variable, option.flags).toBe(option.envVar);
    const value = option.defaultValueDescription ?? option.defaultValue;
    if (typeof value === 'number' || (typeof value === 'string' && option.long !== '--allowed-host')) {
      expect(standard, option.flags).toBe(String(value));
    }
  }
  expect([...documented.keys()].filter((flags) => flags.startsWith('-'))).toEqual([
    ...commandOptions().map(({ flags }) => flags),
    '-V, --version',
    '-h, --help',
  ]);
});

describe('database-urls.md', () => {
  const text = page('database-urls.md');

  test('shows only URLs that can be parsed', () => {
    const urls = [
      ...text.matchAll(/`((?:sqlite|postgresql|postgres|mysql|mariadb|duckdb|files):\/\/[^`…]*)`/g),
    ].map(([, url = '']) => url);
    expect(urls.length).toBeGreaterThan(8);
    for (const url of urls.filter((url) => !/^(sqlite3|postgres|cockroachdb|files):\/\/$/.test(url))) {
      expect(() => parseDatabaseUrl(url), url).not.toThrow();
    }
  });

  test('names every option and every alias', () => {
    for (const { names, options } of Object.values(schemes)) {
      for (const name of names) expect(text).toContain(`${name}://`);
      for (const option of options) expect(text).toMatch(new RegExp(`^\\| .*\`${option}\``, 'm'));
    }
  });
});
