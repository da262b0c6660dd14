/** The service with a policy, within this process; callers are trusted to be who they claim. */
import { join } from 'node:path';
import { pino } from 'pino';
import { OpenDatabase } from '../../src/app/database.ts';
import type { PolicyDocument } from '../../src/contract/policy.ts';
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import type { App } from '../../src/http/app.ts';
import { buildServer } from '../../src/http/server.ts';
import { type Access, openAccess } from '../../src/identity/access.ts';
import { Credentials } from '../../src/identity/credentials.ts';
import { Policy } from '../../src/identity/policy.ts';
import { newSealKey, Seal } from '../../src/identity/seal.ts';
import { temporaryStore } from '../../src/store/open.ts';
import type { Store } from '../../src/store/store.ts';
import { runFolder } from '../support/folders.ts';

export interface RequestedAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
  readonly bytes: Buffer;
}

export interface LimitedService extends AsyncDisposable {
  readonly database: OpenDatabase;
  readonly app: App;
  /** All warnings, and all internal errors of the service. */
  readonly warnings: string[];
  readonly mistakes: string[];
  /** Takes effect at once. */
  setPolicy(policy: PolicyDocument): void;
  /** Sends a body if one is given. */
  ask(user: string, path: string, body?: unknown): Promise<RequestedAnswer>;
  /** A query; `rows` returns only the rows of its answer. */
  query(user: string, request: unknown, to?: string): Promise<RequestedAnswer>;
  rows(user: string, request: unknown): Promise<unknown[][]>;
}

export const queryPath = '/api/database/uni-grid-request';

export const anyName: Access = {
  ...openAccess,
  needsSession: true,
  presume: () => null,
  check: async (credentials) => ({
    name: credentials instanceof Credentials ? credentials.name : null,
    via: 'session',
    ended: null,
  }),
  identityOf: async (name) => (name === 'stranger' ? null : { name, via: 'open', ended: null }),
};

/** Shared, because these tests store nothing in it. */
let sharedStore: Store | null = null;

export const sharedSeal = new Seal(newSealKey());

/** `policy` null: without a policy. */
export async function serveLimited(url: string, policy: PolicyDocument | null): Promise<LimitedService> {
  const mistakes: string[] = [];
  const warnings: string[] = [];
  const limits = {
    poolSize: 2,
    statementTimeoutMs: 30_000,
    // Longer than the statement timeout, since several statements may be queued.
    poolWaitMs: 120_000,
    onWarning: (message: string) => warnings.push(message),
  };
  const database = await OpenDatabase.open(parseDatabaseUrl(url), limits, sharedSeal, () => policy !== null);
  if (policy !== null) await database.checkPolicy(policy);
  sharedStore ??= await temporaryStore();
  const store = sharedStore;
  let current = new Policy(policy);
  const app = await buildServer({
    database,
    store,
    access: anyName,
    directory: { rightsOf: (name) => current.rightsOf(name) },
    isStopping: () => false,
    hosts: { baseUrl: null, allowedHosts: [] },
    trustedProxies: [],
    answers: { lowestRate: 4_096, stallMs: 60_000, answerMs: 3_600_000 },
    logger: pino({ level: 'error' }, { write: (line) => mistakes.push(line) }),
    version: '0',
    webFolder: join(runFolder(), 'no-front-end'),
    statementTimeoutMs: 30_000,
  });
  const ask = async (user: string, path: string, body?: unknown): Promise<RequestedAnswer> => {
    const isText = typeof body === 'string';
    const response = await app.inject({
      method: body === undefined ? 'GET' : 'POST',
      url: path,
      headers: {
        host: 'localhost',
        authorization: `Basic ${Buffer.from(`${user}:x`).toString('base64')}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { payload: isText ? body : JSON.stringify(body) }),
    });
    const { date: _date, ...headers } = response.headers;
    return { status: response.statusCode, headers, body: response.body, bytes: response.rawPayload };
  };
  const query = (user: string, request: unknown, to = '') => ask(user, `${queryPath}${to}`, request);
  return {
    database,
    app,
    warnings,
    mistakes,
    setPolicy: (next) => {
      current = new Policy(next);
    },
    ask,
    query,
    async rows(user, request) {
      const { status, body } = await query(user, request);
      if (status !== 200) throw new Error(`${status}: ${body}`);
      return JSON.parse(body).data;
    },
    async [Symbol.asyncDispose]() {
      await app.close();
      await database.close();
    },
  };
}
