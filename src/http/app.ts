// What the routes share: the server's type and the parts of the service.

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
  /** Present if data may be changed. */
  readonly changes?: Changes;
  /** The state store; unused if there are no sessions and nobody saves anything. */
  readonly store: Store;
  /** What assistants have asked and proposed. */
  readonly agents: AgentNotes;
  /** True from the moment the service is told to stop. */
  readonly isStopping: () => boolean;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route needs no session. With users, every other route does. */
    open?: boolean;
    /** The route serves a page or its assets; all other routes serve data. */
    page?: boolean;
    /** The route changes nothing, whatever its method. */
    reads?: boolean;
    /** The address exists but accepts no method. */
    closed?: boolean;
    /** The route parses its body itself. */
    bodyAsText?: boolean;
    /** The route decodes its body too. */
    bodyAsBytes?: boolean;
    /** The route also accepts tokens of the identity provider. */
    resource?: ProtectedResource;
  }
  interface FastifyRequest {
    /** The caller; null only on open routes. */
    caller: Caller | null;
  }
  interface FastifyInstance {
    /** Every registered path. */
    knownPaths: ReadonlyMap<string, { readonly methods: ReadonlySet<string>; readonly open: boolean }>;
  }
}
