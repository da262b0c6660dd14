// Answers that are written while the engine still reads: bytes with back-pressure, and no clean end unless
// everything went well.

import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { RowStream } from '../dialects/dialect.ts';

/** Aborts when the client goes away before its answer is complete. */
export function clientSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  const { raw } = reply;
  raw.once('close', () => {
    if (!raw.writableFinished) controller.abort();
  });
  if (raw.destroyed) controller.abort();
  return controller.signal;
}

/** A failure on the way destroys the stream, and with it the connection: a cut answer never looks whole. */
export function rowsBetween(head: string, rows: RowStream, tail: string): Readable {
  async function* parts(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(head);
    yield* rows;
    yield Buffer.from(tail);
  }
  return Readable.from(parts(), { objectMode: false });
}
