/** How to create, run, reach and stop each engine's server. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';
import pg from 'pg';
import type { ServerEngine } from './engines.ts';

const user = 'joinery';

/** The account that the server runs as: PostgreSQL refuses root, and MariaDB should not run as root. */
export interface Account {
  readonly uid?: number;
  readonly gid?: number;
}

export interface Recipe {
  /** System accounts to use if we are root; the first that exists is taken. */
  readonly accounts: readonly string[];
  readonly initialise: (program: string, folder: string, account: Account, password: string) => Promise<void>;
  readonly parameters: (folder: string, port: number) => string[];
  /** Appended for durable servers: acknowledged data survives a power cut, as with the engine's defaults. */
  readonly durable: readonly string[];
  readonly adminUrl: (port: number, password: string) => string;
  readonly ping: (url: string) => Promise<void>;
  /** Aborts all sessions, but shuts down cleanly. */
  readonly stopSignal: NodeJS.Signals;
  /** Simulates a crash. PostgreSQL's SIGQUIT also ends its child processes, which SIGKILL does not. */
  readonly killSignal: NodeJS.Signals;
}

const run = promisify(execFile);

export const recipes: Record<ServerEngine, Recipe> = {
  postgres: {
    accounts: ['postgres', 'nobody'],
    async initialise(initdb, folder, account, password) {
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
        // In containers the shared memory device is often too small for parallel queries.
        dynamic_shared_memory_type: 'mmap',
      }).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
    ],
    durable: ['-c', 'fsync=on', '-c', 'full_page_writes=on'],
    adminUrl: (port, password) => `postgresql://${user}:${password}@127.0.0.1:${port}/postgres`,
    async ping(url) {
      const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
      // A server that disappears while starting must not cause an uncaught error.
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
    async initialise(installDb, folder, account, password) {
      await run(
        installDb,
        [
          '--no-defaults',
          `--datadir=${join(folder, 'data')}`,
          `--tmpdir=${folder}`,
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
      // A starting server cleans this folder, and would delete another server's temporary tables.
      `--tmpdir=${folder}`,
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
    durable: [
      '--innodb-flush-log-at-trx-commit=1',
      '--loose-innodb-flush-method=fsync',
      '--innodb-doublewrite=1',
    ],
    adminUrl: (port, password) => `mysql://${user}:${password}@127.0.0.1:${port}/mysql`,
    async ping(url) {
      const connection = await mysql.createConnection({ uri: url, connectTimeout: 5_000 });
      await connection.end();
    },
    stopSignal: 'SIGTERM',
    killSignal: 'SIGKILL',
  },
};
