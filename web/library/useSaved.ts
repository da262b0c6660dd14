// The saved query that is open in the workbench, and how the query on the screen differs from it.
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { SavedQuery } from '../api/saved.ts';
import { encode } from '../query/codec/codec.ts';
import type { QueryDocument } from '../query/document.ts';
import { toSaved } from '../query/request.ts';
import { fromSaved, savedView } from '../query/saved.ts';
import { type About, isMine, savedQuery } from './keeping.ts';

export interface SavedState {
  readonly saved: SavedQuery;
  /** The ETag of the version that was read. */
  readonly tag: string;
  readonly isMine: boolean;
  readonly isEdited: boolean;
  /** The encoded saved query, as addresses contain it. */
  readonly code: string | undefined;
}

/** Parameter values are not part of a query: another value does not make it another query. */
export function savedCode({ arguments: _, ...doc }: QueryDocument): string {
  return encode(doc);
}

export function useSaved(slug: string | undefined, doc: QueryDocument): SavedState | undefined {
  const { data } = useQuery({ ...savedQuery(slug ?? ''), enabled: slug !== undefined });
  return useMemo(() => {
    if (!data || data.value.slug !== slug) return undefined;
    const { value: saved, tag } = data;
    const kept = fromSaved(saved.unigrid, saved.view);
    const code = kept && encode(kept);
    const isEdited = kept === undefined || savedCode(kept) !== savedCode(doc);
    return { saved, tag, isMine: isMine(saved), isEdited, code };
  }, [data, slug, doc]);
}

/** The request body that saves the query on the screen. */
export function savedBody(doc: QueryDocument, tab: string | undefined, about: About) {
  return { ...about, unigrid: toSaved(doc), view: { ...savedView(doc.view), ...(tab ? { tab } : {}) } };
}

/** The workbench tab that was open when the query was saved. */
export function savedTab({ view }: Pick<SavedQuery, 'view'>): string | undefined {
  const tab = view?.tab;
  return typeof tab === 'string' ? tab : undefined;
}
