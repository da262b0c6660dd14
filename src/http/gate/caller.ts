// The caller of a request. Its signal aborts when they disconnect, their session ends or their answer is complete.
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { ReadRows } from '../../app/bound-connection.ts';
import type { Requester } from '../../app/database.ts';
import type { Principal } from '../../identity/admit.ts';
import type { Revocation } from '../../identity/revocations.ts';
import type { Unread } from './unread.ts';

/** The operating system buffers this many bytes, whether or not the client reads them. */
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
    // Fast path: most requests read one entity with one statement.
    if (this.#noted.length === 1 && only.entities.length < 2) return only.entities;
    return [...new Set(this.#noted.flatMap(({ entities }) => entities))].toSorted();
  }

  /** Rows so far. If rows were changed, counts only those: the others were read to find them. */
  get rows(): number {
    if (this.#noted.length === 1) return this.#noted[0]?.read.rows ?? 0;
    const changed = this.#noted.filter(({ read }) => read.isChange);
    return (changed.length === 0 ? this.#noted : changed).reduce((sum, { read }) => sum + read.rows, 0);
  }
}

export class Caller implements Requester {
  readonly principal: Principal;
  readonly #response: ServerResponse;
  readonly #unread: Unread;
  readonly #rightsRevocation: () => Revocation | null;
  #signal: AbortSignal | null = null;
  /** What was read, if it is audited. */
  #reads: Reads | null = null;

  /** `rightsRevocation`: comes when the policy takes rights away; called only if a signal is needed. */
  constructor(
    principal: Principal,
    response: ServerResponse,
    unread: Unread,
    rightsRevocation: () => Revocation | null,
  ) {
    this.#rightsRevocation = rightsRevocation;
    this.principal = principal;
    this.#response = response;
    this.#unread = unread;
  }

  get holder(): string {
    return this.principal.holder;
  }

  /** Created on demand: a synchronous read needs none. */
  get signal(): AbortSignal {
    this.#signal ??= signalOf(this.#response, this.principal.ended, this.#rightsRevocation());
    return this.#signal;
  }

  /** Starts recording what is read. */
  recordReads(): Reads {
    this.#reads ??= new Reads();
    return this.#reads;
  }

  /** Takes over what `ahead` has read for this request, and records its later reads here too. */
  takeOver(ahead: Caller): void {
    if (this.#reads === null || ahead.#reads === null) return;
    this.#reads.take(ahead.#reads);
    ahead.#reads = this.#reads;
  }

  get note(): Requester['note'] {
    return this.#reads?.note;
  }

  /** Call it before sending an answer of this size in one piece: its bytes stay in memory until they are read. */
  countUnread(bytes: number): void {
    if (bytes < smallAnswer) return;
    this.signal.throwIfAborted();
    this.#unread.add(this.holder, bytes, this.#response);
  }
}

/** Aborts when, before the answer is complete, the client disconnects or their session or rights end. */
function signalOf(
  response: ServerResponse,
  ended: AbortSignal | null,
  rightsEnd: Revocation | null,
): AbortSignal {
  const controller = new AbortController();
  const stop = (reason: unknown) => {
    controller.abort(reason);
    // Without headers sent, a problem can still be answered.
    if (response.headersSent) resetConnection(response);
  };
  const stopWithSession = () => stop(ended?.reason);
  response.once('close', () => {
    ended?.removeEventListener('abort', stopWithSession);
    rightsEnd?.unsubscribe(stop);
    if (!response.writableFinished) controller.abort();
  });
  if (response.destroyed) controller.abort();
  else if (ended?.aborted) controller.abort(ended.reason);
  else {
    ended?.addEventListener('abort', stopWithSession);
    rightsEnd?.subscribe(stop);
  }
  return controller.signal;
}

/** Resets the connection: in HTTP/1.0, which proxies speak, a plain close marks a complete answer. */
export function resetConnection(response: ServerResponse): void {
  // Injected requests have a fake socket that cannot be reset.
  if (response.socket instanceof Socket) response.socket.resetAndDestroy();
  response.destroy();
}
