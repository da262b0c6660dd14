// The gate: finds out who asks, for the framework's routes and for the short way alike. A route is closed unless its
// config says `open`.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { type Access, admit, admitFor, type Directory, noDirectory } from '../../identity/admit.ts';
import type { App } from '../app.ts';
import { Caller } from './caller.ts';
import { credentialsOf } from './credentials.ts';
import type { Proxies } from './proxies.ts';
import { Unread } from './unread.ts';

export class Gate {
  readonly access: Access;
  readonly #proxies: Proxies;
  readonly #directory: Directory;
  readonly #unread = new Unread();

  constructor(access: Access, proxies: Proxies, directory: Directory = noDirectory) {
    this.access = access;
    this.#directory = directory;
    this.#proxies = proxies;
  }

  /** Whoever asks; a Problem says why they may not. */
  async admit(request: IncomingMessage, response: ServerResponse): Promise<Caller> {
    const principal = await admit(
      this.access,
      credentialsOf(request),
      this.addressOf(request),
      this.#directory,
    );
    return new Caller(principal, response, this.#unread);
  }

  /** Whoever asks, with the rights of a user who is not there; null where that user is gone. */
  async standIn(
    name: string | null,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Caller | null> {
    const principal = await admitFor(this.access, name, this.addressOf(request), this.#directory);
    return principal === null ? null : new Caller(principal, response, this.#unread);
  }

  /** The address that a client is counted by. */
  addressOf(request: IncomingMessage): string {
    return this.#proxies.clientOf(request);
  }
}

export function admitAll(app: App, gate: Gate): void {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.open !== true) request.caller = await gate.admit(request.raw, reply.raw);
  });
}

/** Whoever sent a request to a closed route. */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (caller === null) throw new Error('a route that is open asks who is there');
  return caller;
}
