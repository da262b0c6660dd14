import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { fewOrAll } from '../support/long-run.ts';
import { openZoo, zoos } from './zoos.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('print-lists.ts', import.meta.url));

async function printIn(zone: string, url: string): Promise<string> {
  const env = { ...process.env, TZ: zone, PGTZ: zone };
  const { stdout } = await run(process.execPath, [program, url], { env, maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}

/** One is behind UTC with daylight saving time, the other ahead by a fraction of an hour. */
const others = fewOrAll(['America/New_York'], ['America/New_York', 'Asia/Kolkata']);

const temporal = new Set(['date', 'datetime', 'time', 'interval', 'array']);

describe.each(zoos)('dates and times on $engine', (zoo) => {
  test('have the same bytes in every time zone of the process', async ({ annotate }) => {
    const cases = zoo.types.filter(({ mode }) => temporal.has(mode));
    const scripts = cases.map(
      ({ type, values }, i) =>
        `create table moment_${i} (id integer primary key, v ${type});
        ${values.map(([sql], id) => `insert into moment_${i} values (${id}, ${sql});`).join('\n')}`,
    );
    await using database = await openZoo(zoo, ...scripts);
    const utc = await printIn('UTC', database.url);
    expect(utc).toContain('moment_0: {"id":0,');
    for (const zone of others) expect(await printIn(zone, database.url)).toBe(utc);
    const moments = cases.reduce((sum, { values }) => sum + values.length, 0);
    await annotate(
      `${zoo.engine}: ${moments} moments of ${cases.length} types, the same bytes in ${1 + others.length} time zones`,
      'V2',
    );
  });
});
