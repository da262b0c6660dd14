/** The service for tests: within this process, or as the command that people run. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { pino } from 'pino';
import { Changes } from '../../src/app/change/changes.ts';
import { OpenDatabase } from '../../src/app/database.ts';
import { StoredDecisions } from '../../src/app/inferred/decisions.ts';
import { LastWrites } from '../../src/app/last-writes.ts';
import { Session } from '../../src/contract/session.ts';
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import type { WriterOptions } from '../../src/dialects/writer.ts';
import type { App } from '../../src/http/app.ts';
import { buildServer, type ServerOptions } from '../../src/http/server.ts';
import { type Access, openAccess, UserAccess } from '../../src/identity/access.ts';
import { AttemptLimiter } from '../../src/identity/limiter.ts';
import { type SessionLimits, Sessions } from '../../src/identity/sessions.ts';
import { Users } from '../../src/identity/users.ts';
import { temporaryStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { reachable } from '../support/command.ts';
import { runFolder, temporaryFolder } from '../support/folders.ts';

export interface Service extends AsyncDisposable {
  readonly base: string;
  readonly app: App;
  readonly database: OpenDatabase;
  get(path: string, init?: RequestInit): Promise<Response>;
  post(path: string, body?: unknown, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

export interface ServiceOptions extends Partial<ServerOptions> {
  readonly statementTimeoutMs?: number;
  readonly poolSize?: number;
  readonly poolWaitMs?: number;
  readonly onWarning?: (message: string) => void;
  /** Whether there is a policy. */
  readonly isLimited?: () => boolean;
  /** The setting that tells the engine which user changes data. */
  readonly userSetting?: string;
  /** Whether data may be changed. */
  readonly edit?: boolean;
}

/** A server in this process on a free port. */
export async function startService(databaseUrl: string, options: ServiceOptions = {}): Promise<Service> {
  const { statementTimeoutMs = 60_000, poolSize = 2, poolWaitMs = 5_000, onWarning = () => {} } = options;
  const limits = { poolSize, statementTimeoutMs, poolWaitMs, onWarning };
  const url = parseDatabaseUrl(databaseUrl);
  const store = options.store ?? (await temporaryStore());
  const kept = { decisions: new StoredDecisions(store) };
  const database = await OpenDatabase.open(url, limits, undefined, options.isLimited, kept);
  const { hosts } = database.dialect;
  if (url.several !== undefined && hosts) database.lastWrites = new LastWrites(store, hosts);
  const { userSetting } = options;
  const writing = { poolSize: 4, statementTimeoutMs, waitMs: 10_000, userSetting, onWarning };
  const changes = options.edit === true ? await openChanges(databaseUrl, database, store, writing) : null;
  const app = await buildServer({
    database,
    ...(changes && { changes }),
    store,
    access: openAccess,
    isStopping: () => false,
    hosts: { baseUrl: null, allowedHosts: [] },
    trustedProxies: [],
    answers: { lowestRate: 4_096, stallMs: 60_000, answerMs: 3_600_000 },
    logger: pino({ level: 'silent' }),
    version: '0.0.0',
    webFolder: join(await temporaryFolder(), 'web'),
    statementTimeoutMs,
    ...options,
  });
  await app.listen({ host: '127.0.0.1', port: 0, listenTextResolver: () => '' });
  const address = app.server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  const base = `http://127.0.0.1:${address.port}`;
  const close = async () => {
    app.server.closeAllConnections();
    await app.close();
    await changes?.close();
    await database.close();
    if (options.store === undefined) await store.close();
  };
  return {
    base,
    app,
    database,
    get: (path, init) => fetch(base + path, init),
    post: (path, body, init = {}) =>
      fetch(base + path, {
        method: 'POST',
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...init,
        headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...init.headers },
      }),
    close,
    [Symbol.asyncDispose]: close,
  };
}

async function openChanges(
  url: string,
  database: OpenDatabase,
  store: Store,
  options: WriterOptions,
): Promise<Changes> {
  const { openWriter } = database.dialect;
  if (openWriter === null) throw new Error('Nothing is written to this engine.');
  return new Changes(database, await openWriter(parseDatabaseUrl(url), options), store, () => {});
}

export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Sends a request exactly as given: fetch normalizes paths, sets hosts and decompresses. */
export function rawGet(to: Service, path: string, headers: Record<string, string> = {}): Promise<RawAnswer> {
  const { hostname, port, host } = new URL(to.base);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { hostname, port, path, headers: { host, ...headers }, setHost: false },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(parts),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end();
  });
}

export interface TestUsers {
  readonly access: Access;
  readonly sessions: Sessions;
  readonly store: Store;
  readonly users: Users;
  readonly file: string;
  /** The number of passwords evaluated. */
  readonly evaluated: () => number;
  readonly warnings: string[];
  close(): void;
}

/** Users from a file with these lines. */
export async function openUsers(
  lines: string,
  limits: SessionLimits = { idleMs: 1_800_000, lifetimeMs: 43_200_000 },
  now: () => number = Date.now,
  given?: Store,
): Promise<TestUsers> {
  const file = join(await temporaryFolder(), 'users.txt');
  await writeFile(file, lines);
  const warnings: string[] = [];
  const users = await Users.open(file, {
    onEnded: (names) => void sessions.endOutdated(names),
    onWarning: (message) => warnings.push(message),
  });
  const store = given ?? (await temporaryStore());
  const sessions = new Sessions(store, limits, (name) => users.secretOf(name), now);
  let count = 0;
  const counted = {
    verify: (username: string, password: string) => {
      count++;
      return users.verify(username, password);
    },
    secretOf: (username: string) => users.secretOf(username),
    names: users.names,
  };
  return {
    access: new UserAccess(counted, sessions, new AttemptLimiter(store, now)),
    sessions,
    store,
    users,
    file,
    evaluated: () => count,
    warnings,
    close: () => {
      users.close();
      sessions.stop();
      if (given === undefined) void store.close();
    },
  };
}

export function basic(username: string, secret: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`${username}:${secret}`, 'utf8').toString('base64')}` };
}

/** Logs in and returns the headers for later requests. */
export async function login(
  base: string,
  username: string,
  password: string,
): Promise<{ authorization: string }> {
  const response = await fetch(`${base}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  if (response.status !== 200) throw new Error(`The login was answered with ${response.status}.`);
  return basic(username, Session.parse(await response.json()).sessionId);
}

/** The built command: starting from source takes more than twice the work, and tests start it hundreds of times. */
export const command = fileURLToPath(new URL('../../bin/joinery.mjs', import.meta.url));

export interface RunningCommand extends AsyncDisposable {
  /** The address for requests. */
  readonly base: string;
  /** The address that it printed. */
  readonly announced: string;
  readonly process: ChildProcess;
  readonly pid: number;
  /** Everything written to standard error so far. */
  readonly log: () => string;
  /** Resolves to the exit code. */
  readonly exit: Promise<number | null>;
  stop(): Promise<void>;
}

export function spawnCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv,
  nodeArgs: readonly string[] = [],
) {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(JOINERY|VITEST|NODE_OPTIONS)/.test(name),
  );
  const child = spawn(process.execPath, [...nodeArgs, command, ...args], {
    // State for a database stays within the run's folder, unless the test says otherwise.
    env: { ...Object.fromEntries(inherited), JOINERY_HOME: join(runFolder(), 'home'), ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log += text;
  });
  const exit = once(child, 'exit').then(([code]): number | null => code);
  return { child, log: () => log, exit };
}

/** Runs the command until it reports that it is ready. */
export async function startCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  nodeArgs: readonly string[] = [],
): Promise<RunningCommand> {
  const { child, log, exit } = spawnCommand(['--port', '0', ...args], environment, nodeArgs);
  const lines = createInterface({ input: child.stdout });
  const line = await Promise.race([once(lines, 'line').then(([text]) => String(text)), exit]);
  const announced = /^Joinery is ready at (http:\S+)$/.exec(String(line))?.[1];
  if (announced === undefined || child.pid === undefined) {
    child.kill('SIGKILL');
    throw new Error(`The command did not start: ${log()}`);
  }
  const stop = async () => {
    child.kill('SIGKILL');
    await exit;
  };
  return {
    base: reachable(announced),
    announced,
    process: child,
    pid: child.pid,
    log,
    exit,
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

/** Runs the command to its end. */
export async function runCommand(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  input = '',
): Promise<{ code: number | null; output: string; log: string }> {
  const { child, log, exit } = spawnCommand(args, environment);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stdin.end(input);
  const code = await exit;
  return { code, output, log: log() };
}
