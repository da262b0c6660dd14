/**
 * Three instances behind a load balancer, with one state store: what clients see of logouts, crashes, restarts and an
 * unreachable store.
 */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect } from 'vitest';
import { z } from 'zod';
import { basic, login, type RunningCommand, startCommand } from '../http/service.ts';
import { type Balancer, freePort, startBalancer } from '../support/balancer.ts';
import { temporaryFolder } from '../support/folders.ts';
import { createDatabase, type ServerEngine, startServer, type TestServer } from '../support/servers.ts';

const ProblemBody = z.object({ type: z.string() });

const clients = 64;
const record = '/api/database/tables/thing/recs/[1]';
const missing = '/api/database/tables/thing/recs/[2]';

export interface Cluster extends AsyncDisposable {
  readonly balancer: Balancer;
  /** The addresses of the instances themselves. */
  readonly bases: readonly string[];
  /** An instance without users. */
  readonly open: RunningCommand;
  readonly server: TestServer;
  instance(i: number): RunningCommand;
  /** Restarts an instance at its address. */
  restart(i: number): Promise<void>;
}

export async function startCluster(engine: ServerEngine): Promise<Cluster> {
  const stack = new AsyncDisposableStack();
  const database = stack.use(await createDatabase('sqlite'));
  await database.run('CREATE TABLE thing (id integer PRIMARY KEY); INSERT INTO thing VALUES (1)');
  const server = stack.use(await startServer(engine));
  const state = await server.createDatabase();
  const users = join(await temporaryFolder(), 'users.txt');
  await writeFile(users, Array.from({ length: clients }, (_, i) => `user${i}=secret${i}\n`).join(''));
  const common = ['--database', database.url, '--state', state.url, '--pool-size', '2'];
  const ports = await Promise.all([1, 2, 3].map(() => freePort()));
  const start = (port: number) =>
    startCommand([...common, '--users', users, '--port', String(port), '--trusted-proxy', '127.0.0.1']);
  const instances = await Promise.all(ports.map(start));
  stack.defer(async () => {
    for (const instance of instances) await instance.stop();
  });
  const open = stack.use(await startCommand(common));
  const balancer = stack.use(await startBalancer(ports));
  const instance = (i: number) => {
    const found = instances[i % instances.length];
    if (found === undefined) throw new Error('there is no such instance');
    return found;
  };
  return {
    balancer,
    bases: instances.map(({ base }) => base),
    open,
    server,
    instance,
    restart: async (i) => {
      instances[i] = await start(ports[i] ?? 0);
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

const pick = <T>(items: readonly T[]): T => {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('there is nothing to choose from');
  return item;
};

const enter = (base: string, i: number) => login(base, `user${i}`, `secret${i}`);

/** The status of an answer, and the type of a refusal. */
async function answerTo(response: Response): Promise<string> {
  const body = await response.text();
  return response.ok
    ? String(response.status)
    : `${response.status} ${ProblemBody.parse(JSON.parse(body)).type}`;
}

/** Logins and logouts on random instances; returns the number of requests after a logout, and their answers. */
export async function logouts({ balancer, bases }: Cluster, seconds: number) {
  const everywhere = [...bases, balancer.base];
  const end = performance.now() + seconds * 1_000;
  const seen = { logouts: 0, before: new Map<string, number>(), after: new Map<string, number>() };
  const ask = async (address: string, headers: Record<string, string>, into: Map<string, number>) => {
    const answer = await answerTo(await fetch(address, { headers }));
    into.set(answer, (into.get(answer) ?? 0) + 1);
  };
  await Promise.all(
    Array.from({ length: clients }, async (_, i) => {
      while (performance.now() < end) {
        const headers = await enter(pick(everywhere), i);
        for (const base of everywhere) await ask(base + record, headers, seen.before);
        const { status } = await fetch(`${pick(everywhere)}/api/logout`, { method: 'POST', headers });
        expect(status).toBe(200);
        seen.logouts++;
        // Neither an existing record nor a missing one.
        const addresses = everywhere.map((base) => base + pick([record, missing]));
        await Promise.all(addresses.map((address) => ask(address, headers, seen.after)));
      }
    }),
  );
  return seen;
}

interface Failure {
  readonly beganAt: number;
  readonly what: string;
}

/** Reads through the load balancer during an event; returns all answers other than 200. */
async function readMeanwhile({ balancer }: Cluster, pauseMs: number, happening: () => Promise<void>) {
  const headers = await Promise.all(Array.from({ length: clients }, (_, i) => enter(balancer.base, i)));
  const failures: Failure[] = [];
  let answers = 0;
  let isOver = false;
  const readers = headers.map(async (own) => {
    while (!isOver) {
      const beganAt = performance.now();
      const fail = (what: unknown) => failures.push({ beganAt, what: String(what) });
      try {
        const response = await fetch(balancer.base + record, { headers: own });
        const body = await response.text();
        answers++;
        if (response.status !== 200) fail(`${response.status} ${body}`);
      } catch (error) {
        fail(error);
      }
      if (pauseMs > 0) await delay(pauseMs);
    }
  });
  try {
    await happening();
  } finally {
    isOver = true;
  }
  await Promise.all(readers);
  return { answers, failures };
}

/** Kills one instance and restarts it; returns the failures of requests that were not in progress on it. */
export async function killOne(cluster: Cluster, seconds: number, pauseMs: number) {
  let killedAt = 0;
  const seen = await readMeanwhile(cluster, pauseMs, async () => {
    await delay(seconds * 500);
    killedAt = performance.now();
    await cluster.instance(1).stop();
    await delay(seconds * 1_000);
    await cluster.restart(1);
    await delay(seconds * 500);
  });
  return { ...seen, later: seen.failures.filter(({ beganAt }) => beganAt > killedAt) };
}

/** Longer than the interval between two health checks of the load balancer. */
const standstillMs = 2_000;

/** Before that, all instances are suspended for a moment, as on an overloaded machine. */
export async function rollingRestart(cluster: Cluster, rounds: number, pauseMs: number) {
  return readMeanwhile(cluster, pauseMs, async () => {
    for (let i = 0; i < 3; i++) cluster.instance(i).process.kill('SIGSTOP');
    await delay(standstillMs);
    for (let i = 0; i < 3; i++) cluster.instance(i).process.kill('SIGCONT');
    for (let i = 0; i < 3 * rounds; i++) {
      await delay(500);
      const instance = cluster.instance(i % 3);
      instance.process.kill('SIGTERM');
      expect(await instance.exit).toBe(0);
      await cluster.restart(i % 3);
      // The load balancer must have noticed before the next one is stopped.
      await delay(1_500);
    }
  });
}

/** Stops the store; returns the answers to each kind of request meanwhile. */
export async function withStoreAway(cluster: Cluster, seconds: number) {
  const { balancer, bases, open, server } = cluster;
  const own = await enter(balancer.base, 0);
  const seen = { needing: new Set<string>(), balanced: new Set<number>(), open: new Set<number>(), asked: 0 };
  await server.kill();
  const end = performance.now() + seconds * 1_000;
  const summaryOf = async (response: Response) => {
    const body = ProblemBody.parse(await response.json());
    return [response.status, body.type, /^[1-9]\d*$/.test(response.headers.get('retry-after') ?? '')].join(
      ' ',
    );
  };
  while (performance.now() < end) {
    for (const base of bases) {
      seen.needing.add(await summaryOf(await fetch(base + record, { headers: own })));
      const body = JSON.stringify({ username: 'user1', password: 'secret1' });
      const json = { 'content-type': 'application/json' };
      seen.needing.add(
        await summaryOf(await fetch(`${base}/api/login`, { method: 'POST', headers: json, body })),
      );
      seen.needing.add(await summaryOf(await fetch(`${base}/api/logout`, { method: 'POST', headers: own })));
      seen.needing.add(await summaryOf(await fetch(`${base}/readyz`)));
      seen.needing.add(
        await summaryOf(await fetch(base + record, { headers: basic('user0', 'x'.repeat(43)) })),
      );
      expect((await fetch(`${base}/healthz`)).status).toBe(200);
      seen.asked++;
    }
    const balanced = await fetch(balancer.base + record, { headers: own });
    seen.balanced.add(balanced.status);
    expect(balanced.headers.get('retry-after')).toMatch(/^[1-9]\d*$/);
    for (const path of [record, '/readyz']) seen.open.add((await fetch(open.base + path)).status);
    await delay(20);
  }
  await server.start();
  const backAt = performance.now();
  const statuses = new Set<number>();
  for (const base of [...bases, balancer.base]) {
    for (;;) {
      const { status } = await fetch(base + record, { headers: own });
      statuses.add(status);
      if (status === 200) break;
      await delay(50);
    }
  }
  return { ...seen, recovery: statuses, recoveredMs: Math.round(performance.now() - backAt) };
}
