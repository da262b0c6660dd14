// The gate: authenticates requests, those of the framework's routes and those answered directly. A route is closed
// unless its config says `open`.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Audit } from '../../app/audit/audit.ts';
import type { Person } from '../../app/policy/who.ts';
import type { AuditAction } from '../../contract/audit-actions.ts';
import { Problem } from '../../contract/problem.ts';
import type { Access } from '../../identity/access.ts';
import { admit, admitFor, type Principal, presume } from '../../identity/admit.ts';
import { normalise } from '../../identity/passwords.ts';
import { Revocations } from '../../identity/revocations.ts';
import { type Directory, noDirectory, rightsOf, type UserRights } from '../../identity/rights.ts';
import { maxNameLength } from '../../identity/users.ts';
import type { App } from '../app.ts';
import { Caller } from './caller.ts';
import { credentialsOf } from './credentials.ts';
import type { Proxies } from './proxies.ts';
import { RightsRevocations } from './rights-revocations.ts';
import { Unread } from './unread.ts';

/** Something, such as a link, that others read under its maker's rights. Reads stop when it or its maker is gone. */
export interface SharedObject {
  readonly maker: string | null;
  exists(): Promise<boolean>;
  notFound(): Problem;
}

export class Gate {
  readonly access: Access;
  readonly #revocations = new Revocations();
  readonly #rightsRevocations: RightsRevocations;
  readonly #proxies: Proxies;
  readonly #directory: Directory;
  readonly #unread = new Unread();
  /** The audit log; null if there is none. */
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
    this.#rightsRevocations = new RightsRevocations(directory, this.#revocations);
    this.#proxies = proxies;
  }

  /**
   * Authenticates the caller, synchronously if nothing has to be awaited; throws a Problem if they may not enter.
   * `action`: for the audit log. `audiences`: the accepted audiences of the identity provider's tokens, if any.
   */
  admit(
    request: IncomingMessage,
    response: ServerResponse,
    action: AuditAction,
    audiences: readonly string[] = [],
  ): Caller | Promise<Caller> {
    const principal = admit(
      this.access,
      credentialsOf(request, audiences),
      this.addressOf(request),
      this.#directory,
      viewedAs(request),
    );
    return principal instanceof Promise
      ? principal.then((found) => this.#called(found, action, request, response))
      : this.#called(principal, action, request, response);
  }

  /**
   * The caller that `admit` will probably let in, so a read can start meanwhile; null if that is unknown. Nothing of
   * the read is sent or logged until `admit` returns a caller with the same rights, who adopts it.
   */
  presume(request: IncomingMessage, response: ServerResponse): Caller | null {
    if (viewedAs(request) !== null) return null;
    const address = this.addressOf(request);
    const principal = presume(this.access, credentialsOf(request), address, this.#directory);
    if (principal === null) return null;
    const caller = this.#callerOf(principal, response);
    if (this.#isAudited(principal.rights, 'read')) caller.recordReads();
    return caller;
  }

  #called(
    principal: Principal,
    action: AuditAction,
    request: IncomingMessage,
    response: ServerResponse,
  ): Caller {
    const caller = this.#callerOf(principal, response);
    if (this.#isAudited(principal.rights, action)) this.#writeDown(caller, action, request, response);
    return caller;
  }

  #callerOf(principal: Principal, response: ServerResponse): Caller {
    return new Caller(principal, response, this.#unread, () => this.#rightsRevocations.of(principal));
  }

  /** Requests are audited if there is a policy; so is the change that brings the first one. */
  #isAudited({ policy }: UserRights, action: AuditAction): boolean {
    return this.audit !== null && (policy !== null || action === 'policy');
  }

  noteLogin(user: string, request: IncomingMessage): void {
    this.#noteEntry(user, 'session', 'login', request);
  }

  /** `name`: as given, possibly unknown. */
  noteRefusedLogin(name: string, request: IncomingMessage): void {
    this.#noteEntry(normalise(name).slice(0, maxNameLength), 'open', 'login-refused', request);
  }

  #noteEntry(user: string, via: 'session' | 'open', action: AuditAction, request: IncomingMessage): void {
    if (this.#directory.rightsOf(user).policy === null) return;
    const address = this.addressOf(request);
    this.audit?.note({ user, via, action, entities: [], rows: null, address });
  }

  /** Writes the audit entry when the answer is complete or the client has disconnected. */
  #writeDown(caller: Caller, action: AuditAction, request: IncomingMessage, response: ServerResponse): void {
    const { name, viewer, via, rights } = caller.principal;
    const address = this.addressOf(request);
    const reads = caller.recordReads();
    // Fires once.
    response.on('close', () => {
      const { entities, rows } = reads;
      const isAnswered = response.statusCode < 400;
      const deed = {
        user: viewer ?? name,
        via,
        ...(viewer === null || name === null ? {} : { as: name }),
        // A refused change left the policy as it was.
        action: action === 'policy' && !isAnswered ? 'write' : action,
        entities,
        rows: entities.length === 0 || !isAnswered ? null : rows,
        address,
      };
      this.audit?.note(deed, rights);
    });
  }

  /** The caller with the rights of an absent user; null if that user is gone. */
  async asMaker(
    left: SharedObject,
    action: AuditAction,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Caller | null> {
    const { maker } = left;
    const revocation = this.#revocations.create(async (own) => {
      const isThere = (await left.exists()) && (await this.access.identityOf(maker)) !== null;
      if (!isThere) own.revoke(left.notFound());
    });
    const principal = await admitFor(
      this.access,
      maker,
      this.addressOf(request),
      this.#directory,
      revocation,
    );
    return principal === null ? null : this.#called(principal, action, request, response);
  }

  /** What the policy grants a user; null if there is no such user. */
  async rightsOf(name: string): Promise<UserRights | null> {
    const user = normalise(name);
    return (await admitFor(this.access, user, '', this.#directory))?.rights ?? null;
  }

  /** Everybody known by name, with what the policy grants them. */
  async people(): Promise<Person[]> {
    const [known] = await Promise.all([this.access.people(), this.#directory.refresh?.()]);
    const people = new Map<string, Person>();
    for (const identity of known) {
      const { name } = identity;
      if (name !== null)
        people.set(name, { name, rights: rightsOf(this.#directory, identity), isKnown: true });
    }
    for (const name of Object.keys(this.#directory.rightsOf(null).policy?.users ?? {}).map(normalise)) {
      if (!people.has(name))
        people.set(name, { name, rights: this.#directory.rightsOf(name), isKnown: false });
    }
    return [...people.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** The client address, for rate limits and the audit log. */
  addressOf(request: IncomingMessage): string {
    return this.#proxies.clientOf(request);
  }
}

export function admitAll(app: App, gate: Gate): void {
  app.decorateRequest('caller', null);
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.config.open === true) return;
    const { routeOptions } = request;
    const audiences = routeOptions.config.resource?.audiencesOf(request.raw);
    const action = actionOf(request.method, routeOptions.url ?? '');
    request.caller = await gate.admit(request.raw, reply.raw, action, audiences);
    if (!isRead(request.method) && routeOptions.config.reads !== true) refuseReadOnly(request.caller);
  });
}

export function refuseReadOnly({ principal }: Caller): void {
  if (!principal.isReadOnly) return;
  throw new Problem('forbidden', 'Nothing can be changed by this: it is only for looking.');
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/** Uses the route, not the address: an address can be written in several ways, and a record's contains values. */
function actionOf(method: string, route: string): AuditAction {
  if (route === '/api/logout') return 'logout';
  if (/\/export$|\/rows\.\w+$/.test(route)) return 'export';
  // Assistants' tools change nothing.
  const asks =
    (route.startsWith('/api/database/') && !changesData(method, route)) ||
    route === '/mcp' ||
    route.startsWith('/api/assistants/');
  if (isRead(method) || asks || route === '/api/policy/check') return 'read';
  return /^\/api\/policy(?:$|\/)/.test(route) ? 'policy' : 'write';
}

/** Queries are POSTed too; under /api/database only these POST routes change data. */
function changesData(method: string, route: string): boolean {
  return method !== 'POST' || /\/add$|^\/api\/database\/(?:changes|imports)(\/|$)/.test(route);
}

/** The user an admin is viewing as. */
function viewedAs({ headers }: IncomingMessage): string | null {
  const header = headers['x-view-as'];
  if (header === undefined) return null;
  try {
    // Headers are ASCII, names may not be.
    return decodeURIComponent(String(header));
  } catch {
    return String(header);
  }
}

/** The caller of a closed route. */
export function callerOf({ caller }: FastifyRequest): Caller {
  if (caller === null) throw new Error('a route that is open asks who is there');
  return caller;
}
