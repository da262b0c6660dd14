// The gate: finds out who asks, for the framework's routes and for the short way alike. A route is closed unless its
// config says `open`.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Audit } from '../../app/audit/audit.ts';
import type { AuditAction } from '../../contract/audit.ts';
import { Problem } from '../../contract/problem.ts';
import {
  type Access,
  admit,
  admitFor,
  type Directory,
  noDirectory,
  type UserRights,
} from '../../identity/admit.ts';
import { Endings } from '../../identity/endings.ts';
import { normalise } from '../../identity/passwords.ts';
import type { App } from '../app.ts';
import { Caller } from './caller.ts';
import { credentialsOf } from './credentials.ts';
import type { Proxies } from './proxies.ts';
import { Unread } from './unread.ts';

/** Something under whose maker's rights others read, such as a link. What is read through it stops when either is gone. */
export interface LeftBehind {
  readonly maker: string | null;
  isThere(): Promise<boolean>;
  gone(): Problem;
}

export class Gate {
  readonly access: Access;
  readonly #endings = new Endings();
  readonly #proxies: Proxies;
  readonly #directory: Directory;
  readonly #unread = new Unread();
  /** Where it is written down who did what; null where nobody does. */
  readonly audit: Audit | null;

  constructor(
    access: Access,
    proxies: Proxies,
    directory: Directory = noDirectory,
    audit: Audit | null = null,
  ) {
    this.audit = audit;
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
      viewedAs(request),
    );
    const caller = new Caller(principal, response, this.#unread);
    if (this.audit !== null) this.#writeDown(this.audit, caller, request, response);
    return caller;
  }

  /** When the answer is complete, or nobody waits for it any more. */
  #writeDown(audit: Audit, caller: Caller, request: IncomingMessage, response: ServerResponse): void {
    const { name, viewer, via } = caller.principal;
    const address = this.addressOf(request);
    const reads = caller.remember();
    response.once('close', () => {
      const { entities, rows } = reads;
      const isAnswered = response.statusCode < 400;
      audit.note({
        user: viewer ?? name,
        via,
        ...(viewer === null || name === null ? {} : { as: name }),
        action: actionOf(request),
        entities,
        rows: entities.length === 0 || !isAnswered ? null : rows,
        address,
      });
    });
  }

  /** Whoever asks, with the rights of a user who is not there; null where that user is gone. */
  async standIn(
    left: LeftBehind,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Caller | null> {
    const { maker } = left;
    const ending = this.#endings.ending(async (own) => {
      const isThere = (await left.isThere()) && (await this.access.standIn(maker)) !== null;
      if (!isThere) own.end(left.gone());
    });
    const principal = await admitFor(this.access, maker, this.addressOf(request), this.#directory, ending);
    return principal === null ? null : new Caller(principal, response, this.#unread);
  }

  /** What the policy says about a user; null where there is no such user. */
  async rightsOf(name: string): Promise<UserRights | null> {
    const user = normalise(name);
    return (await admitFor(this.access, user, '', this.#directory))?.rights ?? null;
  }

  /** The address that a client is counted by. */
  addressOf(request: IncomingMessage): string {
    return this.#proxies.clientOf(request);
  }
}

export function admitAll(app: App, gate: Gate): void {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.open === true) return;
    request.caller = await gate.admit(request.raw, reply.raw);
    const { method, routeOptions } = request;
    const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
    if (isRead || routeOptions.config.reads === true || !request.caller.principal.isReadOnly) return;
    throw new Problem('forbidden', 'Nothing can be changed by this: it is only for looking.');
  });
}

/** By the address of what was asked for, which holds no value of a cell that would be written down. */
function actionOf({ method = 'GET', url = '' }: IncomingMessage): AuditAction {
  const [path = ''] = url.split('?', 1);
  if (path === '/api/logout') return 'logout';
  if (/\/export$|\/rows\.\w+$/.test(path)) return 'export';
  const isRead = method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
  return isRead || path.startsWith('/api/database/') ? 'read' : 'write';
}

/** The user as whom an admin looks at everything. */
function viewedAs({ headers }: IncomingMessage): string | null {
  const header = headers['x-view-as'];
  if (header === undefined) return null;
  try {
    // Headers have no letters beyond ASCII, and names may.
    return decodeURIComponent(String(header));
  } catch {
    return String(header);
  }
}

/** Whoever sent a request to a closed route. */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (caller === null) throw new Error('a route that is open asks who is there');
  return caller;
}
