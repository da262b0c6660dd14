/** Databases for tests: new ones on any engine, and servers that a test file may stop, start and kill. */
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
  /** Runs one statement and returns its rows, with the driver's values. */
  rows(statement: string): Promise<unknown[][]>;
  drop(): Promise<void>;
}

export type LiveDatabase = TestDatabase<LiveEngine>;

/** A private server of one test file. Its address stays the same when it is restarted. */
export interface TestServer extends AsyncDisposable {
  readonly engine: ServerEngine;
  readonly url: string;
  createDatabase(name?: string): Promise<LiveDatabase>;
  start(): Promise<void>;
  /** Ends all sessions and shuts down cleanly. */
  stop(): Promise<void>;
  /** Simulates a crash. */
  kill(): Promise<void>;
  /** Connections stay open, but nothing responds on them or accepts new ones. */
  pause(): Promise<void>;
  resume(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * The engines that `startServer` supports: all, except those for which the tests were given a server's address and the
 * machine has no programs to start another.
 */
export const breakableEngines: readonly ServerEngine[] = serverEngines.filter(
  (engine) => !process.env[addressVariable[engine]] || findPrograms(needs[engine]),
);

/** The administrator's URL of the PostgreSQL server that all test files of a run share. */
export function postgresUrl(): Promise<string> {
  return sharedUrl('postgres');
}

/** The administrator's URL of the MySQL or MariaDB server that all test files of a run share. */
export function mysqlUrl(): Promise<string> {
  return sharedUrl('mysql');
}

/** Creates an empty database; its name is generated unless given. */
export function createDatabase(engine: LiveEngine, name?: string): Promise<LiveDatabase>;
export function createDatabase(engine: Engine, name?: string): Promise<TestDatabase>;
export async function createDatabase(engine: Engine, name: string = inventName()): Promise<TestDatabase> {
  if (engine === 'sqlite') return sqliteDatabase(name);
  if (engine === 'duckdb') return duckdbDatabase(name);
  return serverDatabase(engine, await sharedUrl(engine), name);
}

/** Starts a private server for one test file, which must `remove()` it; a durable one flushes to disk. */
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

/** Servers that hold the same databases; the first is the initial primary. */
export interface TestCluster extends AsyncDisposable {
  readonly nodes: readonly ClusterNode[];
  /** Created on the first node unless another one is the primary; replicated to the others. */
  createDatabase(primary?: ClusterNode): Promise<LiveDatabase & { readonly name: string }>;
}

export interface ClusterNode
  extends Omit<TestServer, 'engine' | 'createDatabase' | 'remove' | typeof Symbol.asyncDispose> {
  readonly id: string;
  /** PostgreSQL: recreates the node as a replica of another one. */
  follow(primary: ClusterNode): Promise<void>;
  /** Runs a script as the administrator, and returns the rows of its last statement. */
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

/** The keeper's answer: a server's address, or an error. */
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
      // On a busy machine readers lock the file for longer than the driver's default timeout.
      const database = new Sqlite(file, { timeout: 60_000 });
      try {
        // Test data need not survive a crash of the machine.
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
  /** On a separate instance; no other program may have the file open meanwhile. */
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
  /** Runs a script on a separate connection and returns the rows of its last statement. */
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
        // For a script of several statements the driver returns a list of results, which its types do not say.
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
    // The server's default collation.
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

/**
 * The MySQL driver returns rows for one statement, a list of such results for several, and an object if there are no
 * rows.
 */
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
