// A server that speaks just enough of MySQL's protocol to request a local file from its client.
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** When the server requests it: at the first statement of a session, or later. */
export type Moment = 'first statement' | 'prepare' | 'execute';

export interface RogueServer extends AsyncDisposable {
  readonly port: number;
  /** The capabilities that the last client offered. */
  readonly clientFlags: number;
  /** The number of file requests. */
  readonly requests: number;
  /** All bytes received in response to such a request. */
  readonly answers: Buffer;
}

const command = { quit: 0x01, query: 0x03, prepare: 0x16, execute: 0x17 } as const;
const server = { flags: 0x00_0f_a2_8f, inTransactionOff: 0x0002 } as const;

export async function startRogueServer(file: string, moment: Moment): Promise<RogueServer> {
  const state = { clientFlags: 0, requests: 0, answers: [] as Buffer[] };
  const sockets = new Set<Socket>();
  const listener = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    serve(socket, file, moment, state);
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string')
    throw new Error('The loopback interface gave no port.');
  return {
    port: address.port,
    get clientFlags() {
      return state.clientFlags;
    },
    get requests() {
      return state.requests;
    },
    get answers() {
      return Buffer.concat(state.answers);
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      listener.close();
      await once(listener, 'close');
    },
  };
}

interface State {
  clientFlags: number;
  requests: number;
  readonly answers: Buffer[];
}

function serve(socket: Socket, file: string, moment: Moment, state: State): void {
  let phase: 'login' | 'commands' | 'file' = 'login';
  const askForFile = () => {
    phase = 'file';
    state.requests++;
    send(socket, 1, [Buffer.concat([Buffer.from([0xfb]), Buffer.from(file)])]);
  };
  send(socket, 0, [greeting()]);
  readPackets(socket, (sequence, payload) => {
    if (phase === 'login') {
      state.clientFlags = payload.readUInt32LE(0);
      phase = 'commands';
      return send(socket, sequence + 1, [ok()]);
    }
    if (phase === 'file') {
      state.answers.push(payload);
      phase = 'commands';
      return send(socket, sequence + 1, [ok()]);
    }
    switch (payload[0]) {
      case command.quit:
        socket.end();
        return undefined;
      case command.query:
        if (moment === 'first statement') return askForFile();
        return send(socket, 1, /^select version/.test(payload.toString('utf8', 1)) ? version() : [ok()]);
      case command.prepare:
        return moment === 'prepare' ? askForFile() : send(socket, 1, prepared());
      case command.execute:
        return askForFile();
      default:
        return send(socket, 1, [ok()]);
    }
  });
}

function readPackets(socket: Socket, onPacket: (sequence: number, payload: Buffer) => void): void {
  let pending = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    pending = Buffer.concat([pending, chunk]);
    while (pending.length >= 4 && pending.length >= 4 + pending.readUIntLE(0, 3)) {
      const end = 4 + pending.readUIntLE(0, 3);
      const packet = pending.subarray(0, end);
      pending = pending.subarray(end);
      onPacket(packet[3] ?? 0, packet.subarray(4));
    }
  });
}

function send(socket: Socket, sequence: number, payloads: readonly Buffer[]): void {
  payloads.forEach((payload, i) => {
    const header = Buffer.alloc(4);
    header.writeUIntLE(payload.length, 0, 3);
    header[3] = (sequence + i) & 0xff;
    socket.write(Buffer.concat([header, payload]));
  });
}

function greeting(): Buffer {
  const fixed = Buffer.alloc(7);
  fixed.writeUInt16LE(server.flags & 0xffff, 0);
  fixed[2] = 45;
  fixed.writeUInt16LE(server.inTransactionOff, 3);
  fixed.writeUInt16LE(server.flags >>> 16, 5);
  return Buffer.concat([
    Buffer.from([10]),
    Buffer.from('8.0.40\0'),
    Buffer.from([1, 0, 0, 0]),
    Buffer.from('abcdefgh\0'),
    fixed,
    Buffer.from([21]),
    Buffer.alloc(10),
    Buffer.from('ijklmnopqrst\0'),
    Buffer.from('mysql_native_password\0'),
  ]);
}

function ok(): Buffer {
  return Buffer.from([0, 0, 0, server.inTransactionOff, 0, 0, 0]);
}

function endOfRows(): Buffer {
  return Buffer.from([0xfe, 0, 0, server.inTransactionOff, 0]);
}

function text(value: string): Buffer {
  return Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]);
}

function column(): Buffer {
  const tail = Buffer.from([0x0c, 45, 0, 255, 0, 0, 0, 0xfd, 0, 0, 0, 0, 0]);
  return Buffer.concat([...['def', '', '', '', 'v', ''].map(text), tail]);
}

function version(): Buffer[] {
  return [Buffer.from([1]), column(), endOfRows(), text('8.0.40'), endOfRows()];
}

function prepared(): Buffer[] {
  return [Buffer.from([0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]), column(), endOfRows()];
}
