/** The service in this process, over a test's database; requests go through the whole HTTP layer. */
import { join } from 'node:path';
import { pino } from 'pino';
import { OpenDatabase } from '../../src/app/database.ts';
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import type { App } from '../../src/http/app.ts';
import { buildServer } from '../../src/http/server.ts';
import { openAccess } from '../../src/identity/access.ts';
import type { Seal } from '../../src/identity/seal.ts';
import { temporaryStore } from '../../src/store/open.ts';
import { runFolder } from '../support/folders.ts';

export interface Answer {
  readonly status: number;
  readonly body: string;
}

export interface Service extends AsyncDisposable {
  readonly app: App;
  readonly database: OpenDatabase;
  /** Sends a query unchanged, valid or not; `to` is appended to the query address. */
  query(body: string, to?: string): Promise<Answer>;
  /** Everything that the service logged as an internal error. */
  readonly mistakes: string[];
  close(): Promise<void>;
}

export const queryPath = '/api/database/uni-grid-request';

export interface ServeOptions {
  readonly statementTimeoutMs?: number;
  readonly poolSize?: number;
  readonly seal?: Seal;
}

export async function serve(url: string, options: ServeOptions = {}): Promise<Service> {
  const { statementTimeoutMs = 30_000, poolSize = 2, seal } = options;
  const mistakes: string[] = [];
  const limits = { poolSize, statementTimeoutMs, poolWaitMs: 10_000, onWarning: () => {} };
  const database = await OpenDatabase.open(parseDatabaseUrl(url), limits, seal);
  const store = await temporaryStore();
  const app = await buildServer({
    database,
    store,
    access: openAccess,
    isStopping: () => false,
    hosts: { baseUrl: null, allowedHosts: [] },
    trustedProxies: [],
    answers: { lowestRate: 4_096, stallMs: 60_000, answerMs: 3_600_000 },
    logger: pino({ level: 'error' }, { write: (line) => mistakes.push(line) }),
    version: '0',
    webFolder: join(runFolder(), 'no-front-end'),
    statementTimeoutMs,
  });
  const close = async (): Promise<void> => {
    await app.close();
    await database.close();
    await store.close();
  };
  return {
    app,
    database,
    mistakes,
    async query(body, to = '') {
      const response = await app.inject({
        method: 'POST',
        url: `${queryPath}${to}`,
        headers: { host: 'localhost', 'content-type': 'application/json' },
        payload: body,
      });
      return { status: response.statusCode, body: response.body };
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
