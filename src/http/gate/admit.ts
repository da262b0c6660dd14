// The gate: finds out who asks, for the framework's routes and for the short way alike. A route is closed unless its
// config says `open`.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Audit } from '../../app/audit/audit.ts';
import type { Person } from '../../app/policy/who.ts';
import type { AuditAction } from '../../contract/audit-actions.ts';
import { Problem } from '../../contract/problem.ts';
import type { Access } from '../../identity/access.ts';
import { admit, admitFor, type Principal, presume } from '../../identity/admit.ts';
import { Endings } from '../../identity/endings.ts';
import { normalise } from '../../identity/passwords.ts';
import { type Directory, noDirectory, rightsOf, type UserRights } from '../../identity/rights.ts';
import { longestName } from '../../identity/users.ts';
import type { App } from '../app.ts';
import { Caller } from './caller.ts';
import { credentialsOf } from './credentials.ts';
import type { Proxies } from './proxies.ts';
import { RightsEnds } from './rights-ends.ts';
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
  readonly #rightsEnds: RightsEnds;
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
    this.#rightsEnds = new RightsEnds(directory, this.#endings);
    this.#proxies = proxies;
  }

  /**
   * Whoever asks, at once where nobody has to be waited for; a Problem says why they may not. `action`: what it is written
   * down as. `audiences`: what tokens of the identity provider may be made out for, where any are taken.
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
   * Whoever `admit` is likely to let in, so that a read may go on beside its look; null where that cannot be told. Nothing
   * of the read is told, and it is not written down, before `admit` has found somebody with the same rights who adopts it.
   */
  presume(request: IncomingMessage, response: ServerResponse): Caller | null {
    if (viewedAs(request) !== null) return null;
    const address = this.addressOf(request);
    const principal = presume(this.access, credentialsOf(request), address, this.#directory);
    if (principal === null) return null;
    const caller = this.#callerOf(principal, response);
    if (this.#isAudited(principal.rights, 'read')) caller.remember();
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
    return new Caller(principal, response, this.#unread, () => this.#rightsEnds.of(principal));
  }

  /** With a policy it is written down who did what, and so is the change that brings the first one. */
  #isAudited({ policy }: UserRights, action: AuditAction): boolean {
    return this.audit !== null && (policy !== null || action === 'policy');
  }

  noteLogin(user: string, request: IncomingMessage): void {
    this.#noteEntrance(user, 'session', 'login', request);
  }

  /** `name`: as it was given, which may be nobody's. */
  noteRefusedLogin(name: string, request: IncomingMessage): void {
    this.#noteEntrance(normalise(name).slice(0, longestName), 'open', 'login-refused', request);
  }

  #noteEntrance(user: string, via: 'session' | 'open', action: AuditAction, request: IncomingMessage): void {
    if (this.#directory.rightsOf(user).policy === null) return;
    const address = this.addressOf(request);
    this.audit?.note({ user, via, action, entities: [], rows: null, address });
  }

  /** When the answer is complete, or nobody waits for it any more. */
  #writeDown(caller: Caller, action: AuditAction, request: IncomingMessage, response: ServerResponse): void {
    const { name, viewer, via, rights } = caller.principal;
    const address = this.addressOf(request);
    const reads = caller.remember();
    // It comes once.
    response.on('close', () => {
      const { entities, rows } = reads;
      const isAnswered = response.statusCode < 400;
      const deed = {
        user: viewer ?? name,
        via,
        ...(viewer === null || name === null ? {} : { as: name }),
        // One that was refused is not another policy.
        action: action === 'policy' && !isAnswered ? 'write' : action,
        entities,
        rows: entities.length === 0 || !isAnswered ? null : rows,
        address,
      };
      this.audit?.note(deed, rights);
    });
  }

  /** Whoever asks, with the rights of a user who is not there; null where that user is gone. */
  async standIn(
    left: LeftBehind,
    action: AuditAction,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<Caller | null> {
    const { maker } = left;
    const ending = this.#endings.ending(async (own) => {
      const isThere = (await left.isThere()) && (await this.access.standIn(maker)) !== null;
      if (!isThere) own.end(left.gone());
    });
    const principal = await admitFor(this.access, maker, this.addressOf(request), this.#directory, ending);
    return principal === null ? null : this.#called(principal, action, request, response);
  }

  /** What the policy says about a user; null where there is no such user. */
  async rightsOf(name: string): Promise<UserRights | null> {
    const user = normalise(name);
    return (await admitFor(this.access, user, '', this.#directory))?.rights ?? null;
  }

  /** All who are known by name, with what the policy says about them. */
  async people(): Promise<Person[]> {
    const [known] = await Promise.all([this.access.people(), this.#directory.look?.()]);
    const people = new Map<string, Person>();
    for (const asking of known) {
      const { name } = asking;
      if (name !== null) people.set(name, { name, rights: rightsOf(this.#directory, asking), isKnown: true });
    }
    for (const name of Object.keys(this.#directory.rightsOf(null).policy?.users ?? {}).map(normalise)) {
      if (!people.has(name))
        people.set(name, { name, rights: this.#directory.rightsOf(name), isKnown: false });
    }
    return [...people.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
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

/** By the route that answers: its address may be written in several ways, and a record's holds values. */
function actionOf(method: string, route: string): AuditAction {
  if (route === '/api/logout') return 'logout';
  if (/\/export$|\/rows\.\w+$/.test(route)) return 'export';
  // Tools of assistants change nothing.
  const asks =
    (route.startsWith('/api/database/') && !changesData(method, route)) ||
    route === '/mcp' ||
    route.startsWith('/api/assistants/');
  if (isRead(method) || asks || route === '/api/policy/check') return 'read';
  return /^\/api\/policy(?:$|\/)/.test(route) ? 'policy' : 'write';
}

/** Queries are sent in a body; of what is about the data only these change it. */
function changesData(method: string, route: string): boolean {
  return method !== 'POST' || /\/add$|^\/api\/database\/(?:changes|imports)(\/|$)/.test(route);
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
