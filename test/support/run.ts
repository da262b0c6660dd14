/** Starts and stops the keeper of the test servers around a whole test run. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import mysql from 'mysql2/promise';
import { z } from 'zod';
import { addressVariable, isMysqlVariable } from './engines.ts';

const announcement = z.object({ address: z.string(), folder: z.string() });

/** Vitest calls this once before a run, and the returned function once after it. */
export default async function beginRun(): Promise<() => Promise<void>> {
  const keeper = spawn(process.execPath, [fileURLToPath(new URL('keeper.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
    // In its own process group, so that Ctrl-C reaches it only through the closing pipe.
    detached: true,
  });
  const given = process.env[addressVariable.mysql];
  if (given && !(await isMariadb(given))) process.env[isMysqlVariable] = 'yes';
  const lines = createInterface({ input: keeper.stdout });
  const line = await Promise.race([
    once(lines, 'line'),
    once(keeper, 'exit').then(() => {
      throw new Error('The keeper of the test servers did not start.');
    }),
  ]);
  const { address, folder } = announcement.parse(JSON.parse(String(line[0])));
  process.env.JOINERY_TEST_KEEPER = address;
  process.env.JOINERY_TEST_FOLDER = folder;
  // Commands that tests start must not write to the home folder of the person running them.
  process.env.JOINERY_HOME = join(folder, 'home');
  process.env.TMPDIR = await temporaryFiles(folder);
  // Hundreds of tests start the service from source; the compile cache halves their start-up work.
  process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('../../.cache/compiled', import.meta.url));
  return async () => {
    const exit = once(keeper, 'exit');
    keeper.stdin.end();
    await exit;
  };
}

/**
 * Where everything that the tests start puts its temporary files: a process that is killed leaves them behind, and the
 * run's folder is deleted with all that is in it. Other users write there too, such as the one that PostgreSQL runs as.
 */
async function temporaryFiles(folder: string): Promise<string> {
  const path = join(folder, 'tmp');
  await mkdir(path);
  await chmod(path, 0o1777);
  return path;
}

async function isMariadb(url: string): Promise<boolean> {
  const connection = await mysql.createConnection(url.replace(/^mariadb:/, 'mysql:'));
  try {
    const [rows] = await connection.query<mysql.RowDataPacket[]>('select version() as version');
    return /mariadb/i.test(String(rows[0]?.version));
  } finally {
    await connection.end();
  }
}
