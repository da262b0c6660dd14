import { Socket } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { streamBody } from './stream.ts';

/** The log entries of an answer made of these parts. */
async function logOf(parts: (client: Socket) => AsyncGenerator<Uint8Array>): Promise<readonly string[]> {
  const lines: string[] = [];
  const app = Fastify({ logger: { stream: { write: (line: string) => lines.push(line) } } });
  const client = new Socket();
  app.get('/', (_, reply) => streamBody(reply, parts(client), new AbortController().signal));
  const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  client.connect(Number(port), hostname);
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  client.resume();
  // The log tells how the answer ended.
  client.on('error', () => {});
  await new Promise((resolve) => client.once('close', resolve));
  await app.close();
  return lines.filter((line) => line.includes('an answer'));
}

test('a client that leaves is not logged as a failure', async () => {
  const log = await logOf(async function* (client) {
    yield Buffer.from('one');
    client.resetAndDestroy();
    yield Buffer.from('two');
  });
  expect(log).toEqual([]);
});

test('a failure of the content is logged', async () => {
  const log = await logOf(async function* () {
    yield Buffer.from('one');
    throw new Error('the engine has failed');
  });
  expect(log).toEqual([expect.stringMatching(/"level":50.*the engine has failed/)]);
});

const letters = 'x'.repeat(64 * 1024);

test.each([
  ['bytes', () => Buffer.from(letters)],
  ['texts', () => letters],
  ['short texts', () => letters.slice(0, 100)],
])('%s are sent while others are still produced, and no faster than they are read', async (_, part) => {
  const client = new Socket();
  const bytes = 48 * 1024 * 1024;
  let made = 0;
  let farthest = 0;
  async function* parts() {
    while (made < bytes) {
      const next = part();
      made += next.length;
      farthest = Math.max(farthest, made - client.bytesRead);
      yield next;
    }
  }
  const app = Fastify();
  app.get('/', (_request, reply) => streamBody(reply, parts(), new AbortController().signal));
  const { hostname, port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  client.connect(Number(port), hostname);
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  client.resume();
  await new Promise((resolve) => client.once('close', resolve));
  await app.close();
  expect(client.bytesRead).toBeGreaterThan(bytes);
  // The bytes in between are in the system's socket buffers.
  expect(farthest).toBeLessThan(bytes / 3);
});

test('an injected request ends if its answer is cut off', async () => {
  const app = Fastify();
  app.get('/', (_, reply) => streamBody(reply, failing(), new AbortController().signal));
  async function* failing() {
    yield Buffer.from('one');
    throw new Error('the engine has failed');
  }
  await expect(app.inject('/')).rejects.toThrow('destroyed');
  await app.close();
});
