// An HTTP load over keep-alive connections, each with one request at a time. It does as little as possible, because its
// processor time is taken from the measured server.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  readonly body?: string;
  /** The values of these headers. */
  readonly authorization?: string;
  readonly ifMatch?: string;
}

export interface LoadOptions {
  readonly connections: number;
  /** When to stop sending; outstanding answers are awaited. */
  readonly until: { readonly seconds: number } | { readonly answers: number };
}

export interface LoadResult {
  readonly answers: number;
  readonly bytes: number;
  readonly milliseconds: number;
  /** In milliseconds, for each answer. */
  readonly latencies: readonly number[];
  readonly firstBytes: readonly number[];
}

export async function load(address: string, next: () => Call, options: LoadOptions): Promise<LoadResult> {
  const { hostname, port } = new URL(address);
  const host = `${hostname}:${port}`;
  const sockets = await Promise.all(
    Array.from({ length: options.connections }, async () => {
      const socket = connect({ host: hostname, port: Number(port), noDelay: true });
      await once(socket, 'connect');
      return socket;
    }),
  );
  const latencies: number[] = [];
  const firstBytes: number[] = [];
  let bytes = 0;
  let asked = 0;
  const begin = performance.now();
  const mayAsk =
    'seconds' in options.until
      ? within(begin + options.until.seconds * 1_000)
      : (
          (answers) => () =>
            asked < answers
        )(options.until.answers);
  await Promise.all(
    sockets.map(async (socket) => {
      const reader = new AnswerReader(socket);
      while (mayAsk()) {
        asked++;
        const answer = await reader.ask(requestBytes(next(), host));
        latencies.push(answer.end - answer.begin);
        firstBytes.push(answer.firstByte - answer.begin);
        bytes += answer.bytes;
      }
      socket.destroy();
    }),
  );
  return {
    answers: latencies.length,
    bytes,
    milliseconds: performance.now() - begin,
    latencies,
    firstBytes,
  };
}

function within(deadline: number): () => boolean {
  return () => performance.now() < deadline;
}

function requestBytes({ method, path, body, authorization, ifMatch }: Call, host: string): string {
  const credentials = authorization === undefined ? '' : `Authorization: ${authorization}\r\n`;
  const condition = ifMatch === undefined ? '' : `If-Match: ${ifMatch}\r\n`;
  const head = `${method} ${path} HTTP/1.1\r\nHost: ${host}\r\n${credentials}${condition}`;
  if (body === undefined) return `${head}\r\n`;
  const length = Buffer.byteLength(body);
  return `${head}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;
}

interface AnswerTimes {
  readonly begin: number;
  readonly firstByte: number;
  readonly end: number;
  readonly bytes: number;
}

const headEnd = Buffer.from('\r\n\r\n');
const lineEnd = Buffer.from('\r\n');

/** Finds the end of an answer without parsing its content. */
class AnswerReader {
  readonly #socket: Socket;
  /** Unparsed input: the beginning of a head, or of a chunk's length. */
  #rest: Buffer | null = null;
  #state: 'head' | 'body' | 'chunk-length' | 'chunk' = 'head';
  #left = 0;
  #isLastChunk = false;
  #bytes = 0;
  #begin = 0;
  #firstByte = 0;
  #resolve: (times: AnswerTimes) => void = () => {};
  #reject: (error: unknown) => void = () => {};

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (bytes) => this.#take(bytes));
    socket.on('error', (error) => this.#reject(error));
    socket.on('end', () => this.#reject(new Error('the server closed the connection')));
  }

  ask(request: string): Promise<AnswerTimes> {
    return new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
      this.#state = 'head';
      this.#bytes = 0;
      this.#firstByte = 0;
      this.#begin = performance.now();
      this.#socket.write(request);
    });
  }

  #take(received: Buffer): void {
    if (this.#firstByte === 0) this.#firstByte = performance.now();
    this.#bytes += received.length;
    const bytes = this.#rest === null ? received : Buffer.concat([this.#rest, received]);
    this.#rest = null;
    let at = 0;
    while (at >= 0 && at < bytes.length) {
      switch (this.#state) {
        case 'head':
          at = this.#takeHead(bytes, at);
          break;
        case 'chunk-length':
          at = this.#takeChunkLength(bytes, at);
          break;
        default: {
          const taken = Math.min(this.#left, bytes.length - at);
          this.#left -= taken;
          at += taken;
          if (this.#left > 0) break;
          if (this.#state === 'body' || this.#isLastChunk) {
            this.#finish();
            return;
          }
          this.#state = 'chunk-length';
        }
      }
    }
  }

  #takeHead(bytes: Buffer, at: number): number {
    const end = bytes.indexOf(headEnd, at);
    if (end < 0) return this.#keep(bytes, at);
    const head = bytes.toString('latin1', at, end);
    if (!/^HTTP\/1\.1 20[01] /.test(head)) this.#reject(new Error(`the answer was ${head.split('\r\n')[0]}`));
    const length = /\ncontent-length: *(\d+)/i.exec(head)?.[1];
    this.#state = length === undefined ? 'chunk-length' : 'body';
    this.#left = Number(length ?? 0);
    this.#isLastChunk = false;
    if (length === '0') this.#finish();
    return end + headEnd.length;
  }

  #takeChunkLength(bytes: Buffer, at: number): number {
    const end = bytes.indexOf(lineEnd, at);
    if (end < 0) return this.#keep(bytes, at);
    const length = Number.parseInt(bytes.toString('latin1', at, end), 16);
    this.#isLastChunk = length === 0;
    // The line break after a chunk counts as part of it; after the last chunk there is only the line break.
    this.#left = length + lineEnd.length;
    this.#state = 'chunk';
    return end + lineEnd.length;
  }

  #keep(bytes: Buffer, at: number): number {
    this.#rest = bytes.subarray(at);
    return -1;
  }

  #finish(): void {
    this.#resolve({
      begin: this.#begin,
      firstByte: this.#firstByte,
      end: performance.now(),
      bytes: this.#bytes,
    });
  }
}
