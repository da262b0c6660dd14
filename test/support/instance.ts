/** One private database server on a loopback port: committed data outlives its crash, but not the machine's. */

import type { ChildProcess } from 'node:child_process';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, open, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';
import pg from 'pg';
import type { ServerEngine } from './engines.ts';
import { needs, providePrograms } from './programs.ts';

const user = 'joinery';
const password = 'workbench';
const startTimeout = 60_000;
const stopTimeout = 20_000;

/** The account that the server runs as: PostgreSQL refuses root, and MariaDB is better off without it. */
interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

interface Recipe {
  /** System accounts to run as when we are root, the first that exists. */
  readonly accounts: readonly string[];
  readonly initialise: (program: string, folder: string, account: Account) => Promise<void>;
  readonly parameters: (folder: string, port: number) => string[];
  readonly adminUrl: (port: number) => string;
  readonly ping: (url: string) => Promise<void>;
  /** Ends all work at once but in good order. */
  readonly stopSignal: NodeJS.Signals;
  /** Ends it as a crash would. PostgreSQL's SIGQUIT takes its children along, which SIGKILL does not. */
  readonly killSignal: NodeJS.Signals;
}

const run = promisify(execFile);

const recipes: Record<ServerEngine, Recipe> = {
  postgres: {
    accounts: ['postgres', 'nobody'],
    async initialise(initdb, folder, account) {
      const passwordFile = join(folder, 'password');
      await writeFile(passwordFile, password);
      const locale = process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8';
      await run(
        initdb,
        [
          `--pgdata=${join(folder, 'data')}`,
          `--username=${user}`,
          `--pwfile=${passwordFile}`,
          '--auth=scram-sha-256',
          '--encoding=UTF8',
          `--locale=${locale}`,
          '--no-sync',
        ],
        { ...account, cwd: folder },
      );
    },
    parameters: (folder, port) => [
      '-D',
      join(folder, 'data'),
      '-p',
      String(port),
      ...Object.entries({
        listen_addresses: '127.0.0.1',
        unix_socket_directories: '',
        max_connections: '200',
        timezone: 'UTC',
        lc_messages: 'C',
        fsync: 'off',
        full_page_writes: 'off',
        wal_level: 'minimal',
        max_wal_senders: '0',
        // Containers often have a shared memory device too small for parallel queries.
        dynamic_shared_memory_type: 'mmap',
      }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    adminUrl: (port) => `postgresql://${user}:${password}@127.0.0.1:${port}/postgres`,
    async ping(url) {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
      // A server that goes away while it starts must not become an uncaught error.
      client.on('error', () => {});
      try {
        await client.connect();
        await client.query('select 1');
      } finally {
        await client.end();
      }
    },
    stopSignal: 'SIGINT',
    killSignal: 'SIGQUIT',
  },
  mysql: {
    accounts: ['mysql', 'nobody'],
    async initialise(installDb, folder, account) {
      await run(
        installDb,
        [
          '--no-defaults',
          `--datadir=${join(folder, 'data')}`,
          '--auth-root-authentication-method=normal',
          '--skip-test-db',
          '--skip-name-resolve',
        ],
        { ...account, cwd: folder },
      );
      const statements = [
        `CREATE OR REPLACE USER ${user}@'%' IDENTIFIED BY '${password}';`,
        `GRANT ALL PRIVILEGES ON *.* TO ${user}@'%' WITH GRANT OPTION;`,
      ];
      await writeFile(join(folder, 'accounts.sql'), `${statements.join('\n')}\n`);
    },
    parameters: (folder, port) => [
      '--no-defaults',
      `--datadir=${join(folder, 'data')}`,
      `--socket=${join(folder, 'socket')}`,
      `--pid-file=${join(folder, 'pid')}`,
      `--init-file=${join(folder, 'accounts.sql')}`,
      `--port=${port}`,
      '--bind-address=127.0.0.1',
      '--skip-name-resolve',
      '--skip-log-bin',
      '--max-connections=200',
      '--character-set-server=utf8mb4',
      '--collation-server=utf8mb4_general_ci',
      '--default-time-zone=+00:00',
      '--innodb-flush-log-at-trx-commit=2',
      '--loose-innodb-flush-method=nosync',
      '--innodb-doublewrite=0',
      '--innodb-buffer-pool-size=128M',
    ],
    adminUrl: (port) => `mysql://${user}:${password}@127.0.0.1:${port}/mysql`,
    async ping(url) {
      const connection = await mysql.createConnection({ uri: url, connectTimeout: 5_000 });
      await connection.end();
    },
    stopSignal: 'SIGTERM',
    killSignal: 'SIGKILL',
  },
};

export class Instance {
  readonly #engine: ServerEngine;
  readonly #recipe: Recipe;
  readonly #folder: string;
  readonly #program: string;
  readonly #account: Account;
  #port: number;
  #process: ChildProcess | undefined;

  private constructor(engine: ServerEngine, folder: string, program: string, account: Account) {
    this.#engine = engine;
    this.#recipe = recipes[engine];
    this.#folder = folder;
    this.#program = program;
    this.#account = account;
    this.#port = 0;
  }

  /** Makes a server in a new folder and starts it on a free port. */
  static async create(engine: ServerEngine, folder: string): Promise<Instance> {
    const [initialiser = '', program = ''] = await providePrograms(needs[engine]);
    const account = await accountOf(recipes[engine]);
    await mkdir(folder, { mode: 0o700 });
    if (account.uid !== undefined && account.gid !== undefined) {
      await chown(folder, account.uid, account.gid);
    }
    await recipes[engine].initialise(initialiser, folder, account);
    const instance = new Instance(engine, folder, program, account);
    await instance.#startOnFreePort();
    return instance;
  }

  /** URL of a user who may do everything. It stays the same over stops and starts. */
  get url(): string {
    return this.#recipe.adminUrl(this.#port);
  }

  /** Starts the server and waits until it answers. */
  async start(): Promise<void> {
    if (this.#process) return;
    const log = await open(join(this.#folder, 'log'), 'a');
    const child = spawn(this.#program, this.#recipe.parameters(this.#folder, this.#port), {
      ...this.#account,
      cwd: this.#folder,
      stdio: ['ignore', log.fd, log.fd],
    });
    let failure: unknown;
    child.once('error', (error) => {
      failure = error;
    });
    this.#process = child;
    await log.close();
    const deadline = Date.now() + startTimeout;
    for (;;) {
      if (
        failure !== undefined ||
        child.exitCode !== null ||
        child.signalCode !== null ||
        Date.now() > deadline
      ) {
        await this.#end('SIGKILL');
        throw new Error(`${needs[this.#engine].title} did not start: ${await this.#lastWords(failure)}`);
      }
      try {
        await this.#recipe.ping(this.url);
        return;
      } catch {
        await delay(50);
      }
    }
  }

  async stop(): Promise<void> {
    await this.#end(this.#recipe.stopSignal);
  }

  async kill(): Promise<void> {
    await this.#end(this.#recipe.killSignal);
  }

  /** Ends the server for good. */
  async remove(): Promise<void> {
    await this.#end(this.#recipe.killSignal);
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  }

  /** Another process may take the port between our look and the server's start, so a failure is tried again. */
  async #startOnFreePort(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      this.#port = await freePort();
      try {
        await this.start();
        return;
      } catch (error) {
        if (attempt === 3) throw error;
      }
    }
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), stopTimeout);
    await exit;
    clearTimeout(late);
  }

  async #lastWords(failure: unknown): Promise<string> {
    if (failure !== undefined) return String(failure);
    const log = await readFile(join(this.#folder, 'log'), 'utf8');
    return log.trim().split('\n').slice(-8).join('\n');
  }
}

async function accountOf(recipe: Recipe): Promise<Account> {
  if (process.getuid?.() !== 0) return {};
  for (const name of recipe.accounts) {
    try {
      const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
      return { uid: Number(uid.stdout), gid: Number(gid.stdout) };
    } catch {
      // The account does not exist here: try the next one.
    }
  }
  throw new Error(`None of the accounts ${recipe.accounts.join(', ')} exists to run the server as.`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string')
    throw new Error('The loopback interface gave no port.');
  return address.port;
}
