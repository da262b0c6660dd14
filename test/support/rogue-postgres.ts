/** A proxy for a PostgreSQL server that can answer new sessions itself. */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** Handles a new session's messages, from the first one on. */
export type Behaviour = (client: Socket, message: Buffer) => void;

export interface RoguePostgres extends AsyncDisposable {
  readonly port: number;
  /** Ends all sessions; new ones get this behaviour. Null forwards them to the server again. */
  turn(behaviour: Behaviour | null): void;
}

function message(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeUInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** An error in the server's format. */
export function refusal(code: string, text: string): Buffer {
  const fields = { S: 'FATAL', V: 'FATAL', C: code, M: text };
  const parts = Object.entries(fields).map(([name, value]) => `${name}${value}\0`);
  return message('E', Buffer.from(`${parts.join('')}\0`));
}

/** The server's request for a cleartext password. */
export const askForPassword = message('R', Buffer.from([0, 0, 0, 3]));

const sslCode = 80_877_103;

export function asksForEncryption(bytes: Buffer): boolean {
  return bytes.length === 8 && bytes.readInt32BE(4) === sslCode;
}

export async function startRogue(target: {
  readonly host: string;
  readonly port: number;
}): Promise<RoguePostgres> {
  let behaviour: Behaviour | null = null;
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => {}).on('close', () => sockets.delete(client));
    const now = behaviour;
    if (now !== null) {
      client.on('data', (bytes) => now(client, bytes));
      return;
    }
    const upstream = connect(target.port, target.host).on('error', () => client.destroy());
    client.on('close', () => upstream.destroy()).pipe(upstream);
    upstream.on('close', () => client.destroy()).pipe(client);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('The loopback interface gave no port.');
  const endAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: address.port,
    turn(next) {
      behaviour = next;
      endAll();
    },
    async [Symbol.asyncDispose]() {
      endAll();
      server.close();
      await once(server, 'close');
    },
  };
}
