/** A database server that goes away and comes back again and again while clients keep asking. */
import { setTimeout as delay } from 'node:timers/promises';
import { GridAnswer } from '../../src/contract/grid.ts';
import { RecordList } from '../../src/contract/record.ts';
import { type RunningCommand, startCommand } from '../http/service.ts';
import { type ServerEngine, startServer } from '../support/servers.ts';

export interface Restarts {
  readonly engine: ServerEngine;
  readonly restarts: number;
  readonly exits: number;
  /** Answers by their status. */
  readonly answers: ReadonlyMap<number, number>;
  /** Answers 503 that do not say when to try again. */
  readonly withoutRetryAfter: number;
  /** Answers that ended before they were whole, and said so by a broken connection. */
  readonly cut: number;
  /** Answers that looked whole and were not. */
  readonly wrong: number;
  /** The longest time from the server's return to the first good answer, of each kind of request. */
  readonly slowestRecoveryMs: number;
  /** Sessions of the service on the server at the end. */
  readonly sessions: number;
}

const rows = 2_000;
const clients = 6;
const pool = 4;

const table = `CREATE TABLE thing (id integer PRIMARY KEY, name varchar(200) NOT NULL);
  INSERT INTO thing VALUES (0, '${'x'.repeat(200)}');
  ${Array.from({ length: 11 }, (_, i) => `INSERT INTO thing SELECT id + ${2 ** i}, name FROM thing WHERE id + ${2 ** i} < ${rows};`).join('\n')}`;

const ofService: Record<ServerEngine, string> = {
  postgres: `SELECT count(*) FROM pg_stat_activity WHERE application_name = 'joinery'`,
  mysql:
    'SELECT count(*) FROM information_schema.processlist WHERE db = database() AND id <> connection_id()',
};

interface Ask {
  readonly send: (base: string) => Promise<Response>;
  readonly isWhole: (text: string) => boolean;
}

const asks: readonly Ask[] = [
  {
    send: (base) => fetch(`${base}/api/database/tables/thing`),
    isWhole: (text) => RecordList.parse(JSON.parse(text)).data.length === rows,
  },
  {
    send: (base) => fetch(`${base}/api/database/tables/thing/recs/[7]`),
    isWhole: (text) => text.startsWith('{"id":7,') && text.endsWith('}'),
  },
  {
    send: (base) =>
      fetch(`${base}/api/database/uni-grid-request`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ entities: [{ id: 'thing', attributes: [{ id: 'id' }] }], limit: 50 }),
      }),
    isWhole: (text) => {
      const { data, size } = GridAnswer.parse(JSON.parse(text));
      return data.length === 50 && size.total === rows;
    },
  },
];

export async function restartUnderLoad(engine: ServerEngine, restarts: number): Promise<Restarts> {
  await using server = await startServer(engine);
  await using database = await server.createDatabase();
  await database.run(table);
  await using service = await startCommand(['-d', database.url, '--pool-size', String(pool)]);
  let exits = 0;
  void service.exit.then(() => exits++);
  const load = new Load(service);
  let slowest = 0;
  for (let i = 0; i < restarts; i++) {
    await delay(100);
    // In turn: a crash, and an end in good order.
    await (i % 2 === 0 ? server.kill() : server.stop());
    await load.sawRefusal();
    await server.start();
    slowest = Math.max(slowest, await recovery(service));
  }
  await load.end();
  const [[sessions] = []] = await database.rows(ofService[engine]);
  return {
    engine,
    restarts,
    exits,
    answers: load.answers,
    withoutRetryAfter: load.withoutRetryAfter,
    cut: load.cut,
    wrong: load.wrong,
    slowestRecoveryMs: slowest,
    sessions: Number(sessions),
  };
}

/** Clients that ask without pause, each kind of request in turn. */
class Load {
  readonly answers = new Map<number, number>();
  withoutRetryAfter = 0;
  cut = 0;
  wrong = 0;
  #running = true;
  readonly #clients: Promise<void>[];

  constructor(service: RunningCommand) {
    this.#clients = Array.from({ length: clients }, (_, i) => this.#run(service.base, i));
  }

  /** Resolves when clients have been told that there is no database. */
  async sawRefusal(): Promise<void> {
    const before = this.answers.get(503) ?? 0;
    while ((this.answers.get(503) ?? 0) === before) await delay(10);
  }

  async end(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#clients);
  }

  async #run(base: string, first: number): Promise<void> {
    for (let i = first; this.#running; i++) {
      const ask = asks[i % asks.length];
      if (ask) await this.#ask(base, ask);
      await delay(5);
    }
  }

  async #ask(base: string, { send, isWhole }: Ask): Promise<void> {
    try {
      const response = await send(base);
      const text = await response.text();
      this.answers.set(response.status, (this.answers.get(response.status) ?? 0) + 1);
      if (response.status === 503 && response.headers.get('retry-after') === null) this.withoutRetryAfter++;
      if (response.status === 200 && !isWhole(text)) this.wrong++;
    } catch {
      this.cut++;
    }
  }
}

/** How long until every kind of request is answered well. */
async function recovery({ base }: RunningCommand): Promise<number> {
  const begin = performance.now();
  for (const { send } of asks) {
    for (;;) {
      const status = await send(base).then(
        async (response) => {
          await response.text();
          return response.status;
        },
        () => 0,
      );
      if (status === 200) break;
      await delay(20);
    }
  }
  return performance.now() - begin;
}

export function sentence(shown: Restarts): string {
  const { engine, restarts, exits, answers, cut, wrong, slowestRecoveryMs } = shown;
  const counts = [...answers].map(([status, count]) => `${count} × ${status}`).join(', ');
  return `${engine}: ${restarts} restarts under load, ${exits} exits; ${counts}, ${cut} cut, ${wrong} wrong; back within ${(slowestRecoveryMs / 1_000).toFixed(1)} s`;
}
