// Streams answers while the engine still reads: with back-pressure, in constant memory, and with a clean end only
// after success.
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { Problem } from '../../contract/problem.ts';
import { freeBytes } from '../../dialects/base/bytes.ts';
import { resetConnection } from '../gate/caller.ts';
import { jsonType } from './answers.ts';

/** The text before and after the parts of an answer. */
interface Frame {
  readonly head: string;
  readonly tail: string;
}

/** Streams the parts of a JSON text. */
export function streamJson(
  reply: FastifyReply,
  parts: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal,
  frame?: Frame,
): Promise<FastifyReply> {
  return streamBody(reply.type(jsonType), parts, signal, frame);
}

/** Texts are buffered up to this length: most are just the few characters around the bytes of rows. */
const flushLength = 16 * 1024;

/**
 * Sends each part after the previous one has left the process. Frees the memory of each part at once: the garbage
 * collector would let a hundred megabytes pile up. A failure resets the connection, so a partial answer never looks
 * complete.
 */
export async function streamBody(
  reply: FastifyReply,
  parts: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal,
  { head, tail }: Frame = { head: '', tail: '' },
): Promise<FastifyReply> {
  const { raw } = reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  const writer = new Writer(raw, signal);
  let text = head;
  try {
    for await (const part of parts) {
      if (typeof part === 'string') {
        text += part;
        if (text.length < flushLength) continue;
        await writer.write(text);
        text = '';
        continue;
      }
      // Node sends a chunk with its length in one system call, but in four if the response is corked.
      if (text !== '') raw.write(text);
      text = '';
      await writer.write(part);
      freeBytes(part);
    }
    raw.end(text + tail);
  } catch (error) {
    // A failed write is often the first sign that the client has disconnected.
    if (signal.aborted || writer.hasFailed)
      reply.log.debug({ err: signal.reason ?? error }, 'an answer was given up before it was complete');
    else if (error instanceof Problem) reply.log.warn({ err: error }, 'an answer was cut off');
    else reply.log.error({ err: error }, 'an answer was cut off');
    resetConnection(raw);
  }
  return reply;
}

/** One instance per answer: its parts, often thousands, leave little garbage each. */
class Writer {
  readonly #raw: ServerResponse;
  readonly #signal: AbortSignal;
  #giveUp: (reason: unknown) => void = () => {};
  #hasFailed = false;

  constructor(raw: ServerResponse, signal: AbortSignal) {
    this.#raw = raw;
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#giveUp(signal.reason), { once: true });
  }

  /** Whether the last write failed. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Resolves when the operating system has accepted the part. */
  write(part: string | Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#giveUp = reject;
      this.#raw.write(part, (error) => {
        if (!error) return resolve();
        this.#hasFailed = true;
        reject(error);
      });
      if (this.#signal.aborted) reject(this.#signal.reason);
    });
  }
}
