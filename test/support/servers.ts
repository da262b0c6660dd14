/** Databases for tests: fresh ones on any engine, and servers that one test file may stop, start and kill. */
import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import Sqlite from 'better-sqlite3';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { z } from 'zod';
import type { ClusterKind } from './clusters.ts';
import type { Engine, LiveEngine, ServerEngine } from './engines.ts';
import { addressVariable, serverEngines } from './engines.ts';
import { runFolder } from './folders.ts';
import { findPrograms, needs } from './programs.ts';

export type { Engine, LiveEngine, ServerEngine } from './engines.ts';
export { engines, liveEngines, serverEngines } from './engines.ts';

/** An empty database that belongs to one test file. */
export interface TestDatabase<Of extends Engine = Engine> extends AsyncDisposable {
  readonly engine: Of;
  readonly url: string;
  /** Runs a script of one or more statements. */
  run(script: string): Promise<void>;
  /** Runs one statement and gives its rows, values as the driver has them. */
  rows(statement: string): Promise<unknown[][]>;
  drop(): Promise<void>;
}

export type LiveDatabase = TestDatabase<LiveEngine>;

/** A private server that belongs to one test file. Its address stays the same over stops and starts. */
export interface TestServer extends AsyncDisposable {
  readonly engine: ServerEngine;
  readonly url: string;
  createDatabase(name?: string): Promise<LiveDatabase>;
  start(): Promise<void>;
  /** Ends all sessions and shuts down in good order. */
  stop(): Promise<void>;
  /** Ends it as a crash would. */
  kill(): Promise<void>;
  /** Connections stay open, and nobody answers on them or to new ones. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * The engines of which `startServer` can begin one: all, except where the tests were given the address of a
 * server and the machine has no programs to begin another.
 */
export const breakableEngines: readonly ServerEngine[] = serverEngines.filter(
  (engine) => !process.env[addressVariable[engine]] || findPrograms(needs[engine]),
);

/** URL of an administrator of the PostgreSQL server that all test files of a run share. */
export function postgresUrl(): Promise<string> {
  return sharedUrl('postgres');
}

/** URL of an administrator of the MySQL or MariaDB server that all test files of a run share. */
export function mysqlUrl(): Promise<string> {
  return sharedUrl('mysql');
}

/** Makes an empty database; the name is made up unless given. */
export function createDatabase(engine: LiveEngine, name?: string): Promise<LiveDatabase>;
export function createDatabase(engine: Engine, name?: string): Promise<TestDatabase>;
export async function createDatabase(engine: Engine, name: string = inventName()): Promise<TestDatabase> {
  if (engine === 'sqlite') return sqliteDatabase(name);
  if (engine === 'duckdb') return duckdbDatabase(name);
  return serverDatabase(engine, await sharedUrl(engine), name);
}

/** Starts a server of its own for one test file, which must `remove()` it; a durable one waits for the disk. */
export async function startServer(engine: ServerEngine, isDurable = false): Promise<TestServer> {
  const { id, url } = await askKeeper(`begin/${engine}${isDurable ? '/durable' : ''}`);
  const act = async (action: string): Promise<void> => {
    await askKeeper(`own/${id}/${action}`);
  };
  const remove = () => act('remove');
  return {
    engine,
    url,
    createDatabase: (name = inventName()) => serverDatabase(engine, url, name),
    start: () => act('start'),
    stop: () => act('stop'),
    kill: () => act('kill'),
    pause: () => act('pause'),
    resume: () => act('resume'),
    remove,
    [Symbol.asyncDispose]: remove,
  };
}

/** Servers that hold the same databases; the first is the primary at the beginning. */
export interface TestCluster extends AsyncDisposable {
  readonly nodes: readonly ClusterNode[];
  /** Made on the first node unless another one is the primary; the others get it from there. */
  createDatabase(primary?: ClusterNode): Promise<LiveDatabase & { readonly name: string }>;
}

export interface ClusterNode
  extends Omit<TestServer, 'engine' | 'createDatabase' | 'remove' | typeof Symbol.asyncDispose> {
  readonly id: string;
  /** PostgreSQL: begins anew as a replica of another node. */
  follow(primary: ClusterNode): Promise<void>;
  /** Runs a script as the administrator, and gives the rows of its last statement. */
  rows(script: string, database?: string): Promise<unknown[][]>;
}

const engineOfCluster: Record<ClusterKind, ServerEngine> = {
  postgres: 'postgres',
  mysql: 'mysql',
  galera: 'mysql',
};

export async function startCluster(kind: ClusterKind): Promise<TestCluster> {
  const engine = engineOfCluster[kind];
  const { nodes: begun } = await askKeeper(`begin-cluster/${kind}`);
  const nodes = begun.map(({ id, url }): ClusterNode => {
    const act = async (action: string): Promise<void> => {
      await askKeeper(`own/${id}/${action}`);
    };
    return {
      id,
      url,
      start: () => act('start'),
      stop: () => act('stop'),
      kill: () => act('kill'),
      pause: () => act('pause'),
      resume: () => act('resume'),
      follow: (primary) => act(`follow/${primary.id}`),
      rows: (script, database) =>
        drivers[engine].execute(database === undefined ? url : withDatabase(url, database), script),
    };
  });
  return {
    nodes,
    async createDatabase(primary = nodes[0]) {
      const name = inventName();
      return { name, ...(await serverDatabase(engine, primary?.url ?? '', name)) };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(nodes.map(({ id }) => askKeeper(`own/${id}/remove`)));
    },
  };
}

/** The URL of a database on several nodes, with options. */
export function urlOfNodes(nodes: readonly { readonly url: string }[], name: string, options = ''): string {
  const [first = new URL('postgresql://localhost'), ...others] = nodes.map(({ url }) => new URL(url));
  const hosts = [first, ...others].map(({ host }) => host).join(',');
  return `${first.protocol}//${first.username}:${first.password}@${hosts}/${name}${options}`;
}

async function sharedUrl(engine: ServerEngine): Promise<string> {
  const given = process.env[addressVariable[engine]];
  if (given) return given;
  return (await askKeeper(`shared/${engine}`)).url;
}

/** What the keeper answers: a server's address, or why there is none. */
const answerSchema = z.object({
  id: z.string().default(''),
  url: z.string().default(''),
  nodes: z.array(z.object({ id: z.string(), url: z.string() })).default([]),
  error: z.string().optional(),
});

async function askKeeper(path: string): Promise<z.infer<typeof answerSchema>> {
  const address = process.env.JOINERY_TEST_KEEPER;
  if (!address) throw new Error('Test servers exist only within a test run: start this with vitest.');
  const response = await fetch(`${address}/${path}`, { method: 'POST' });
  const answer = answerSchema.parse(await response.json());
  if (answer.error !== undefined) throw new Error(answer.error);
  return answer;
}

function inventName(): string {
  return `t_${randomUUID().replaceAll('-', '').slice(0, 16)}`;
}

function sqliteDatabase(name: string): TestDatabase<'sqlite'> {
  const file = join(runFolder(), `${name}.db`);
  new Sqlite(file).close();
  const drop = async (): Promise<void> => {
    for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(`${file}${suffix}`, { force: true });
  };
  return {
    engine: 'sqlite',
    url: `sqlite:///${file}`,
    async run(script) {
      // On a busy machine readers hold the file for longer than the driver waits by itself.
      const database = new Sqlite(file, { timeout: 60_000 });
      try {
        // What a test prepares need not outlive the machine.
        database.pragma('synchronous = off');
        database.exec(script);
      } finally {
        database.close();
      }
    },
    async rows(statement) {
      const database = new Sqlite(file);
      try {
        return database.prepare<[], unknown[]>(statement).raw().all();
      } finally {
        database.close();
      }
    },
    drop,
    [Symbol.asyncDispose]: drop,
  };
}

async function duckdbDatabase(name: string): Promise<TestDatabase> {
  const file = join(runFolder(), `${name}.duckdb`);
  const drop = async (): Promise<void> => {
    for (const suffix of ['', '.wal']) await rm(`${file}${suffix}`, { force: true });
  };
  /** On a connection of its own, which no other program may have meanwhile. */
  const execute = async (script: string): Promise<unknown[][]> => {
    const instance = await DuckDBInstance.create(file);
    const connection = await instance.connect();
    try {
      return await (await connection.run(script)).getRowsJson();
    } finally {
      connection.closeSync();
      instance.closeSync();
    }
  };
  await execute('select 1');
  return {
    engine: 'duckdb',
    url: `duckdb:///${file}`,
    async run(script) {
      await execute(script);
    },
    rows: execute,
    drop,
    [Symbol.asyncDispose]: drop,
  };
}

async function serverDatabase(engine: ServerEngine, adminUrl: string, name: string): Promise<LiveDatabase> {
  const { quote, execute, createOptions, dropOptions } = drivers[engine];
  const url = withDatabase(adminUrl, name);
  const drop = async (): Promise<void> => {
    await execute(adminUrl, `DROP DATABASE IF EXISTS ${quote(name)}${dropOptions}`);
  };
  await execute(adminUrl, `CREATE DATABASE ${quote(name)}${createOptions}`);
  return {
    engine,
    url,
    async run(script) {
      await execute(url, script);
    },
    rows: (statement) => execute(url, statement),
    drop,
    [Symbol.asyncDispose]: drop,
  };
}

interface Driver {
  readonly quote: (name: string) => string;
  readonly createOptions: string;
  readonly dropOptions: string;
  /** Runs a script on a connection of its own and gives the rows of its last statement. */
  readonly execute: (url: string, script: string) => Promise<unknown[][]>;
}

const drivers: Record<ServerEngine, Driver> = {
  postgres: {
    quote: (name) => `"${name.replaceAll('"', '""')}"`,
    createOptions: '',
    dropOptions: ' WITH (FORCE)',
    async execute(url, script) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        // A script of several statements answers a list of results, which the driver's types do not say.
        const answer: pg.QueryArrayResult | pg.QueryArrayResult[] = await client.query({
          text: script,
          rowMode: 'array',
        });
        return (Array.isArray(answer) ? answer.at(-1)?.rows : answer.rows) ?? [];
      } finally {
        await client.end();
      }
    },
  },
  mysql: {
    quote: (name) => `\`${name.replaceAll('`', '``')}\``,
    // Whatever the server's own is.
    createOptions: ' CHARACTER SET utf8mb4',
    dropOptions: '',
    async execute(url, script) {
      const connection = await mysql.createConnection({
        uri: url,
        multipleStatements: true,
        rowsAsArray: true,
        supportBigNumbers: true,
        bigNumberStrings: true,
        dateStrings: true,
      });
      try {
        const [answer] = await connection.query<mysql.RowDataPacket[][] | mysql.RowDataPacket[]>(script);
        return lastRows(answer);
      } finally {
        await connection.end();
      }
    },
  },
};

/** MySQL answers rows for one statement, a list of such answers for several, and an object where there are none. */
function lastRows(answer: unknown): unknown[][] {
  if (!Array.isArray(answer)) return [];
  const nested = answer.some((part) => !Array.isArray(part) || part.some((item) => Array.isArray(item)));
  return nested ? lastRows(answer.at(-1)) : answer;
}

function withDatabase(adminUrl: string, name: string): string {
  const url = new URL(adminUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.href;
}
