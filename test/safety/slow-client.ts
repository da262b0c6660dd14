/**
 * A process with many connections, each of which sends a request byte by byte and never completes it; it prints how
 * many are open.
 */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

const [base = '', count = '0'] = process.argv.slice(2);
const { hostname, port } = new URL(base);
const head = 'GET /api HTTP/1.1\r\nHost: localhost\r\nX-Padding: ';
const groups = 200;

/** The number of bytes each connection has sent. */
const sent = new Map<Socket, number>();

async function open(): Promise<void> {
  const socket = connect(Number(port), hostname).resume();
  socket.on('error', () => {}).on('close', () => sent.delete(socket));
  await once(socket, 'connect');
  sent.set(socket, 0);
}

for (let left = Number(count); left > 0; left -= 100) {
  await Promise.all(Array.from({ length: Math.min(100, left) }, open));
}
process.stdout.write(`${sent.size}\n`);

// A batch at a time, each connection once in two seconds, so that the bytes do not come in one burst.
const sockets = [...sent.keys()];
let turn = 0;
setInterval(() => {
  turn = (turn + 1) % groups;
  for (let i = turn; i < sockets.length; i += groups) {
    const socket = sockets[i];
    const at = socket && sent.get(socket);
    if (socket === undefined || at === undefined) continue; // It was closed.
    socket.write(head[at] ?? 'x');
    sent.set(socket, at + 1);
  }
}, 2_000 / groups);
setInterval(() => process.stdout.write(`${sent.size}\n`), 500);
