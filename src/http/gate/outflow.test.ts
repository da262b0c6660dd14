import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { expect, test, vi } from 'vitest';
import { outflowOf } from './outflow.ts';

test('the progress of one large write is visible while it is under way', async () => {
  const size = 64 * 1024 * 1024;
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // A TCP server's address is always of this kind.
  const client = connect(port, '127.0.0.1').pause();
  const [socket]: [Socket] = await once(server, 'connection').then(([one]) => [one]);
  try {
    expect(outflowOf(socket)).toEqual({ bytesTaken: 0, isPending: false });
    socket.write(Buffer.alloc(size));
    const stuck = outflowOf(socket);
    expect(stuck.isPending).toBe(true);
    expect(stuck.bytesTaken).toBeLessThan(size);
    let read = 0;
    client.on('data', (part) => {
      read += part.length;
      if (read > size / 2) client.pause();
    });
    client.resume();
    await vi.waitUntil(() => read > size / 2, { timeout: 10_000 });
    const half = outflowOf(socket);
    expect(half.isPending).toBe(true);
    expect(half.bytesTaken).toBeGreaterThan(stuck.bytesTaken);
    expect(half.bytesTaken).toBeLessThan(size);
    client.removeAllListeners('data').resume();
    await vi.waitUntil(() => !outflowOf(socket).isPending, { timeout: 10_000 });
    expect(outflowOf(socket)).toEqual({ bytesTaken: size, isPending: false });
  } finally {
    client.destroy();
    socket.destroy();
    server.close();
  }
});
