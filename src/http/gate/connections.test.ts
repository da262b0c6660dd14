import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { Connections } from './connections.ts';

const limits = { lowestRate: 1, stallMs: 0, answerMs: 0 };
const idleMs = 100;
let close = () => {};
afterEach(() => close());

/** The port of a server that answers after `waitMs`, or with `begins` starts an answer at once and never ends it. */
async function served(waitMs: number, begins = false): Promise<number> {
  const connections = new Connections(limits, pino({ level: 'silent' }), (_, response) => {
    if (begins) response.write('begun');
    else setTimeout(() => response.end('done'), waitMs);
  });
  const server = createServer(connections.listener).setTimeout(idleMs, (socket) =>
    connections.giveUp(socket),
  );
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // A TCP server's address is always of this kind.
  return (server.address() as AddressInfo).port;
}

test('a request that takes long to process is answered', async () => {
  const port = await served(idleMs * 5);
  const [response] = await once(request({ port, host: '127.0.0.1' }).end(), 'response');
  expect(String((await response.toArray())[0])).toBe('done');
});

test('an answer that stalls, and a request that stays incomplete, are given up', async () => {
  for (const [text, begins] of [
    ['GET / HTTP/1.1\r\nhost: a\r\n\r\n', true],
    ['POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 9\r\n\r\nx', false],
  ] as const) {
    const socket = connect(await served(idleMs * 50, begins), '127.0.0.1');
    socket.on('error', () => {}).resume();
    socket.write(text);
    await new Promise((resolve) => socket.on('close', resolve));
    close();
  }
});
