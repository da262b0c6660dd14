/** The demo served from an engine, and its rows by plain SQL, for comparison with what the page shows. */
import Sqlite from 'better-sqlite3';
import { demoScript } from '../../../demo/script.ts';
import { type RunningCommand, startCommand } from '../../support/command.ts';
import { createDatabase } from '../../support/servers.ts';

export type Engine = 'sqlite' | 'postgres';

export interface Demo extends AsyncDisposable {
  readonly address: string;
  /** Starts another service over the same data. */
  serve(...parameters: string[]): Promise<RunningCommand>;
  /** The result of a statement. The tests' SQL runs on both engines. */
  rows(statement: string): Promise<unknown[][]>;
  /** The only value of a statement, as a number. */
  number(statement: string): Promise<number>;
}

const bundled = 'dist/demo.sqlite';

/** Starts the built service as a user does. */
export function startService(...parameters: string[]): Promise<RunningCommand> {
  return startCommand(process.execPath, ['bin/joinery.mjs', '--port', '0', ...parameters]);
}

export async function startDemo(engine: Engine): Promise<Demo> {
  return engine === 'sqlite' ? bundledDemo() : demoOnPostgres();
}

async function bundledDemo(): Promise<Demo> {
  const service = await startService();
  const database = new Sqlite(bundled, { readonly: true });
  const rows = async (statement: string) => database.prepare<[], unknown[]>(statement).raw().all();
  return {
    address: service.address,
    serve: startService,
    rows,
    number: numberOf(rows),
    async [Symbol.asyncDispose]() {
      database.close();
      await service[Symbol.asyncDispose]();
    },
  };
}

async function demoOnPostgres(): Promise<Demo> {
  const database = await createDatabase('postgres');
  await database.run(demoScript('postgres'));
  await database.run('ANALYZE');
  const serve: Demo['serve'] = (...parameters) => startService('--database', database.url, ...parameters);
  const service = await serve();
  return {
    address: service.address,
    serve,
    rows: (statement) => database.rows(statement),
    number: numberOf((statement) => database.rows(statement)),
    async [Symbol.asyncDispose]() {
      await service[Symbol.asyncDispose]();
      await database.drop();
    },
  };
}

function numberOf(rows: Demo['rows']): Demo['number'] {
  return async (statement) => Number((await rows(statement))[0]?.[0]);
}
