// Answers that are written while the engine still reads: with back-pressure, in constant memory, and without
// a clean end unless everything went well.
import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';
import { Problem } from '../../contract/problem.ts';
import { giveBack } from '../../dialects/base/bytes.ts';
import { cut } from '../gate/caller.ts';
import { jsonType } from './answers.ts';

/** What stands before and after the parts of an answer. */
interface Frame {
  readonly head: string;
  readonly tail: string;
}

/** Sends the parts of a JSON text. */
export function streamJson(
  reply: FastifyReply,
  parts: AsyncIterable<string | Uint8Array>,
  signal: AbortSignal,
  frame?: Frame,
): Promise<FastifyReply> {
  return streamBody(reply.type(jsonType), parts, signal, frame);
}

/** Texts are put together until they are as long: most are the few letters around the bytes of rows. */
const enoughText = 16 * 1024;

/**
 * Sends parts, the next one when the last has left the process. The memory of bytes is given back at once: the
 * collector would let it pile up to a hundred megabytes before it looks. A failure cuts the connection, so
 * that half an answer never looks whole.
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
        if (text.length < enoughText) continue;
        await writer.write(text);
        text = '';
        continue;
      }
      // Node sends a chunk with its length in one call, but in four from an answer that is corked.
      if (text !== '') raw.write(text);
      text = '';
      await writer.write(part);
      giveBack(part);
    }
    raw.end(text + tail);
  } catch (error) {
    // What cannot be sent is often the first that is seen of a client that has left.
    if (signal.aborted || writer.hasFailed)
      reply.log.debug({ err: signal.reason ?? error }, 'an answer was given up before it was complete');
    else if (error instanceof Problem) reply.log.warn({ err: error }, 'an answer was cut off');
    else reply.log.error({ err: error }, 'an answer was cut off');
    cut(raw);
  }
  return reply;
}

/** One for a whole answer, so that its parts, of which there may be thousands, each leave little to be collected. */
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

  /** Whether the system did not take the last bytes. */
  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Resolves when the system has taken it. */
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
