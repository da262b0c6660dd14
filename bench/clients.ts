// The engines' own command-line clients, without a service in between.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { LiveEngine as Engine } from '../test/support/engines.ts';

interface Command {
  readonly program: string;
  readonly parameters: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

const sqliteFile = ({ pathname }: URL) => pathname.replace(/^\/(?=\/)/, '');

const mariadb = ({ hostname, port, username, password, pathname }: URL, parameters: readonly string[]) => ({
  program: 'mariadb',
  parameters: [
    ...['--protocol', 'tcp', '-h', hostname, '-P', port, '-u', username, pathname.slice(1)],
    ...parameters,
  ],
  env: { MYSQL_PWD: decodeURIComponent(password) },
});

/** Commands that write the rows of a statement as CSV. */
export const exportCommands: Record<Engine, (url: URL, sql: string) => Command> = {
  sqlite: (url, sql) => ({
    program: 'sqlite3',
    parameters: ['-readonly', '-csv', '-header', sqliteFile(url), sql],
  }),
  postgres: ({ href }, sql) => ({
    program: 'psql',
    parameters: [href, '-qc', `\\copy (${sql}) to stdout with (format csv, header)`],
  }),
  mysql: (url, sql) => mariadb(url, ['--quick', '--batch', '-e', sql]),
};

/** Commands that load a CSV file with a header into a table. */
export const loadCommands: Record<Engine, (url: URL, file: string, table: string) => Command> = {
  sqlite: (url, file, table) => ({
    program: 'sqlite3',
    parameters: ['-csv', sqliteFile(url), `.import --skip 1 ${file} ${table}`],
  }),
  postgres: ({ href }, file, table) => ({
    program: 'psql',
    parameters: [href, '-qc', `\\copy ${table} from '${file}' with (format csv, header)`],
  }),
  mysql: (url, file, table) =>
    mariadb(url, [
      '--local-infile=1',
      '-e',
      `load data local infile '${file}' into table ${table} fields terminated by ',' ignore 1 lines`,
    ]),
};

/** Runs a command to its end, discarding its output. */
export async function runClient({ program, parameters, env }: Command): Promise<void> {
  const child = spawn(program, parameters, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  child.stdout.resume();
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
}
