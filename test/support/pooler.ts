/** PgBouncer in front of a PostgreSQL server: each transaction may get another session of the server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { temporaryFolder } from './folders.ts';
import { accountOf, freePort } from './instance.ts';
import { needs, providePrograms } from './programs.ts';
import { recipes } from './recipes.ts';

export interface Pooler extends AsyncDisposable {
  /** The URL of the same database through the pooler. */
  url(direct: string): string;
}

/** `size`: how many sessions it has on the server for each database. */
export async function startPooler(serverUrl: string, size: number): Promise<Pooler> {
  const [program = ''] = await providePrograms(needs.pgbouncer);
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  const folder = await temporaryFolder();
  await chmod(folder, 0o755);
  const port = await freePort();
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${size}
max_client_conn = 100
`,
  );
  const account = await accountOf(recipes.postgres);
  const child = spawn(program, [file], { ...account, stdio: ['ignore', 'ignore', 'pipe'] });
  let told = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  const url = (direct: string) => {
    const through = new URL(direct);
    through.port = String(port);
    return through.href;
  };
  const answers = async () => {
    const client = new pg.Client({ connectionString: url(serverUrl) });
    client.on('error', () => {});
    try {
      await client.connect();
      return true;
    } catch {
      return false;
    } finally {
      await client.end().catch(() => {});
    }
  };
  const end = Date.now() + 10_000;
  while (!(await answers())) {
    if (child.exitCode !== null || Date.now() > end) throw new Error(`PgBouncer did not start: ${told}`);
    await delay(50);
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      const exit = once(child, 'exit');
      child.kill('SIGKILL');
      await exit;
    },
  };
}
