// The resources of the service as typed calls.
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

/** What the database is asked. */
export type Explanation = Exactly<WireExplanation>;

/** Which rows of a query are asked for, and whether they are counted. */
export interface PageOf extends Pick<GridRequest, 'offset' | 'limit' | 'count'> {
  readonly offset: number;
  readonly limit: number;
  readonly count: CountMode;
}

export const resources = {
  login: (username: string, password: string) =>
    callJson<Session>('/login', { method: 'POST', body: { username, password }, waitForLogin: false }),

  /** Answers where the session with the identity provider ends; null where there is none. */
  logout: async () => {
    const response = await call('/logout', { method: 'POST', waitForLogin: false });
    await response.body?.cancel();
    return linkOf(response, 'end-session')?.target ?? null;
  },

  me: (signal?: AbortSignal) => callJson<Me>('/me', { signal }),

  /** What another user is told; fails where there is none of that name. */
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
