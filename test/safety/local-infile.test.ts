import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Problem } from '../../src/contract/problem.ts';
import type { Connection } from '../../src/dialects/dialect.ts';
import { mysql } from '../../src/dialects/mysql/dialect.ts';
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import { temporaryFolder } from '../support/folders.ts';
import { type Moment, startRogueServer } from './rogue-mysql.ts';

const localFiles = 0x80;
const statement = { sql: 'select concat(1)', parameters: [], entities: [] };

function connectTo(port: number): Promise<Connection> {
  return mysql.connect(parseDatabaseUrl(`mysql://joinery:secret@127.0.0.1:${port}/shop`), {
    poolSize: 2,
    statementTimeoutMs: 500,
    poolWaitMs: 1_000,
    onWarning: () => {},
  });
}

async function runBothWays(port: number): Promise<void> {
  const connection = await connectTo(port);
  try {
    await expect(connection.fetch(statement)).rejects.toBeInstanceOf(Problem);
    await expect(connection.stream(statement, { separator: ',' })).rejects.toBeInstanceOf(Problem);
  } finally {
    await connection.close();
  }
}

describe.each<Moment>(['first statement', 'prepare', 'execute'])(
  'a server that asks for a file at %s',
  (moment) => {
    test('gets 0 bytes of it', async ({ annotate }) => {
      const file = join(await temporaryFolder(), 'secret.txt');
      await writeFile(file, 'the secret of this machine');
      await using rogue = await startRogueServer(file, moment);
      if (moment === 'first statement') {
        await expect(connectTo(rogue.port)).rejects.toMatchObject({ kind: 'database-unavailable' });
      } else {
        await runBothWays(rogue.port);
      }
      expect(rogue.requests).toBeGreaterThan(0);
      expect(rogue.answers.length).toBe(0);
      await annotate(`asked for at ${moment}: ${rogue.answers.length} bytes`, 'A6');
    });

    test('is never offered local files', async () => {
      await using rogue = await startRogueServer('/etc/hostname', moment);
      await connectTo(rogue.port).then(
        (connection) => connection.close(),
        () => {},
      );
      expect(rogue.clientFlags).not.toBe(0);
      expect(rogue.clientFlags & localFiles).toBe(0);
    });
  },
);
