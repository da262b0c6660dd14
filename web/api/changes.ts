// Typed calls for data changes. Values keep all their digits in both directions.
import type { Change, DryRun as WireDryRun, ChangeSet as WireSet } from '../../src/contract/change.ts';
import { call, callExact, callText } from './client.ts';
import { type Cell, type Exactly, exactJson, parseExact } from './exact.ts';
import { nextPageIn } from './saved.ts';

export type ChangeSet = Exactly<WireSet>;
export type AppliedChange = ChangeSet['changes'][number];
export type DryRun = Exactly<WireDryRun>;

const path = '/database/changes';

interface ChangeSetRequest {
  readonly changes: readonly Exactly<Change>[];
  readonly note?: string;
  readonly dry_run?: true;
}

/** Every value in the body is a cell, or made of cells. */
function text(body: ChangeSetRequest): string {
  return exactJson(body as unknown as Cell);
}

/** The filters of the history; undefined ones do not restrict it. */
export interface HistoryFilter {
  readonly entity: string | undefined;
  /** The key of one record of the entity. */
  readonly key: readonly string[];
  readonly user: string | undefined;
}

export interface HistoryPage {
  readonly sets: readonly ChangeSet[];
  /** The start of the next page; undefined at the end. */
  readonly next: string | undefined;
}

export const changes = {
  /** Whether data can be changed at all. */
  areAllowed: async (signal?: AbortSignal): Promise<boolean> => {
    const response = await call(path, { method: 'OPTIONS', signal });
    return (response.headers.get('allow') ?? '').split(/,\s*/).includes('POST');
  },

  tryOut: (sent: readonly Exactly<Change>[], signal?: AbortSignal) =>
    callExact<DryRun>(path, { method: 'POST', bodyText: text({ changes: sent, dry_run: true }), signal }),

  /** The idempotency key makes a retry safe: the changes are applied once, even if the first answer was lost. */
  apply: (sent: readonly Exactly<Change>[], note: string, idempotencyKey: string) =>
    callExact<ChangeSet>(path, {
      method: 'POST',
      bodyText: text({ changes: sent, ...(note !== '' && { note }) }),
      idempotencyKey,
    }),

  undo: (id: string, idempotencyKey: string) =>
    callExact<ChangeSet>(`${path}/${encodeURIComponent(id)}/undo`, { method: 'POST', idempotencyKey }),

  /** The outcome of a request with this idempotency key; undefined if the service knows of none. */
  stateOf: async (idempotencyKey: string, signal?: AbortSignal): Promise<ChangeSet['state'] | undefined> => {
    const asked = new URLSearchParams({ idempotency_key: idempotencyKey });
    const { changes: sets } = await callExact<{ changes: readonly ChangeSet[] }>(`${path}?${asked}`, {
      signal,
    });
    return sets[0]?.state;
  },

  list: async (
    { entity, key, user }: HistoryFilter,
    after: string | undefined,
    signal?: AbortSignal,
  ): Promise<HistoryPage> => {
    const asked = new URLSearchParams({
      limit: '20',
      ...(entity !== undefined && { entity }),
      ...(key.length > 0 && { key: `[${key.map(encodeURIComponent).join(',')}]` }),
      ...(user !== undefined && { user }),
      ...(after !== undefined && { after }),
    });
    const answer = await callText(`${path}?${asked}`, { signal });
    const { changes: sets } = parseExact<{ changes: readonly ChangeSet[] }>(answer.text);
    return { sets, next: nextPageIn(answer.headers) };
  },
};
