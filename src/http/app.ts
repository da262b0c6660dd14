// What the routes share: the type of the server they stand in, and the parts of the service they use.

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { AgentNotes } from '../app/agents/notes.ts';
import type { Changes } from '../app/change/changes.ts';
import type { OpenDatabase } from '../app/database.ts';
import type { Store } from '../store/store.ts';
import type { ContractTypes } from './answer/schemas.ts';
import type { Caller } from './gate/caller.ts';
import type { ProtectedResource } from './gate/protected-resource.ts';

export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ContractTypes
>;

export interface Services {
  readonly database: OpenDatabase;
  /** Where data may be changed; nothing else can. */
  readonly changes?: Changes;
  /** What the service remembers; where people make nothing and have no sessions, nobody looks at it. */
  readonly store: Store;
  /** What assistants have asked and proposed. */
  readonly agents: AgentNotes;
  /** True from the moment that the service is told to stop. */
  readonly isStopping: () => boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route answers without a session. Every other route needs one when there are users. */
    open?: boolean;
    /** The route answers with a page, or with what a page consists of; every other one with data. */
    page?: boolean;
    /** The route changes nothing, whatever its method is. */
    reads?: boolean;
    /** The address is known, and takes no method here. */
    closed?: boolean;
    /** The route reads its body by itself. */
    bodyAsText?: boolean;
    /** The route takes tokens of the identity provider too. */
    resource?: ProtectedResource;
  }
  interface FastifyRequest {
    /** Whoever asks; null only where the route is open. */
    caller: Caller | null;
  }
  interface FastifyInstance {
    /** Every path that has a route, as it was registered. */
    knownPaths: ReadonlyMap<string, { readonly methods: ReadonlySet<string>; readonly open: boolean }>;
  }
}
