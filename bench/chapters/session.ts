// The cost of checking a session: records by key with users, against the same without, with the state store on the
// data's engine.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Session } from '../../src/contract/session.ts';
import { temporaryFolder } from '../../test/support/folders.ts';
import { createDatabase, type LiveEngine as Engine } from '../../test/support/servers.ts';
import { measure, runAlternately } from '../measure.ts';
import { type Line, rateLine } from '../report.ts';
import { type Subject, startJoinery } from '../subject.ts';
import { recordWorkload } from '../workloads.ts';
import { ask, type Chapter, inSequence } from './chapter.ts';

/**
 * The part of the rate that should remain. A single client waits for every check at a database server; many clients
 * share one.
 */
const goals: Record<Engine, Readonly<Record<number, number | null>>> = {
  sqlite: { 1: 0.95, 32: 0.95 },
  postgres: { 32: 0.85 },
  mysql: { 32: null },
};

export const session: Chapter = async ({ engine, url }, effort) => {
  const users = await usersFile();
  await using place = await createDatabase(engine);
  await using open = await startJoinery(url, '--state', 'none');
  await using closed = await startJoinery(url, '--users', users, '--state', place.url);
  const authorization = await login(closed);
  const workload = recordWorkload(effort.sizes.orders);
  const lines: Line[] = [];
  for (const [text, goal] of Object.entries(goals[engine])) {
    const connections = Number(text);
    const options = { connections, until: { seconds: effort.seconds } };
    const records = inSequence(workload.joinery);
    const rounds = await runAlternately(effort, {
      itself: () => measure(open, records, options),
      joinery: () => measure(closed, () => ({ ...records(), authorization }), options),
    });
    const heading = { engine, workload: 'record by key with users, against without', connections };
    lines.push(rateLine(heading, rounds, 'itself', goal));
  }
  return lines;
};

/** A users file with the one user who logs in. */
export async function usersFile(): Promise<string> {
  const file = join(await temporaryFolder(), 'users.txt');
  await writeFile(file, 'ada=lovelace\n');
  return file;
}

export async function login(subject: Subject): Promise<string> {
  const body = JSON.stringify({ username: 'ada', password: 'lovelace' });
  const answer = await ask(subject, { method: 'POST', path: '/api/login', body });
  const { username, sessionId } = Session.parse(JSON.parse(answer));
  return `Basic ${Buffer.from(`${username}:${sessionId}`).toString('base64')}`;
}
