// The resources of the service as typed calls.
import type { Catalog } from '../../src/contract/catalog.ts';
import type { Session } from '../../src/contract/session.ts';
import type { Operator } from '../query/operators.ts';
import type { PageOf, UniGrid } from '../query/request.ts';
import { callExact, callJson } from './client.ts';
import type { Cell, Exact } from './exact.ts';

const segment = encodeURIComponent;

/** A record: its columns, its own address, and the addresses of the records it points to. */
export type RecordBody = { readonly [column: string]: Cell };

export interface RecordList {
  readonly data: readonly RecordBody[];
}

/** One page of a query. */
export interface GridAnswer {
  readonly cols: readonly string[];
  readonly data: ReadonlyArray<readonly Cell[]>;
  readonly size: { readonly total: Exact | null };
  readonly summaries?: Readonly<Record<string, Readonly<Record<string, Cell>>>>;
}

/** What the database is asked. */
export interface Explanation {
  readonly sql: string;
  readonly parameters: readonly Cell[];
}

export const resources = {
  login: (username: string, password: string) =>
    callJson<Session>('/login', { method: 'POST', body: { username, password }, waitForLogin: false }),

  logout: () => callJson<unknown>('/logout', { method: 'POST', waitForLogin: false }),

  catalog: (signal?: AbortSignal) => callJson<Catalog>('/database/catalog', { signal }),

  operators: (signal?: AbortSignal) => callJson<readonly Operator[]>('/database/operators', { signal }),

  refresh: () => callJson<unknown>('/database/refresh', { method: 'POST' }),

  list: (entity: string, page: { offset?: number; limit: number }, signal?: AbortSignal) =>
    callExact<RecordList>(
      `/database/tables/${segment(entity)}?offset=${page.offset ?? 0}&limit=${page.limit}`,
      { signal },
    ),

  record: (entity: string, key: readonly string[], signal?: AbortSignal) =>
    callExact<RecordBody>(`/database/tables/${segment(entity)}/recs/[${key.map(segment).join(',')}]`, {
      signal,
    }),

  query: (query: UniGrid, page: PageOf, signal?: AbortSignal) =>
    callExact<GridAnswer>('/database/uni-grid-request', {
      method: 'POST',
      body: { unigrid: { ...query, ...page } },
      signal,
    }),

  explain: (query: UniGrid, signal?: AbortSignal) =>
    callExact<Explanation>('/database/uni-grid-request/explain', {
      method: 'POST',
      body: { unigrid: query },
      signal,
    }),
};
