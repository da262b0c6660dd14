// Operations on saved queries and dashboards: read, create, update, copy, delete and restore.
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Me } from '../../src/contract/session.ts';
import { queryClient } from '../answers/queries.ts';
import { ApiError } from '../api/errors.ts';
import { resources } from '../api/resources.ts';
import { dashboards, type SavedCalls, savedQueries, type Tagged, type Visibility } from '../api/saved.ts';
import { effectiveUser } from '../api/viewAs.ts';
import { list } from '../messages/format.ts';
import { t } from '../messages/index.ts';
import type { Shelf } from '../state/addresses.ts';
import { describeFailure } from '../ui/failures.ts';
import { showToast } from '../ui/toast.ts';

/** The fields that saved queries and dashboards have in common. */
export interface Entry {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly owner: string | null;
  readonly visibility: Visibility;
  readonly version: number;
  readonly updated: string;
}

/** The fields of the form. */
export type About = Pick<Entry, 'title' | 'description' | 'visibility'> & {
  /** Whether the query is a tool for assistants; undefined where the form does not ask. */
  readonly tool?: boolean | undefined;
};

export const PAGE_SIZE = 100;
/** Sorting by name needs all entries, so they are fetched in large pages. */
export const MAX_ENTRIES = 1000;

const calls = { queries: savedQueries, dashboards } satisfies Record<Shelf, unknown>;

export function shelfQuery(shelf: Shelf, search: string, limit: number) {
  return infiniteQueryOptions({
    queryKey: [shelf, 'list', search, limit],
    queryFn: async ({ pageParam, signal }) => {
      const { data, next } = await calls[shelf].list({ search, after: pageParam, limit }, signal);
      return { data: data as readonly Entry[], next };
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });
}

/** The first entries that match some words, for the palette and the home page. */
export function fewQuery(shelf: Shelf, search: string, limit: number) {
  return queryOptions({
    queryKey: [shelf, 'few', search, limit],
    queryFn: async ({ signal }): Promise<readonly Entry[]> =>
      (await calls[shelf].list({ search, limit }, signal)).data,
    staleTime: 5000,
  });
}

/**
 * The version being edited. It remains the version that was opened, whatever others save meanwhile: its ETag tells the
 * service what a change is based on.
 */
export function savedQuery(slug: string) {
  return queryOptions({
    queryKey: ['queries', 'one', slug],
    queryFn: ({ signal }) => savedQueries.get(slug, signal),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/** The newest version, for read-only views. */
export function newestQuery(slug: string) {
  return queryOptions({
    queryKey: ['queries', 'newest', slug],
    queryFn: ({ signal }) => savedQueries.get(slug, signal),
    staleTime: 5000,
  });
}

export function dashboardQuery(slug: string) {
  return queryOptions({
    queryKey: ['dashboards', 'one', slug],
    queryFn: ({ signal }) => dashboards.get(slug, signal),
    staleTime: 5000,
  });
}

/** The current user, as the service sees them. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => resources.me(signal),
});

/** Whether the user administers the service. */
export function isAdmin({ roles }: Pick<Me, 'roles'>): boolean {
  return roles.includes('admin');
}

/** Without users everybody may change everything. */
export function isMine({ owner }: Pick<Entry, 'owner'>): boolean {
  return owner === null || owner === effectiveUser();
}

export function visibilityText(visibility: Visibility): string {
  if (typeof visibility === 'string') return t.library.visibility[visibility];
  return t.library.visibility.roles(list(visibility.roles));
}

/** Puts the newest version into the cache, and refetches the lists. */
export function cacheNewest<T extends Entry>(shelf: Shelf, kept: Tagged<T>): void {
  queryClient.setQueryData([shelf, 'one', kept.value.slug], kept);
  void queryClient.invalidateQueries({ queryKey: [shelf, 'list'] });
  void queryClient.invalidateQueries({ queryKey: [shelf, 'few'] });
  void queryClient.invalidateQueries({ queryKey: [shelf, 'versions', kept.value.slug] });
  void queryClient.invalidateQueries({ queryKey: [shelf, 'newest', kept.value.slug] });
}

/** Fields that the service sets. */
const serverFields: readonly string[] = ['slug', 'owner', 'version', 'updated', 'parameters'];

/**
 * The request body that stores an entry unchanged. Its fields are those of the entry; the contract says so for both
 * kinds.
 */
function bodyOf<Body>(entry: Entry): Body {
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !serverFields.includes(name))) as Body;
}

function removeFromCache(shelf: Shelf, slug: string): void {
  queryClient.removeQueries({ queryKey: [shelf, 'one', slug] });
  void queryClient.invalidateQueries({ queryKey: [shelf, 'list'] });
  void queryClient.invalidateQueries({ queryKey: [shelf, 'few'] });
}

export function showFailure(error: unknown): void {
  const { title, detail } = describeFailure(error);
  showToast(`${title}. ${detail}`, { tone: 'danger' });
}

/** Somebody else changed it since it was read. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === 412;
}

function createShelfActions<T extends Entry, Body>(shelf: Shelf, service: SavedCalls<T, Body>) {
  async function bringBack(entry: T): Promise<void> {
    try {
      cacheNewest(shelf, await service.put(entry.slug, bodyOf<Body>(entry)));
      showToast(t.library.restored(entry.title));
    } catch (error) {
      showFailure(error);
    }
  }
  return {
    /** Deletes at once; a toast offers to restore it with all its versions. */
    remove: async (slug: string): Promise<boolean> => {
      try {
        const { value, tag } = await service.get(slug);
        await service.remove(slug, tag);
        removeFromCache(shelf, slug);
        showToast(t.library.removed(value.title), {
          durationMs: UNDO_DURATION_MS,
          action: { label: t.library.undo, run: () => void bringBack(value) },
        });
        return true;
      } catch (error) {
        showFailure(error);
        return false;
      }
    },
    copy: async (slug: string): Promise<T> => {
      const { value } = await service.get(slug);
      // A copy is private until its owner shares it.
      const own: Entry = { ...value, title: t.library.copyOf(value.title), visibility: 'private' };
      const made = await service.create(bodyOf<Body>(own));
      cacheNewest(shelf, made);
      return made.value;
    },
    /** Changes title, description and sharing, and keeps the rest. */
    describe: async (slug: string, about: About): Promise<void> => {
      const { value, tag } = await service.get(slug);
      cacheNewest(shelf, await service.put(slug, bodyOf<Body>({ ...value, ...about }), tag));
    },
  };
}

const UNDO_DURATION_MS = 12_000;

export const shelfActions = {
  queries: createShelfActions('queries', savedQueries),
  dashboards: createShelfActions('dashboards', dashboards),
} satisfies Record<Shelf, unknown>;
