// Whoever sent a request, until they leave, their session ends or their answer is complete.
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { ReadRows } from '../../app/bound-connection.ts';
import type { Asker } from '../../app/database.ts';
import type { Principal } from '../../identity/admit.ts';
import type { Ending } from '../../identity/endings.ts';
import type { Unread } from './unread.ts';

/** The operating system takes this many bytes at once, whether or not anybody reads them. */
const smallAnswer = 64 * 1024;

/** What was read for a request. */
class Reads {
  readonly #noted: { readonly entities: readonly string[]; readonly read: ReadRows }[] = [];

  readonly note = (entities: readonly string[], read: ReadRows): void => {
    this.#noted.push({ entities, read });
  };

  take(others: Reads): void {
    this.#noted.push(...others.#noted);
  }

  get entities(): readonly string[] {
    const [only] = this.#noted;
    if (only === undefined) return [];
    // Most requests read one entity by one statement.
    if (this.#noted.length === 1 && only.entities.length < 2) return only.entities;
    return [...new Set(this.#noted.flatMap(({ entities }) => entities))].toSorted();
  }

  /** So far. Where rows were changed, only these: others were read to find them. */
  get rows(): number {
    if (this.#noted.length === 1) return this.#noted[0]?.read.rows ?? 0;
    const changed = this.#noted.filter(({ read }) => read.isChange);
    return (changed.length === 0 ? this.#noted : changed).reduce((sum, { read }) => sum + read.rows, 0);
  }
}

export class Caller implements Asker {
  readonly principal: Principal;
  readonly #response: ServerResponse;
  readonly #unread: Unread;
  readonly #rightsEnd: () => Ending | null;
  #signal: AbortSignal | null = null;
  /** What was read, where somebody writes it down. */
  #reads: Reads | null = null;

  /** `rightsEnd`: comes when the policy takes something away; asked for only where a signal is needed. */
  constructor(
    principal: Principal,
    response: ServerResponse,
    unread: Unread,
    rightsEnd: () => Ending | null,
  ) {
    this.#rightsEnd = rightsEnd;
    this.principal = principal;
    this.#response = response;
    this.#unread = unread;
  }

  get holder(): string {
    return this.principal.holder;
  }

  /** Made on demand: a read that is done on the spot needs none. */
  get signal(): AbortSignal {
    this.#signal ??= signalOf(this.#response, this.principal.ended, this.#rightsEnd());
    return this.#signal;
  }

  /** From now on what is read is remembered. */
  remember(): Reads {
    this.#reads ??= new Reads();
    return this.#reads;
  }

  /** What was read ahead in the name of the same person was read for this request, and so is what is still to come of it. */
  adopt(ahead: Caller): void {
    if (this.#reads === null || ahead.#reads === null) return;
    this.#reads.take(ahead.#reads);
    ahead.#reads = this.#reads;
  }

  get note(): Asker['note'] {
    return this.#reads?.note;
  }

  /** Call it before an answer of so many bytes is sent in one piece: they stay in memory until they are read. */
  owe(bytes: number): void {
    if (bytes < smallAnswer) return;
    this.signal.throwIfAborted();
    this.#unread.add(this.holder, bytes, this.#response);
  }
}

/** Aborts when the client goes away, their session ends or their rights do, before the answer is complete. */
function signalOf(
  response: ServerResponse,
  ended: AbortSignal | null,
  rightsEnd: Ending | null,
): AbortSignal {
  const controller = new AbortController();
  const stop = (reason: unknown) => {
    controller.abort(reason);
    // An answer that has not begun can still be a refusal in words.
    if (response.headersSent) cut(response);
  };
  const stopWithSession = () => stop(ended?.reason);
  response.once('close', () => {
    ended?.removeEventListener('abort', stopWithSession);
    rightsEnd?.leave(stop);
    if (!response.writableFinished) controller.abort();
  });
  if (response.destroyed) controller.abort();
  else if (ended?.aborted) controller.abort(ended.reason);
  else {
    ended?.addEventListener('abort', stopWithSession);
    rightsEnd?.await(stop);
  }
  return controller.signal;
}

/** Resets the connection: a mere close is how a whole answer ends in HTTP/1.0, which proxies speak. */
export function cut(response: ServerResponse): void {
  // What is injected has something else in its place, which cannot be reset.
  if (response.socket instanceof Socket) response.socket.resetAndDestroy();
  response.destroy();
}
