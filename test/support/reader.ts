/** A client that reads an answer as slowly as a test wants, and reports how it ended. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface ReaderRequest {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export class SlowReader {
  readonly socket: Socket;
  /** Bytes received so far. */
  received = 0;
  #head = '';
  /** The last received bytes: enough to recognize the end of a chunked answer. */
  #tail = '';
  readonly #closed: Promise<'reset' | 'closed'>;

  private constructor(socket: Socket) {
    this.socket = socket;
    this.#closed = new Promise((resolve) => {
      socket.once('error', () => resolve('reset'));
      socket.once('close', () => resolve('closed'));
    });
    socket.on('data', (part: Buffer) => {
      this.received += part.length;
      if (!this.#head.includes('\r\n\r\n')) this.#head += part.toString('latin1');
      this.#tail = (this.#tail + part.toString('latin1')).slice(-64);
    });
  }

  /** Sends a request without reading the answer. */
  static async ask(base: string, path: string, { method = 'GET', headers = {}, body }: ReaderRequest = {}) {
    const { hostname, port, host } = new URL(base);
    const socket = connect(Number(port), hostname);
    const reader = new SlowReader(socket);
    socket.pause();
    await once(socket, 'connect');
    const all = {
      host,
      ...(body === undefined
        ? {}
        : { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) }),
      ...headers,
    };
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`);
    return reader;
  }

  /** Reads until the answer has begun, and no further; returns its status. */
  async begin(): Promise<number> {
    const first = once(this.socket, 'data');
    this.socket.resume();
    await first;
    this.socket.pause();
    return Number(/^HTTP\/1\.1 (\d+) /.exec(this.#head)?.[1]);
  }

  /** Reads the rest: until the answer is complete, or the connection is closed or reset. */
  async rest(): Promise<'whole' | 'reset' | 'closed'> {
    const whole = new Promise<'whole'>((resolve) => {
      const look = () => {
        if (this.#isWhole()) resolve('whole');
      };
      look();
      this.socket.on('data', look);
    });
    this.socket.resume();
    return Promise.race([whole, this.#closed]);
  }

  #isWhole(): boolean {
    const end = this.#head.indexOf('\r\n\r\n') + 4;
    const length = /^content-length: (\d+)\r$/im.exec(this.#head.slice(0, end))?.[1];
    return length === undefined
      ? this.#tail.endsWith('\r\n0\r\n\r\n')
      : this.received === end + Number(length);
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }
}
