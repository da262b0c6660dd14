import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { fewOrAll } from '../support/long-run.ts';
import type { TestDatabase } from '../support/servers.ts';
import type { Zoo } from '../zoo/zoo.ts';
import { openZoo, zoos } from './zoos.ts';

const run = promisify(execFile);
const program = fileURLToPath(new URL('print-lists.ts', import.meta.url));

/** The lists of each database. */
async function printIn(zone: string, urls: readonly string[]): Promise<string[]> {
  const env = { ...process.env, TZ: zone, PGTZ: zone };
  const { stdout } = await run(process.execPath, [program, ...urls], { env, maxBuffer: 64 * 1024 * 1024 });
  return z.array(z.string()).parse(JSON.parse(stdout));
}

/** One of them is behind UTC and has another time in summer, one is ahead of it by no whole hours. */
const others = fewOrAll(['America/New_York'], ['America/New_York', 'Asia/Kolkata']);

const temporal = new Set(['date', 'datetime', 'time', 'interval', 'array']);

const casesOf = (zoo: Zoo) => zoo.types.filter(({ mode }) => temporal.has(mode));

// One process for each zone, since it takes longer to start than to list all of it.
const databases: TestDatabase[] = [];
let utc: string[];
let elsewhere: string[][];
beforeAll(async () => {
  for (const zoo of zoos) {
    const scripts = casesOf(zoo).map(
      ({ type, values }, i) =>
        `create table moment_${i} (id integer primary key, v ${type});
        ${values.map(([sql], id) => `insert into moment_${i} values (${id}, ${sql});`).join('\n')}`,
    );
    databases.push(await openZoo(zoo, ...scripts));
  }
  const urls = databases.map(({ url }) => url);
  utc = await printIn('UTC', urls);
  elsewhere = [];
  for (const zone of others) elsewhere.push(await printIn(zone, urls));
});
afterAll(async () => {
  for (const database of databases) await database.drop();
});

describe.each(zoos.map((zoo, i) => ({ ...zoo, zoo, i })))('moments on $engine', ({ zoo, i }) => {
  test('are the same bytes whatever the time zone of the process', async ({ annotate }) => {
    const cases = casesOf(zoo);
    expect(utc[i]).toContain('moment_0: {"id":0,');
    expect(elsewhere).toHaveLength(others.length);
    for (const lists of elsewhere) expect(lists[i]).toBe(utc[i]);
    const moments = cases.reduce((sum, { values }) => sum + values.length, 0);
    await annotate(
      `${zoo.engine}: ${moments} moments of ${cases.length} types, the same bytes in ${1 + others.length} time zones`,
      'V2',
    );
  });
});
