/** Servers that hold the same databases: a primary with two replicas, or three nodes that all accept writes. */
import { cp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import mysql from 'mysql2/promise';
import { freePort, Instance } from './instance.ts';

export type ClusterKind = 'postgres' | 'mysql' | 'galera';

/** Called with each server as soon as it exists, so that it is stopped whatever happens. */
type OnInstance = (instance: Instance) => void;

/** Creates and starts a cluster, in new folders whose names begin with this path. */
export const makeCluster: Record<ClusterKind, (path: string, onInstance: OnInstance) => Promise<Instance[]>> =
  {
    postgres: postgresReplicas,
    mysql: mariadbReplicas,
    galera: galeraNodes,
  };

const ordinals = [1, 2, 3];

async function postgresReplicas(path: string, onInstance: OnInstance): Promise<Instance[]> {
  const primary = await Instance.create('postgres', `${path}-1`);
  onInstance(primary);
  await primary.stop();
  primary.startWith(() => streaming);
  await primary.start();
  const replicas: Instance[] = [];
  for (const ordinal of ordinals.slice(1)) {
    const replica = await Instance.beside(primary, `${path}-${ordinal}`);
    onInstance(replica);
    replica.startWith(() => streaming);
    await followPostgres(replica, primary);
    replicas.push(replica);
  }
  return [primary, ...replicas];
}

const streaming = Object.entries({
  wal_level: 'replica',
  max_wal_senders: '10',
  wal_keep_size: '256MB',
  hot_standby: 'on',
  wal_retrieve_retry_interval: '200ms',
}).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

/** Recreates the server as a replica of another one, at its old address. */
export async function followPostgres(replica: Instance, primary: Instance): Promise<void> {
  await replica.kill();
  await rm(replica.data, { recursive: true, force: true });
  const parameters = ['-d', primary.url, '-D', replica.data, '-R', '-X', 'stream', '-c', 'fast', '--no-sync'];
  await replica.run('pg_basebackup', parameters);
  // The copied server's settings do not apply to this one.
  await writeFile(join(replica.data, 'postgresql.auto.conf'), `primary_conninfo = '${primary.url}'\n`);
  await replica.start();
}

async function mariadbReplicas(path: string, onInstance: OnInstance): Promise<Instance[]> {
  const first = await Instance.create('mysql', `${path}-1`);
  onInstance(first);
  await first.stop();
  const instances = [first];
  for (const ordinal of ordinals.slice(1)) {
    const instance = await Instance.beside(first, `${path}-${ordinal}`);
    onInstance(instance);
    await cp(first.data, instance.data, { recursive: true });
    await instance.own();
    instances.push(instance);
  }
  for (const [i, instance] of instances.entries()) {
    // The accounts came with the data; creating them again would be changes that the other nodes lack.
    const more = ['--log-bin=log', `--server-id=${i + 1}`, '--log-slave-updates', '--init-file='];
    instance.startWith(() => [...more, ...(i === 0 ? [] : ['--read-only'])]);
    await instance.start();
    if (i > 0) await followMariadb(instance, first);
  }
  return instances;
}

async function followMariadb(replica: Instance, primary: Instance): Promise<void> {
  const { hostname, port, username, password } = new URL(primary.url);
  const connection = await mysql.createConnection(replica.url);
  try {
    await connection.query(`change master to master_host = '${hostname}', master_port = ${port},
      master_user = '${username}', master_password = '${password}', master_connect_retry = 1, master_use_gtid = slave_pos`);
    await connection.query('start slave');
  } finally {
    await connection.end();
  }
}

async function galeraNodes(path: string, onInstance: OnInstance): Promise<Instance[]> {
  const first = await Instance.create('mysql', `${path}-1`);
  onInstance(first);
  await first.stop();
  const nodes = [first];
  for (const ordinal of ordinals.slice(1)) nodes.push(await Instance.beside(first, `${path}-${ordinal}`));
  for (const node of nodes.slice(1)) onInstance(node);
  const ports = [];
  for (const _ of nodes)
    ports.push({ group: await freePort(), state: await freePort(), part: await freePort() });
  const all = ports.map(({ group }) => `127.0.0.1:${group}`).join(',');
  for (const [i, node] of nodes.entries()) {
    await node.makeData();
    const own = ports[i] ?? { group: 0, state: 0, part: 0 };
    let isNew = i === 0;
    node.startWith(() => {
      const beginning = isNew ? ['--wsrep-new-cluster'] : [];
      isNew = false;
      return [...nodeParameters(all, i, own), ...beginning];
    });
    await node.start();
  }
  return nodes;
}

/** The ports for group communication, and for full and incremental state transfers. */
interface NodePorts {
  readonly group: number;
  readonly state: number;
  readonly part: number;
}

function nodeParameters(all: string, i: number, { group, state, part }: NodePorts): string[] {
  const provider = {
    'gmcast.listen_addr': `tcp://127.0.0.1:${group}`,
    'ist.recv_addr': `127.0.0.1:${part}`,
    // Declares a killed node dead earlier than after the default five seconds.
    'evs.keepalive_period': 'PT0.3S',
    'evs.inactive_check_period': 'PT0.3S',
    'evs.suspect_timeout': 'PT1.5S',
    'evs.inactive_timeout': 'PT3S',
    'evs.install_timeout': 'PT3S',
    'gcache.size': '64M',
  };
  return [
    '--wsrep-on=ON',
    '--wsrep-provider=/usr/lib/galera/libgalera_smm.so',
    `--wsrep-provider-options=${Object.entries(provider)
      .map(([name, value]) => `${name}=${value}`)
      .join(';')}`,
    `--wsrep-cluster-address=gcomm://${all}`,
    '--wsrep-cluster-name=joinery',
    `--wsrep-node-name=node${i + 1}`,
    '--wsrep-node-address=127.0.0.1',
    '--wsrep-sst-method=rsync',
    `--wsrep-sst-receive-address=127.0.0.1:${state}`,
    '--binlog-format=ROW',
    '--innodb-autoinc-lock-mode=2',
    // The accounts come with the first node's data.
    '--init-file=',
  ];
}
