/** Stopping the service loses nobody's answer. */
import { existsSync, readdirSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endingSignals } from '../../src/cli/ending-signals.ts';
import { RecordList } from '../../src/contract/record.ts';
import { startCommand as startInGroup } from '../support/command.ts';
import { temporaryFolder } from '../support/folders.ts';
import { createDatabase, type TestDatabase } from '../support/servers.ts';
import { command, type RunningCommand, startCommand } from './service.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createDatabase('sqlite');
  await database.run(`CREATE TABLE many (id integer PRIMARY KEY, name text);
    INSERT INTO many WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000) SELECT i, 'row ' || i FROM n;`);
});
afterAll(() => database.drop());

const start = () => startCommand(['--database', database.url]);

async function wholeList(service: RunningCommand): Promise<number> {
  const response = await fetch(`${service.base}/api/database/tables/many?limit=300`);
  return RecordList.parse(await response.json()).data.length;
}

test('200 running requests get their complete answers when the service stops', async ({ annotate }) => {
  await using service = await start();
  await wholeList(service);
  const answers = Array.from({ length: 200 }, () => wholeList(service));
  await Promise.race(answers);
  service.process.kill('SIGTERM');
  expect(new Set(await Promise.all(answers))).toEqual(new Set([300]));
  expect(await service.exit).toBe(0);
  await annotate('SIGTERM with 200 requests in flight: 200 whole answers, 0 resets', 'F7');
});

test('a stopping service is not ready, and closes connections after its answers', async () => {
  await using service = await start();
  expect((await fetch(`${service.base}/readyz`)).status).toBe(200);
  service.process.kill('SIGTERM');
  let answer = await fetch(`${service.base}/readyz`);
  while (answer.status === 200) answer = await fetch(`${service.base}/readyz`);
  expect(answer.status).toBe(503);
  expect(answer.headers.get('connection')).toBe('close');
  expect(await service.exit).toBe(0);
});

test('a second signal ends the service at once', async () => {
  await using service = await start();
  const response = await fetch(`${service.base}/api/database/tables/many`);
  service.process.kill('SIGTERM');
  while (!service.log().includes('finishing')) await new Promise((resolve) => setTimeout(resolve, 10));
  service.process.kill('SIGTERM');
  expect(await service.exit).toBe(143);
  await response.body?.cancel().catch(() => {});
});

test.for(endingSignals)('%s finishes running answers and removes the copy of the demo', async (signal) => {
  const folder = await temporaryFolder();
  await using service = await startCommand([], { TMPDIR: folder });
  expect(readdirSync(folder)).toEqual([expect.stringMatching(/^joinery-demo-/)]);
  const answer = await fetch(`${service.base}/api/database/tables/Track`);
  service.process.kill(signal);
  expect(RecordList.parse(await answer.json()).data).toHaveLength(3762);
  expect(await service.exit).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
});

test.for(['SIGINT', 'SIGHUP'] as const)(
  '%s of a terminal reaches every worker, and running answers are whole',
  async (signal) => {
    const parameters = [command, '--port', '0', '--workers', '2', '--database', database.url];
    await using service = await startInGroup(process.execPath, parameters);
    const ask = () => fetch(`${service.address}/api/database/tables/many`);
    const answers = await Promise.all([ask(), ask()]);
    process.kill(-service.pid, signal);
    for (const answer of answers) {
      expect(RecordList.parse(await answer.json()).data).toHaveLength(300_000);
    }
    expect(await service.ended).toBe(0);
  },
);

test.skipIf(!existsSync('/dev/full'))(
  'a log that cannot be written ends nothing (needs /dev/full)',
  async () => {
    const line = ['-c', 'exec "$0" "$@" 2>/dev/full', process.execPath, command, '--port', '0'];
    await using service = await startInGroup('/bin/sh', [...line, '--log-level', 'debug']);
    for (let i = 0; i < 3; i++) expect((await fetch(`${service.address}/api/database`)).status).toBe(200);
    process.kill(service.pid, 'SIGTERM');
    expect(await service.ended).toBe(0);
  },
);
