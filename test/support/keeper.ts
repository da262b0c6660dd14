/**
 * The process that owns the test servers of one run.
 *
 * It outlives its parent just long enough to clean up: its standard input is a pipe from the test runner, and when that
 * closes (the run ended, crashed or was killed) it stops every server and removes the run's folder. Test workers
 * request servers over a loopback port.
 */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ClusterKind, followPostgres, makeCluster } from './clusters.ts';
import type { ServerEngine } from './engines.ts';
import { serverEngines } from './engines.ts';
import { Instance } from './instance.ts';

const folder = await mkdtemp(join(tmpdir(), 'joinery-test-'));
// Servers run under accounts of their own and must be able to traverse it.
await chmod(folder, 0o711);

const shared = new Map<ServerEngine, Promise<Instance>>();
const own = new Map<string, Instance>();
const beginning = new Set<Promise<Instance>>();
let ending = false;

function begin(engine: ServerEngine, isDurable = false): Promise<Instance> {
  if (ending) throw new Error('The test run is over.');
  const instance = Instance.create(engine, join(folder, `${engine}-${randomUUID().slice(0, 8)}`), isDurable);
  beginning.add(instance);
  return instance;
}

function sharedInstance(engine: ServerEngine): Promise<Instance> {
  const running = shared.get(engine) ?? begin(engine);
  shared.set(engine, running);
  return running;
}

async function answer(request: IncomingMessage): Promise<object> {
  const [, kind, name = '', action, other = ''] = (request.url ?? '').split('/');
  if (kind === 'shared') return { url: (await sharedInstance(engineNamed(name))).url };
  if (kind === 'begin') {
    const instance = await begin(engineNamed(name), action === 'durable');
    return { id: kept(instance), url: instance.url };
  }
  if (kind === 'begin-cluster') {
    const instances = await beginCluster(name);
    return { nodes: instances.map((instance) => ({ id: kept(instance), url: instance.url })) };
  }
  const instance = own.get(name);
  if (kind !== 'own' || !instance) throw new Error(`No such server: ${request.url}`);
  if (action === 'start') await instance.start();
  else if (action === 'stop') await instance.stop();
  else if (action === 'kill') await instance.kill();
  else if (action === 'pause') await instance.pause();
  else if (action === 'resume') await instance.resume();
  else if (action === 'remove') await instance.remove();
  else if (action === 'follow') await followPostgres(instance, ownNamed(other));
  else throw new Error(`No such action: ${action}`);
  return {};
}

function kept(instance: Instance): string {
  const id = randomUUID();
  own.set(id, instance);
  return id;
}

function ownNamed(id: string): Instance {
  const instance = own.get(id);
  if (!instance) throw new Error(`No such server: ${id}`);
  return instance;
}

async function beginCluster(name: string): Promise<Instance[]> {
  if (ending) throw new Error('The test run is over.');
  const make = Object.hasOwn(makeCluster, name) ? makeCluster[name as ClusterKind] : undefined;
  if (make === undefined) throw new Error(`No such cluster: ${name}`);
  return make(join(folder, `${name}-${randomUUID().slice(0, 8)}`), (instance) => {
    beginning.add(Promise.resolve(instance));
  });
}

function engineNamed(name: string): ServerEngine {
  const engine = serverEngines.find((candidate) => candidate === name);
  if (!engine) throw new Error(`No such engine: ${name}`);
  return engine;
}

const server = createServer((request, response) => {
  request.resume();
  // Test files in one worker share its connections: a connection that is closed just when it is reused would fail a
  // test.
  response.setHeader('connection', 'close');
  answer(request).then(
    (body) => response.end(JSON.stringify(body)),
    (error: unknown) => {
      response.statusCode = 500;
      response.end(JSON.stringify({ error: error instanceof Error ? error.message : String(error) }));
    },
  );
});
// No timeout, since a first request may wait for packages to be installed.
server.requestTimeout = 0;

async function end(): Promise<void> {
  if (ending) return;
  ending = true;
  const begun = await Promise.allSettled(beginning);
  await Promise.allSettled(
    begun.map((result) => (result.status === 'fulfilled' ? result.value.remove() : undefined)),
  );
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  process.exit(0);
}

process.stdin.resume();
process.stdin.once('end', end);
process.stdin.once('error', end);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end);

server.listen(0, '127.0.0.1');
await once(server, 'listening');
const address = server.address();
if (address === null || typeof address === 'string') throw new Error('The loopback interface gave no port.');
process.stdout.write(`${JSON.stringify({ address: `http://127.0.0.1:${address.port}`, folder })}\n`);
