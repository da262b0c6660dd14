// Typed calls for the resources of the service.
import type { Catalog } from '../../src/contract/catalog.ts';
import type { Explanation as WireExplanation } from '../../src/contract/explain.ts';
import type { FunctionInfo } from '../../src/contract/functions.ts';
import type { CountMode, GridRequest, GridAnswer as WireAnswer } from '../../src/contract/grid.ts';
import type { OperatorInfo } from '../../src/contract/operators.ts';
import type { Record, RecordList } from '../../src/contract/record.ts';
import type { Me, Session } from '../../src/contract/session.ts';
import { call, callExact, callJson } from './client.ts';
import type { Exactly } from './exact.ts';
import { linkOf } from './links.ts';

const segment = encodeURIComponent;

/** A record: its columns, its own address, and the addresses of the records it points to. */
export type RecordBody = Exactly<Record>;

/** One page of a query. */
export type GridAnswer = Exactly<WireAnswer>;

/** The SQL of a query. */
export type Explanation = Exactly<WireExplanation>;

/** The page of rows, and whether to count them. */
export interface PageOf extends Pick<GridRequest, 'offset' | 'limit' | 'count'> {
  readonly offset: number;
  readonly limit: number;
  readonly count: CountMode;
}

export const resources = {
  login: (username: string, password: string) =>
    callJson<Session>('/login', { method: 'POST', body: { username, password }, waitForLogin: false }),

  /** Resolves to the address that ends the session with the identity provider; null if there is none. */
  logout: async () => {
    const response = await call('/logout', { method: 'POST', waitForLogin: false });
    await response.body?.cancel();
    return linkOf(response, 'end-session')?.target ?? null;
  },

  me: (signal?: AbortSignal) => callJson<Me>('/me', { signal }),

  /** What `/me` returns for another user; fails if there is no such user. */
  meAs: (user: string) => callJson<Me>('/me', { viewAs: user }),

  catalog: (signal?: AbortSignal) => callJson<Catalog>('/database/catalog', { signal }),

  operators: (signal?: AbortSignal) => callJson<readonly OperatorInfo[]>('/database/operators', { signal }),

  functions: (signal?: AbortSignal) => callJson<readonly FunctionInfo[]>('/database/functions', { signal }),

  refresh: () => callJson<unknown>('/database/refresh', { method: 'POST' }),

  list: (entity: string, page: { offset?: number; limit: number }, signal?: AbortSignal) =>
    callExact<Exactly<RecordList>>(
      `/database/tables/${segment(entity)}?offset=${page.offset ?? 0}&limit=${page.limit}`,
      { signal },
    ),

  record: (entity: string, key: readonly string[], signal?: AbortSignal) =>
    callExact<RecordBody>(`/database/tables/${segment(entity)}/recs/[${key.map(segment).join(',')}]`, {
      signal,
    }),

  query: (query: GridRequest, page: PageOf, signal?: AbortSignal) =>
    callExact<GridAnswer>('/database/uni-grid-request', {
      method: 'POST',
      body: { unigrid: { ...query, ...page } },
      signal,
    }),

  explain: (query: GridRequest, signal?: AbortSignal) =>
    callExact<Explanation>('/database/uni-grid-request/explain', {
      method: 'POST',
      body: { unigrid: query },
      signal,
    }),
};
