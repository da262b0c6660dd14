// Serves each connection one request at a time, and drops clients that read too slowly.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { malformedAnswer, type ParseError } from '../answer/malformed.ts';
import { resetConnection } from './caller.ts';
import { outflowOf } from './outflow.ts';

export interface AnswerLimits {
  /** The lowest rate, in bytes per second, at which a client must read pending bytes. */
  readonly lowestRate: number;
  /** How long a client may read more slowly; 0 means for ever. */
  readonly stallMs: number;
  /** How long an answer may take in all; 0 means for ever. */
  readonly answerMs: number;
}

/**
 * Pipelined requests waiting for the answer before them, over all connections. Reading pauses at the first, but what
 * has been read by then may hold two thousand more. Beyond this total, connections with more than a hundred of them
 * are reset.
 */
const maxWaiting = 10_000;
const alwaysAccepted = 100;

const checkMs = 1_000;

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

interface Connection {
  readonly socket: Socket;
  /** The exchange in progress; null between two requests. */
  current: Exchange | null;
  readonly waiting: Exchange[];
  beganAt: number;
  /** Bytes the system had taken at the last check; null before the first. */
  bytesTaken: number | null;
  /** How far the client is behind the lowest rate. */
  lateMs: number;
  /** A final answer that closes the connection after all earlier requests are answered. */
  finalAnswer: string | null;
  readonly onClose: () => void;
}

export class Connections {
  readonly #limits: AnswerLimits;
  readonly #log: FastifyBaseLogger;
  readonly #next: RequestListener;
  readonly #known = new WeakMap<Socket, Connection>();
  /** Connections with a request in progress. */
  readonly #busy = new Set<Connection>();
  #waiting = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(limits: AnswerLimits, log: FastifyBaseLogger, next: RequestListener) {
    this.#limits = limits;
    this.#log = log;
    this.#next = next;
  }

  /** Starts a connection's next request when the answer before has left. */
  readonly listener: RequestListener = (request, response) => {
    const connection = this.#known.get(request.socket) ?? this.#connectionOf(request.socket);
    if (connection.current === null) {
      this.#begin(connection, { request, response });
      return;
    }
    const { socket, waiting } = connection;
    waiting.push({ request, response });
    this.#waiting++;
    if (this.#waiting > maxWaiting && waiting.length > alwaysAccepted) socket.resetAndDestroy();
    else socket.pause();
  };

  /** Closes an idle connection, unless it is waiting for the service: undoing a million rows takes minutes. */
  giveUp(socket: Socket): void {
    const connection = this.#known.get(socket);
    const { request, response } = connection?.current ?? {};
    if (request?.complete && !response?.headersSent) return;
    if (connection?.current) this.#cut(connection, 'nothing moved for long');
    else socket.destroy();
  }

  /** Refuses a connection that sent something other than a request, but never in the middle of an answer. */
  refuse(error: ParseError, socket: Socket): void {
    if (error.code === 'ECONNRESET' || !socket.writable) return;
    const connection = this.#known.get(socket);
    const current = connection?.current;
    if (connection === undefined || !current || !current.request.complete) {
      // Some requests are answered before they have arrived completely.
      if (current?.response.writableEnded) socket.end();
      else if (current?.response.headersSent) resetConnection(current.response);
      else socket.end(malformedAnswer(error));
    } else if (error.code !== 'ERR_HTTP_REQUEST_TIMEOUT') {
      // A request behind this one is late only because reading is paused.
      connection.finalAnswer ??= malformedAnswer(error);
    }
  }

  #connectionOf(socket: Socket): Connection {
    const connection: Connection = {
      socket,
      current: null,
      waiting: [],
      beganAt: 0,
      bytesTaken: null,
      lateMs: 0,
      finalAnswer: null,
      onClose: () => this.#end(connection),
    };
    // Node resumes reading by itself at the end of each request and each answer.
    socket.on('resume', () => {
      if (connection.waiting.length === 0) return;
      // A socket paused after resume() has started reading all the same, and ignores another pause(): emit the event.
      if (socket.isPaused()) socket.emit('pause');
      else socket.pause();
    });
    this.#known.set(socket, connection);
    return connection;
  }

  #begin(connection: Connection, exchange: Exchange): void {
    const { request, response } = exchange;
    connection.current = exchange;
    connection.beganAt = performance.now();
    connection.bytesTaken = null;
    connection.lateMs = 0;
    response.once('close', connection.onClose);
    this.#busy.add(connection);
    this.#timer ??= setInterval(() => this.#check(), checkMs).unref();
    this.#next(request, response);
  }

  #end(connection: Connection): void {
    connection.current = null;
    const { socket, waiting } = connection;
    const next = socket.destroyed ? undefined : waiting.shift();
    if (next === undefined) {
      this.#busy.delete(connection);
      this.#waiting -= waiting.length;
      waiting.length = 0;
      if (connection.finalAnswer !== null && socket.writable) socket.end(connection.finalAnswer);
      return;
    }
    this.#waiting--;
    this.#begin(connection, next);
    if (waiting.length === 0) socket.resume();
  }

  #check(): void {
    const now = performance.now();
    const { stallMs, answerMs } = this.#limits;
    for (const connection of this.#busy) {
      if (answerMs > 0 && now - connection.beganAt > answerMs) this.#cut(connection, 'it took too long');
      else if (stallMs > 0 && isStalled(connection, this.#limits))
        this.#cut(connection, 'its reader is too slow');
    }
    if (this.#busy.size > 0 || this.#timer === null) return;
    clearInterval(this.#timer);
    this.#timer = null;
  }

  #cut({ socket, current }: Connection, reason: string): void {
    this.#log.info({ ip: socket.remoteAddress }, `an answer was cut off: ${reason}`);
    if (current) resetConnection(current.response);
  }
}

/** Time in which the service has nothing to send does not count against the client. */
function isStalled(connection: Connection, { stallMs, lowestRate }: AnswerLimits): boolean {
  const { bytesTaken, isPending } = outflowOf(connection.socket);
  const enoughForMs = ((bytesTaken - (connection.bytesTaken ?? 0)) / lowestRate) * 1_000;
  connection.bytesTaken = bytesTaken;
  connection.lateMs = isPending ? Math.max(0, connection.lateMs + checkMs - enoughForMs) : 0;
  return connection.lateMs > stallMs;
}
