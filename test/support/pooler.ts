/** Connection poolers in front of a PostgreSQL server. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, writeFile } from 'node:fs/promises';
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

/** PgBouncer in transaction mode: each transaction gets any of this many server sessions. */
export async function startPooler(serverUrl: string, size: number): Promise<Pooler> {
  const { hostname, port: serverPort, username, password } = new URL(serverUrl);
  return start('pgbouncer', serverUrl, 'pgbouncer.ini', (port) => ({
    parameters: (file) => [file],
    config: `[databases]
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
  }));
}

export async function startPgpool(serverUrl: string): Promise<Pooler> {
  const { hostname, port: serverPort } = new URL(serverUrl);
  const adminPort = await freePort();
  return start('pgpool', serverUrl, 'pgpool.conf', (port, folder) => ({
    parameters: (file) => ['-n', '-f', file],
    config: `backend_clustering_mode = 'raw'
listen_addresses = '127.0.0.1'
port = ${port}
pcp_port = ${adminPort}
unix_socket_directories = '${folder}'
pcp_socket_dir = '${folder}'
wd_ipc_socket_dir = '${folder}'
pid_file_name = '${folder}/pid'
logdir = '${folder}'
work_dir = '${folder}'
backend_hostname0 = '${hostname}'
backend_port0 = ${serverPort}
pool_passwd = ''
allow_clear_text_frontend_auth = on
num_init_children = 8
max_pool = 1
`,
  }));
}

interface Setting {
  readonly config: string;
  parameters(file: string): string[];
}

async function start(
  name: 'pgbouncer' | 'pgpool',
  serverUrl: string,
  fileName: string,
  settingOf: (port: number, folder: string) => Setting,
): Promise<Pooler> {
  const [program = ''] = await providePrograms(needs[name]);
  const account = await accountOf(recipes.postgres);
  const folder = await temporaryFolder();
  if (account.uid !== undefined && account.gid !== undefined) await chown(folder, account.uid, account.gid);
  await chmod(folder, 0o755);
  const port = await freePort();
  const file = join(folder, fileName);
  const { config, parameters } = settingOf(port, folder);
  await writeFile(file, config);
  const child = spawn(program, parameters(file), { ...account, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
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
    if (child.exitCode !== null || Date.now() > end) throw new Error(`${name} did not start: ${output}`);
    await delay(50);
  }
  return {
    url,
    async [Symbol.asyncDispose]() {
      const exit = once(child, 'exit');
      // Immediate shutdown, including its child processes.
      child.kill('SIGQUIT');
      await exit;
    },
  };
}
