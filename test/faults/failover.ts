/** Hosts that are killed under load: readers continue, and writers see what they have written. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { z } from 'zod';
import { login, type RunningCommand, startCommand } from '../http/service.ts';
import { temporaryFolder } from '../support/folders.ts';
import { type ClusterNode, startCluster, type TestCluster, urlOfNodes } from '../support/servers.ts';

export interface Failover {
  readonly kind: 'postgres' | 'galera';
  readonly kills: number;
  readonly exits: number;
  readonly reads: number;
  /** Lists that broke off in the middle because their host was killed. */
  readonly cut: number;
  readonly acknowledged: number;
  readonly refused: number;
  /** All violations. */
  readonly wrong: readonly string[];
  /** From the moment when there can be a new primary until every writer has written. */
  readonly slowestRecoveryMs: number;
}

const rows = 1_000;
const readers = 3;
const writers = 2;

const setUp: Record<Failover['kind'], string> = {
  postgres: `create table thing (id integer primary key, n integer not null);
    insert into thing select i, i from generate_series(1, ${rows}) i;
    create table own (id integer primary key, n integer not null);
    insert into own select i, 0 from generate_series(1, ${writers}) i`,
  galera: `create table thing (id integer primary key, n integer not null);
    insert into thing select seq, seq from seq_1_to_${rows};
    create table own (id integer primary key, n integer not null);
    insert into own select seq, 0 from seq_1_to_${writers}`,
};

export async function killUnderLoad(kind: Failover['kind'], kills: number): Promise<Failover> {
  await using cluster = await startCluster(kind);
  // Awaited, because the cluster is disposed of on return.
  return await killHostsUnderLoad(cluster, kind, kills);
}

/** Makes another host the primary. */
export async function killHostsUnderLoad(
  cluster: TestCluster,
  kind: Failover['kind'],
  kills: number,
): Promise<Failover> {
  const database = await cluster.createDatabase();
  await database.run(setUp[kind]);
  const play = kind === 'postgres' ? new Promotions(cluster) : new Restarts(cluster);
  await play.begin();
  const users = join(await temporaryFolder(), 'users.txt');
  await writeFile(users, ['reader', ...writerNames].map((name) => `${name}=secret-of-${name}\n`).join(''));
  await using service = await startCommand([
    '-d',
    urlOfNodes(cluster.nodes, database.name),
    '--edit',
    '--users',
    users,
    '--state',
    'none',
  ]);
  let exits = 0;
  void service.exit.then(() => exits++);
  const load = await Load.begin(service);
  let slowest = 0;
  for (let round = 0; round < kills; round++) {
    await load.waitForAll();
    const dead = await play.kill(round);
    await load.waitForReads();
    await play.replace();
    const begin = performance.now();
    await load.waitForWrites();
    slowest = Math.max(slowest, performance.now() - begin);
    const logLength = service.log().length;
    await play.bringBack(dead, async () => {
      await waitForLog(service, logLength, `${new URL(dead.url).host}/`, 'calls itself the primary');
      await load.waitForAll();
    });
  }
  await load.waitForAll();
  await load.end();
  // Everything that was acknowledged is there, and nothing else.
  const there = await play.primary.rows('select n from own order by id', database.name);
  for (const [i, [n]] of there.entries()) {
    const acknowledged = load.counts[i];
    if (Number(n) !== acknowledged) load.wrong.push(`writer ${i}: ${n} there, ${acknowledged} acknowledged`);
  }
  return {
    kind,
    kills,
    exits,
    reads: load.reads,
    cut: load.cut,
    acknowledged: load.counts.reduce((sum, n) => sum + n, 0),
    refused: load.refused,
    wrong: load.wrong,
    slowestRecoveryMs: slowest,
  };
}

export function sentence(shown: Failover): string {
  const { kind, kills, exits, reads, cut, acknowledged, refused, wrong, slowestRecoveryMs } = shown;
  const what = kind === 'postgres' ? 'the primary of three' : 'a node of three (Galera)';
  return `${kind}: ${what} killed ${kills} times under load, ${exits} exits; ${reads} reads right, 0 refused, ${cut} streams cut; ${acknowledged} changes there and seen by their authors, ${refused} × 503; ${wrong.length} wrong; back within ${(slowestRecoveryMs / 1_000).toFixed(1)} s`;
}

/** Resolves when the service has logged something about a host. */
async function waitForLog(service: RunningCommand, from: number, host: string, what: string): Promise<void> {
  const isLogged = () =>
    service
      .log()
      .slice(from)
      .split('\n')
      .some((line) => line.includes(host) && line.includes(what));
  while (!isLogged()) await delay(20);
}

const writerNames = Array.from({ length: writers }, (_, i) => `writer${i}`);

/** The scenario of a cluster's hosts. */
interface FailoverDriver {
  readonly primary: ClusterNode;
  begin(): Promise<void>;
  kill(round: number): Promise<ClusterNode>;
  /** Another host takes over. */
  replace(): Promise<void>;
  /** Brings the host back; `seen` waits in between until the load is handled correctly. */
  bringBack(dead: ClusterNode, seen: () => Promise<void>): Promise<void>;
}

/** PostgreSQL: an acknowledged commit is on at least one replica, and the most advanced replica is promoted. */
class Promotions implements FailoverDriver {
  readonly #nodes: readonly ClusterNode[];
  #primary: ClusterNode;

  constructor({ nodes }: TestCluster) {
    this.#nodes = nodes;
    this.#primary = first(nodes);
  }

  get primary(): ClusterNode {
    return this.#primary;
  }

  async begin(): Promise<void> {
    await this.#waitForOne();
    for (const node of this.#nodes) if (node !== this.#primary) await letLag(node);
  }

  async #waitForOne(): Promise<void> {
    await this.#primary.rows(`alter system set synchronous_standby_names = 'ANY 1 (*)'`);
    await this.#primary.rows('select pg_reload_conf()');
  }

  async kill(): Promise<ClusterNode> {
    await this.#primary.kill();
    return this.#primary;
  }

  async replace(): Promise<void> {
    const replicas = this.#nodes.filter((node) => node !== this.#primary);
    const places = await Promise.all(
      replicas.map(async (node) => {
        const [[place] = []] = await node.rows(
          `select pg_wal_lsn_diff(coalesce(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()), '0/0')::bigint::text`,
        );
        return { node, place: BigInt(String(place)) };
      }),
    );
    const [best, other] = places.sort((a, b) => (a.place < b.place ? 1 : -1));
    if (best === undefined || other === undefined) throw new Error('there are no replicas');
    await best.node.rows('select pg_promote()');
    this.#primary = best.node;
    await other.node.rows(`alter system set primary_conninfo = '${best.node.url}'`);
    await other.node.rows('select pg_reload_conf()');
    await this.#waitForOne();
  }

  /** At first the old primary comes back as a primary, and must not be used as one. */
  async bringBack(dead: ClusterNode, seen: () => Promise<void>): Promise<void> {
    await dead.start();
    await seen();
    await dead.follow(this.#primary);
    await letLag(dead);
  }
}

/** The replica applies changes with a delay, so that a user who reads there after writing would miss the change. */
async function letLag(node: ClusterNode): Promise<void> {
  await node.rows(`alter system set recovery_min_apply_delay = '300ms'`);
  await node.rows('select pg_reload_conf()');
}

/** Galera: the other nodes continue by themselves. */
class Restarts implements FailoverDriver {
  readonly #nodes: readonly ClusterNode[];
  #dead: ClusterNode | null = null;

  constructor({ nodes }: TestCluster) {
    this.#nodes = nodes;
  }

  get primary(): ClusterNode {
    return first(this.#nodes.filter((node) => node !== this.#dead));
  }

  async begin(): Promise<void> {}

  async kill(round: number): Promise<ClusterNode> {
    const node = first(this.#nodes.slice(round % this.#nodes.length));
    this.#dead = node;
    await node.kill();
    return node;
  }

  async replace(): Promise<void> {}

  async bringBack(dead: ClusterNode): Promise<void> {
    await dead.start();
    const isSynced = async () => {
      const [[, state] = []] = await dead.rows(`show status like 'wsrep_local_state'`);
      return state === '4';
    };
    while (!(await isSynced())) await delay(50);
    this.#dead = null;
  }
}

function first(nodes: readonly ClusterNode[]): ClusterNode {
  const [node] = nodes;
  if (node === undefined) throw new Error('there is no node');
  return node;
}

type Login = { readonly authorization: string };

const Thing = z.object({ n: z.number() });

/** Readers and writers that send requests without pause. */
class Load {
  reads = 0;
  cut = 0;
  refused = 0;
  readonly wrong: string[] = [];
  /** The acknowledged value of each writer. */
  readonly counts: number[] = Array.from({ length: writers }, () => 0);
  readonly #base: string;
  #isRunning = true;
  #clients: Promise<void>[] = [];

  private constructor(base: string) {
    this.#base = `${base}/api/database`;
  }

  static async begin({ base }: RunningCommand): Promise<Load> {
    const load = new Load(base);
    const as = (name: string) => login(base, name, `secret-of-${name}`);
    const reader = await as('reader');
    const list = await (await fetch(`${load.#base}/tables/thing`, { headers: reader })).text();
    load.#clients = [
      ...Array.from({ length: readers }, (_, i) => load.#read(reader, list, i)),
      ...(await Promise.all(writerNames.map(as))).map((headers, i) => load.#write(headers, i)),
    ];
    return load;
  }

  async waitForReads(): Promise<void> {
    const before = this.reads;
    while (this.reads < before + 20) await delay(10);
  }

  /** Resolves when every writer has changed something and seen the change. */
  async waitForWrites(): Promise<void> {
    const before = [...this.counts];
    while (this.counts.some((n, i) => n < (before[i] ?? 0) + 2)) await delay(10);
  }

  async waitForAll(): Promise<void> {
    await Promise.all([this.waitForReads(), this.waitForWrites()]);
  }

  async end(): Promise<void> {
    this.#isRunning = false;
    await Promise.all(this.#clients);
  }

  /** A user who only reads is never refused. */
  async #read(headers: Login, list: string, first: number): Promise<void> {
    for (let i = first; this.#isRunning; i++) {
      const isList = i % 3 === 0;
      const id = (i % rows) + 1;
      let status = 0;
      try {
        const answer = await fetch(`${this.#base}/tables/thing${isList ? '' : `/recs/[${id}]`}`, { headers });
        status = answer.status;
        const text = await answer.text();
        const isRight = status === 200 && (isList ? text === list : Thing.parse(JSON.parse(text)).n === id);
        if (isRight) this.reads++;
        else this.wrong.push(`a reader got ${status} ${text.slice(0, 200)}`);
      } catch (error) {
        // Only a stream that had begun may break off.
        if (isList && status === 200) this.cut++;
        else this.wrong.push(`a reader got ${status} ${String(error)}`);
      }
      await delay(5);
    }
  }

  /** Each writer increments its own row, and reads it after each step. */
  async #write(headers: Login, i: number): Promise<void> {
    const id = i + 1;
    let known = 0;
    while (this.#isRunning) {
      const change = {
        op: 'update',
        entity: 'own',
        key: { id },
        set: { n: known + 1 },
        expect: { n: known },
      };
      const answer = await fetch(`${this.#base}/changes`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ changes: [change] }),
      });
      const text = await answer.text();
      if (answer.status === 201) {
        known++;
        const seen = await this.#seen(headers, id);
        if (seen !== known) this.wrong.push(`writer ${i} has written ${known} and reads ${seen}`);
        this.counts[i] = known;
      } else if (answer.status === 503) {
        this.refused++;
        // If the outcome is unknown, the change may have been applied.
        const seen = await this.#seen(headers, id);
        const mayBe = text.includes('outcome-unknown') ? [known, known + 1] : [known];
        if (!mayBe.includes(seen))
          this.wrong.push(`writer ${i} was refused ${text} at ${known} and reads ${seen}`);
        known = seen;
        this.counts[i] = known;
      } else {
        this.wrong.push(`writer ${i} got ${answer.status} ${text.slice(0, 200)}`);
      }
      await delay(5);
    }
  }

  /** After a write a user may have to wait for a primary, but never reads an older state. */
  async #seen(headers: Login, id: number): Promise<number> {
    for (;;) {
      const answer = await fetch(`${this.#base}/tables/own/recs/[${id}]`, { headers });
      const text = await answer.text();
      if (answer.status === 200) return Thing.parse(JSON.parse(text)).n;
      if (answer.status !== 503) throw new Error(`${answer.status} ${text}`);
      await delay(20);
    }
  }
}
