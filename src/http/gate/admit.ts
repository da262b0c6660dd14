// The gate: finds out who asks, for the framework's routes and for the short way alike. A route is closed unless its
// config says `open`.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Asker } from '../../app/database.ts';
import { type Access, admit, type Credentials, type Principal } from '../../identity/admit.ts';
import type { App } from '../app.ts';

export function requirePrincipal(app: App, access: Access): void {
  app.decorateRequest('principal', null);
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.open !== true) request.principal = await principalOf(access, request.raw);
  });
}

/** The principal of a request; a Problem says why there is none. */
export function principalOf(access: Access, request: IncomingMessage): Promise<Principal> {
  return admit(access, credentialsOf(request), request.socket.remoteAddress ?? '');
}

/** Whoever sent a request to a closed route, until they leave. */
export function askerOf({ principal }: FastifyRequest, { raw }: FastifyReply): Caller {
  if (principal === null) throw new Error('an open route has no principal');
  return new Caller(principal, raw);
}

/** The signal is made for whoever asks for it: a read that is done on the spot needs none. */
export class Caller implements Asker {
  readonly principal: Principal;
  readonly #response: ServerResponse;
  #signal: AbortSignal | null = null;

  constructor(principal: Principal, response: ServerResponse) {
    this.principal = principal;
    this.#response = response;
  }

  get signal(): AbortSignal {
    this.#signal ??= signalOf(this.#response, this.principal.ended);
    return this.#signal;
  }
}

/** Aborts when the client goes away, or its session ends, before its answer is complete. */
function signalOf(response: ServerResponse, ended: AbortSignal | null): AbortSignal {
  const controller = new AbortController();
  const end = () => controller.abort(ended?.reason);
  response.once('close', () => {
    ended?.removeEventListener('abort', end);
    if (!response.writableFinished) controller.abort();
  });
  if (response.destroyed) controller.abort();
  else if (ended?.aborted) end();
  else ended?.addEventListener('abort', end);
  return controller.signal;
}

/** HTTP Basic in UTF-8 (RFC 7617), the session's id in place of the password; null when there is none. */
export function credentialsOf(request: Pick<IncomingMessage, 'headers'>): Credentials | null {
  const encoded = /^basic +([a-z0-9+/_-]+=*) *$/i.exec(request.headers.authorization ?? '')?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  return colon < 0 ? null : { username: text.slice(0, colon), sessionId: text.slice(colon + 1) };
}
