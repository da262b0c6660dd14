/** A database server that repeatedly stops and restarts while clients keep sending requests. */
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { type RunningCommand, startCommand } from '../http/service.ts';
import { type ServerEngine, startServer } from '../support/servers.ts';

export interface Restarts {
  readonly engine: ServerEngine;
  readonly restarts: number;
  readonly exits: number;
  /** The number of answers by kind of request and status. */
  readonly answers: ReadonlyMap<string, number>;
  /** Incomplete answers that ended with a broken connection, by kind of request. */
  readonly cut: ReadonlyMap<string, number>;
  /** Everything that was neither the right answer nor the right refusal. */
  readonly wrong: readonly string[];
  /** The longest time from a restart until every kind of request is answered with current data. */
  readonly slowestRecoveryMs: number;
  /** The service's sessions on the server at the end, and how many of them are busy. */
  readonly sessions: number;
  readonly busy: number;
}

const rows = 2_000;
const clients = 6;
export const pool = 4;

const table = `CREATE TABLE thing (id integer PRIMARY KEY, name varchar(200) NOT NULL, round integer NOT NULL);
  INSERT INTO thing VALUES (0, '${'x'.repeat(200)}', 0);
  ${Array.from({ length: 11 }, (_, i) => `INSERT INTO thing SELECT id + ${2 ** i}, name, 0 FROM thing WHERE id + ${2 ** i} < ${rows};`).join('\n')}`;

const ofService: Record<ServerEngine, string> = {
  postgres: `FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'joinery'`,
  mysql: 'FROM information_schema.processlist WHERE db = database() AND id <> connection_id()',
};
const atWork: Record<ServerEngine, string> = {
  postgres: `AND state <> 'idle'`,
  mysql: `AND command <> 'Sleep'`,
};

const query = '/api/database/uni-grid-request';

function post(base: string, path: string, body: object): Promise<Response> {
  return fetch(base + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

const attributes = [{ id: 'id' }, { id: 'name' }, { id: 'round' }];
const where = { func: { name: 'GTE', args: [{ alias: 'id' }, { value: 100 }] } };

/** Streamed answers may be cut; all others are complete or refused. */
const kinds: Readonly<Record<string, (base: string) => Promise<Response>>> = {
  list: (base) => fetch(`${base}/api/database/tables/thing`),
  record: (base) => fetch(`${base}/api/database/tables/thing/recs/[7]`),
  page: (base) => post(base, query, { entities: [{ id: 'thing', attributes }], where, limit: 50 }),
  file: (base) => post(base, `${query}/export?format=csv`, { entities: [{ id: 'thing', attributes }] }),
};

const streamed: ReadonlySet<string> = new Set(['list', 'file']);

export async function restartUnderLoad(engine: ServerEngine, restarts: number): Promise<Restarts> {
  await using server = await startServer(engine);
  await using database = await server.createDatabase();
  await database.run(table);
  await using service = await startCommand(['-d', database.url, '--pool-size', String(pool)]);
  let exits = 0;
  void service.exit.then(() => exits++);
  const truth = new Truth();
  await truth.learn(service, 0);
  const load = new Load(service, truth);
  let slowest = 0;
  for (let round = 1; round <= restarts; round++) {
    await load.waitForAnswers();
    // Alternates between a crash and a clean shutdown.
    await (round % 2 === 0 ? server.stop() : server.kill());
    await load.waitForRefusals();
    await server.start();
    slowest = Math.max(slowest, await recovery(service, truth));
    // Changes the content, so that earlier answers cannot be mistaken for current ones.
    truth.change(round);
    await database.run(`UPDATE thing SET round = ${round}`);
    await truth.learn(service, round);
  }
  await load.end();
  const count = async (more: string) =>
    Number((await database.rows(`SELECT count(*) ${ofService[engine]} ${more}`))[0]?.[0]);
  return {
    engine,
    restarts,
    exits,
    answers: load.answers,
    cut: load.cut,
    wrong: load.wrong,
    slowestRecoveryMs: slowest,
    sessions: await count(''),
    busy: await count(atWork[engine]),
  };
}

/** The correct answer to each kind of request, by the table's content. */
class Truth {
  /** For this round and the previous one, which a request may just have read. */
  #texts: readonly ReadonlyMap<string, string>[] = [];
  #round = 0;
  #next: number | null = null;

  /** From now on this round's content may be seen, too. */
  change(round: number): void {
    this.#next = round;
  }

  async learn({ base }: RunningCommand, round: number): Promise<void> {
    const texts = new Map<string, string>();
    for (const [kind, send] of Object.entries(kinds)) {
      const response = await send(base);
      const text = await response.text();
      if (response.status !== 200) throw new Error(`${kind} was answered with ${response.status}: ${text}`);
      if (roundIn(text) !== round) throw new Error(`${kind} shows round ${roundIn(text)}, not ${round}`);
      texts.set(kind, text);
    }
    if (texts.get('list')?.split('"id":').length !== rows + 1) throw new Error('the list is not whole');
    this.#texts = [texts, ...this.#texts.slice(0, 1)];
    this.#round = round;
    this.#next = null;
  }

  isRight(kind: string, text: string): boolean {
    if (this.#texts.some((texts) => texts.get(kind) === text)) return true;
    const now = this.#texts[0]?.get(kind) ?? '';
    return this.#next !== null && text === withRound(now, this.#round, this.#next);
  }
}

function roundIn(text: string): number {
  return Number(/(?:"round":|x",|x,)(\d+)/.exec(text)?.[1]);
}

/** The same answer for another round. */
function withRound(text: string, before: number, after: number): string {
  return text
    .replaceAll(`"round":${before},`, `"round":${after},`)
    .replaceAll(`x",${before}]`, `x",${after}]`)
    .replaceAll(`x,${before}\r\n`, `x,${after}\r\n`);
}

/** Clients that send requests without pause, alternating between all kinds. */
class Load {
  readonly answers = new Map<string, number>();
  readonly cut = new Map<string, number>();
  readonly wrong: string[] = [];
  readonly #truth: Truth;
  #running = true;
  readonly #clients: Promise<void>[];

  constructor(service: RunningCommand, truth: Truth) {
    this.#truth = truth;
    this.#clients = Array.from({ length: clients }, (_, i) => this.#run(service.base, i));
  }

  /** Resolves when every kind of request has been answered once more. */
  waitForAnswers(): Promise<void> {
    return this.#waitForEach(200);
  }

  /** Resolves when every kind of request has been refused once more. */
  waitForRefusals(): Promise<void> {
    return this.#waitForEach(503);
  }

  async end(): Promise<void> {
    this.#running = false;
    await Promise.all(this.#clients);
  }

  async #waitForEach(status: number): Promise<void> {
    const before = new Map(this.answers);
    const sawAll = () =>
      Object.keys(kinds).every((kind) => {
        const key = `${kind} ${status}`;
        return (this.answers.get(key) ?? 0) > (before.get(key) ?? 0);
      });
    while (!sawAll()) await delay(10);
  }

  async #run(base: string, first: number): Promise<void> {
    const all = Object.entries(kinds);
    for (let i = first; this.#running; i++) {
      const [kind, send] = all[i % all.length] ?? ['', fetch];
      await this.#ask(base, kind, send);
      await delay(5);
    }
  }

  async #ask(base: string, kind: string, send: (base: string) => Promise<Response>): Promise<void> {
    let status = 0;
    try {
      const response = await send(base);
      status = response.status;
      const text = await response.text();
      this.answers.set(`${kind} ${status}`, (this.answers.get(`${kind} ${status}`) ?? 0) + 1);
      if (status === 200 ? this.#truth.isRight(kind, text) : isRefusal(response, text)) return;
      this.wrong.push(`${kind}: ${status} ${text.slice(0, 300)}`);
    } catch (error) {
      // Only an answer that began successfully may break off.
      if (streamed.has(kind) && status === 200) this.cut.set(kind, (this.cut.get(kind) ?? 0) + 1);
      else this.wrong.push(`${kind}: ${status} ${String(error)}`);
    }
  }
}

const Refusal = z.object({
  type: z.literal('urn:joinery:problem:database-unavailable'),
  status: z.literal(503),
  code: z.literal(503),
});

function isRefusal({ status, headers }: Response, text: string): boolean {
  const saysWhen = /^[1-9]\d*$/.test(headers.get('retry-after') ?? '');
  return status === 503 && saysWhen && Refusal.safeParse(JSON.parse(text)).success;
}

/** The time until every kind of request is answered correctly. */
async function recovery({ base }: RunningCommand, truth: Truth): Promise<number> {
  const begin = performance.now();
  for (const [kind, send] of Object.entries(kinds)) {
    const isAnswered = () =>
      send(base).then(
        async (response) => response.status === 200 && truth.isRight(kind, await response.text()),
        () => false,
      );
    while (!(await isAnswered())) await delay(20);
  }
  return performance.now() - begin;
}

export function sentence(shown: Restarts): string {
  const { engine, restarts, exits, answers, cut, wrong, slowestRecoveryMs } = shown;
  const total = (counts: ReadonlyMap<string, number>, of = '') =>
    [...counts].reduce((sum, [key, count]) => (key.endsWith(of) ? sum + count : sum), 0);
  return `${engine}: ${restarts} restarts under load, ${exits} exits; ${total(answers, '200')} × 200 with the right content, ${total(answers, '503')} × 503 with Retry-After, ${total(cut)} streams cut, ${wrong.length} wrong; back within ${(slowestRecoveryMs / 1_000).toFixed(1)} s`;
}
