// Typed calls for saved queries and dashboards. Changes are conditional on the ETag of the version that was read.
import type { Dashboard, DashboardBody } from '../../src/contract/dashboards.ts';
import type { GridRequest } from '../../src/contract/grid.ts';
import type { LinkBody, LinkList, NewLink, SavedQuery, SavedQueryBody } from '../../src/contract/saved.ts';
import { apiUrl, type CallOptions, callJson, callText } from './client.ts';
import { parseSaved } from './exact.ts';

export type { Dashboard, SavedQuery };
export type Visibility = SavedQuery['visibility'];

/** A stored document, and the ETag of the version that was read. */
export interface Tagged<T> {
  readonly value: T;
  readonly tag: string;
}

export interface SavedPage<T> {
  readonly data: readonly T[];
  /** The start of the next page; undefined at the end. */
  readonly next: string | undefined;
}

/** The `after` parameter of the `Link` header's next address. */
export function nextPageIn(headers: Headers): string | undefined {
  const [, next] = /<([^>]*)>;\s*rel="?next"?/.exec(headers.get('link') ?? '') ?? [];
  return next === undefined ? undefined : (new URL(next, apiUrl('')).searchParams.get('after') ?? undefined);
}

async function tagged<T>(path: string, options: CallOptions): Promise<Tagged<T>> {
  const { text, headers } = await callText(path, options);
  return { value: parseSaved<T>(text), tag: headers.get('etag') ?? '' };
}

async function page<T>(
  path: string,
  asked: Readonly<Record<string, string | undefined>>,
  signal?: AbortSignal,
): Promise<SavedPage<T>> {
  const wanted = Object.entries(asked).filter((pair): pair is [string, string] => Boolean(pair[1]));
  const { text, headers } = await callText(`${path}?${new URLSearchParams(wanted)}`, { signal });
  return { data: parseSaved<{ data: readonly T[] }>(text).data, next: nextPageIn(headers) };
}

export interface ListOptions {
  readonly search?: string;
  readonly after?: string | undefined;
  readonly limit?: number;
}

/** When the link expires, and its fixed parameter values. */
interface LinkOptions extends Pick<LinkBody, 'expires'> {
  readonly arguments?: NonNullable<GridRequest['arguments']>;
}

function savedCalls<T, Body>(root: string) {
  const one = (slug: string) => `${root}/${encodeURIComponent(slug)}`;
  return {
    address: (slug: string) => apiUrl(one(slug)),
    list: ({ search, after, limit }: ListOptions, signal?: AbortSignal) =>
      page<T>(root, { search, after, limit: limit === undefined ? undefined : String(limit) }, signal),
    get: (slug: string, signal?: AbortSignal) => tagged<T>(one(slug), { signal }),
    create: (body: Body) => tagged<T>(root, { method: 'POST', body }),
    /** Without a tag it creates the document, and fails if the slug is taken. */
    put: (slug: string, body: Body, tag?: string) =>
      tagged<T>(one(slug), { method: 'PUT', body, ...(tag === undefined ? {} : { ifMatch: tag }) }),
    remove: async (slug: string, tag: string): Promise<void> => {
      await callText(one(slug), { method: 'DELETE', ifMatch: tag });
    },
    versions: (slug: string, after: string | undefined, signal?: AbortSignal) =>
      page<T>(`${one(slug)}/versions`, { after }, signal),
    restore: (slug: string, version: number, tag: string) =>
      tagged<T>(`${one(slug)}/versions/${version}/restore`, { method: 'POST', ifMatch: tag }),
    links: (slug: string, signal?: AbortSignal) => callJson<LinkList>(`${one(slug)}/links`, { signal }),
    makeLink: (slug: string, body: LinkOptions) =>
      callJson<NewLink>(`${one(slug)}/links`, { method: 'POST', body }),
    endLink: async (slug: string, id: string): Promise<void> => {
      await callText(`${one(slug)}/links/${encodeURIComponent(id)}`, { method: 'DELETE' });
    },
  };
}

export type SavedCalls<T, Body> = ReturnType<typeof savedCalls<T, Body>>;

export const savedQueries = savedCalls<SavedQuery, SavedQueryBody>('/queries');
export const dashboards = savedCalls<Dashboard, DashboardBody>('/dashboards');

/** Fails if the saved query contains names that no longer exist, and lists them. */
export function probeRows(slug: string, asked: URLSearchParams, signal?: AbortSignal): Promise<unknown> {
  return callJson(`/queries/${encodeURIComponent(slug)}/rows?${asked}`, { signal });
}
