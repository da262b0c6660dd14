/** A primary with two replicas: which host is read from, and what users see when one lags, dies or stops responding. */
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryStore } from '../../src/store/open.ts';
import { type Service, startService } from '../http/service.ts';
import { fewOrAll } from '../support/long-run.ts';
import {
  type ClusterNode,
  type LiveDatabase,
  startCluster,
  type TestCluster,
  urlOfNodes,
} from '../support/servers.ts';

const Places = z.object({ data: z.array(z.object({ port: z.number() })).length(1) });

function portOf({ url }: ClusterNode): number {
  return Number(new URL(url).port);
}

async function eventually(isTrue: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 30_000; !(await isTrue()); await delay(20)) {
    if (Date.now() > end) throw new Error('it never came true');
  }
}

/** The ports of the servers that answer. */
async function placesOf(service: Service): Promise<number[]> {
  const ports = new Set<number>();
  for (let i = 0; i < 6; i++) {
    const answer = await service.get('/api/database/tables/place');
    ports.add(Places.parse(await answer.json()).data[0]?.port ?? 0);
  }
  return [...ports].sort();
}

async function isReadAt(service: Service, nodes: readonly ClusterNode[]): Promise<boolean> {
  return (await placesOf(service)).join() === nodes.map(portOf).sort().join();
}

async function numberOf(service: Service, id: number): Promise<number> {
  const answer = await service.get(`/api/database/tables/thing/recs/[${id}]`);
  return z.object({ n: z.number() }).parse(await answer.json()).n;
}

interface HostCommands {
  /** A table of a hundred things, and a view that shows which server answers. */
  readonly setUp: string;
  /** The replica still receives changes, but does not apply them. */
  readonly pause: string;
  readonly resume: string;
}

const words: Record<'postgres' | 'mysql', HostCommands> = {
  postgres: {
    setUp: `create table thing (id integer primary key, n integer not null);
      insert into thing select i, 0 from generate_series(1, 100) i;
      comment on table thing is 'Things at hand';
      create view place as select 1 as id, inet_server_port() as port;
      create role guest login password 'guest';
      grant all on all tables in schema public to guest`,
    pause: 'select pg_wal_replay_pause()',
    resume: 'select pg_wal_replay_resume()',
  },
  mysql: {
    setUp: `create table thing (id integer primary key, n integer not null) comment 'Things at hand';
      insert into thing select seq, 0 from seq_1_to_100;
      create function here() returns integer deterministic no sql return @@port;
      create view place as select 1 as id, here() as port;
      create user guest@'%' identified by 'guest';
      grant select, insert, update, delete, execute on *.* to guest@'%'`,
    pause: 'stop slave sql_thread',
    resume: 'start slave sql_thread',
  },
};

/** Further tests run last, since they may leave the hosts in another state. */
export function hostsSuite(kind: 'postgres' | 'mysql', last?: (cluster: () => TestCluster) => void): void {
  describe(`a primary with two replicas on ${kind}`, () => {
    suite(kind, last);
  });
}

function suite(kind: 'postgres' | 'mysql', last?: (cluster: () => TestCluster) => void): void {
  const { setUp, pause, resume } = words[kind];
  let cluster: TestCluster;
  let database: LiveDatabase & { readonly name: string };
  let primary: ClusterNode;
  let replicas: readonly ClusterNode[];

  const url = (options = '') => urlOfNodes(cluster.nodes, database.name, options);
  const onReplicas = (script: string) =>
    Promise.all(replicas.map((node) => node.rows(script, database.name)));

  beforeAll(async () => {
    cluster = await startCluster(kind);
    [primary, ...replicas] = cluster.nodes as [ClusterNode, ...ClusterNode[]];
    database = await cluster.createDatabase();
    await database.run(setUp);
  });

  afterAll(() => cluster[Symbol.asyncDispose]());

  test('reads go to the hosts that the URL asks for', async () => {
    await using any = await startService(url());
    await eventually(() => isReadAt(any, replicas));
    await using onPrimary = await startService(url('?target_session_attrs=read-write'));
    expect(await isReadAt(onPrimary, [primary])).toBe(true);
    await using named = await startService(
      urlOfNodes([primary], database.name, `?replica=127.0.0.1:${replicas.map(portOf)[1]}`),
    );
    await eventually(() => isReadAt(named, replicas.slice(1)));
    // A single host that does not have the required role.
    const refused = startService(urlOfNodes([primary], database.name, '?target_session_attrs=standby'));
    await expect(refused).rejects.toThrow(/no host that reads may go to/);
  });

  test('comments are shown from every host, and a single replica refuses changes', async () => {
    await using service = await startService(url());
    await eventually(() => isReadAt(service, replicas));
    expect(await (await service.get('/api/database/catalog')).text()).toContain('Things at hand');
    const [replica] = replicas as [ClusterNode, ...ClusterNode[]];
    const guest = new URL(urlOfNodes([replica], database.name));
    [guest.username, guest.password] = ['guest', 'guest'];
    await using follower = await startService(guest.href, { edit: true });
    const change = { op: 'insert', entity: 'thing', set: { id: 999, n: 1 } };
    const answer = await follower.post('/api/database/changes', { changes: [change] });
    expect([answer.status, answer.headers.get('retry-after'), await answer.text()]).toEqual([
      503,
      '2',
      expect.stringContaining('takes no changes'),
    ]);
  });

  test('users see what they have written, on every instance', async () => {
    await using store = Object.assign(await temporaryStore(), {
      [Symbol.asyncDispose]: () => store.close(),
    });
    await using one = await startService(url(), { edit: true, store });
    await using two = await startService(url(), { store });
    await using stranger = await startService(url());
    for (const service of [one, two, stranger]) await eventually(() => isReadAt(service, replicas));
    await onReplicas(pause);
    try {
      const change = { op: 'update', entity: 'thing', key: { id: 1 }, set: { n: 7 }, expect: { n: 0 } };
      expect((await one.post('/api/database/changes', { changes: [change] })).status).toBe(201);
      expect(await Promise.all([one, two, stranger].map((service) => numberOf(service, 1)))).toEqual([
        7, 7, 0,
      ]);
      expect(await isReadAt(two, [primary])).toBe(true);
    } finally {
      await onReplicas(resume);
    }
    await eventually(() => isReadAt(two, replicas));
    expect(await numberOf(two, 1)).toBe(7);
  });

  test('reads avoid replicas that lag too far behind', async () => {
    await using service = await startService(url('?max_lag=1'));
    await eventually(() => isReadAt(service, replicas));
    await onReplicas(pause);
    try {
      await database.run('update thing set n = 9 where id = 2');
      await eventually(() => isReadAt(service, [primary]));
      expect(await numberOf(service, 2)).toBe(9);
    } finally {
      await onReplicas(resume);
    }
    await eventually(() => isReadAt(service, replicas));
  });

  test('every request is answered while a replica dies, and while one stops responding', async () => {
    // Shorter than the usual time a host may be silent.
    await using service = await startService(url(), { statementTimeoutMs: 3_500 });
    await eventually(() => isReadAt(service, replicas));
    const statuses = new Map<number, number>();
    let isRunning = true;
    const client = async () => {
      while (isRunning) {
        const { status } = await service.get('/api/database/tables/thing/recs/[3]');
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        await delay(2);
      }
    };
    const clients = [client(), client()];
    const [first, second] = replicas as [ClusterNode, ClusterNode];
    await first.kill();
    await eventually(() => isReadAt(service, [second]));
    await second.pause();
    await eventually(() => isReadAt(service, [primary]));
    await second.resume();
    await first.start();
    await eventually(() => isReadAt(service, replicas));
    isRunning = false;
    await Promise.all(clients);
    expect([...statuses.keys()]).toEqual([200]);
  });

  test('requests do not wait for the sessions of a replica that stops responding', async () => {
    await using service = await startService(url(), { statementTimeoutMs: 3_500, poolSize: 12 });
    await eventually(() => isReadAt(service, replicas));
    const [, second] = replicas as [ClusterNode, ClusterNode];
    await second.pause();
    try {
      // More concurrent requests than sessions, all of which have to be initialized.
      await service.database.refresh();
      const ask = async () => {
        const begin = performance.now();
        const { status } = await service.get('/api/database/tables/thing?limit=3');
        return { status, isSoon: performance.now() - begin < 3_000 };
      };
      const answers = await Promise.all(Array.from({ length: 12 }, ask));
      expect(answers).toEqual(answers.map(() => ({ status: 200, isSoon: true })));
    } finally {
      await second.resume();
    }
    await eventually(() => isReadAt(service, replicas));
  });

  // A busy machine can take that long by itself.
  test.for(fewOrAll([], [1_000, 300, 150]))(
    'every request is answered while a replica is silent and the statement timeout is %i ms',
    async (statementTimeoutMs) => {
      await using service = await startService(url(), { statementTimeoutMs });
      const [first, second] = replicas as [ClusterNode, ClusterNode];
      // First without an open connection to read from, later with one.
      for (let round = 0; round < 3; round++) {
        await second.pause();
        try {
          const ask = async () => (await service.get('/api/database/tables/thing/recs/[3]')).status;
          const statuses = await Promise.all(Array.from({ length: 8 }, ask));
          expect(new Set(statuses)).toEqual(new Set([200]));
          await eventually(() => isReadAt(service, [first]));
        } finally {
          await second.resume();
        }
        await eventually(() => isReadAt(service, replicas));
      }
    },
  );

  last?.(() => cluster);
}
