// A saved query or dashboard: its stored form, its tag, and the text of the resource.
import { Slug, type Visibility } from '../../contract/documents.ts';
import { Problem } from '../../contract/problem.ts';
import type { Reader, Shared } from './audience.ts';

export type DocumentKind = 'query' | 'dashboard';

/** The names used in sentences. */
export const kindTitles: Readonly<Record<DocumentKind, string>> = {
  query: 'saved query',
  dashboard: 'dashboard',
};

/** What a user wants to save. */
export interface Draft {
  readonly title: string;
  readonly description: string;
  readonly visibility: Visibility;
  /** The text of a JSON object: the whole content of the resource, including title and description. */
  readonly content: string;
}

/** One version of a document. */
export interface StoredDocument extends Shared {
  readonly id: number;
  readonly slug: string;
  readonly version: number;
  readonly updatedAt: number;
  readonly content: string;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Where the next page begins; null for the last page. */
  readonly next: string | null;
}

/** The resource as JSON. The content is passed on from the store unparsed. */
export function resourceText({
  slug,
  owner,
  visibility,
  version,
  updatedAt,
  content,
}: StoredDocument): string {
  const about = { owner, visibility, version, updated: new Date(updatedAt).toISOString() };
  return `{"slug":${JSON.stringify(slug)},${content.slice(1, -1)},${JSON.stringify(about).slice(1)}`;
}

/** A version never changes, and no other document ever gets the same tag, even under the same slug. */
export function tagOfVersion({ id, version }: Pick<StoredDocument, 'id' | 'version'>): string {
  return `"${id.toString(36)}-${version}"`;
}

/** The request's condition on the version it changes. */
export interface Precondition {
  /** Whether there is a condition. */
  readonly isGiven: boolean;
  isMet(tag: string): boolean;
}

/** Throws a Problem if the reader may not change this version. */
export function checkChange(
  reader: Reader,
  stored: StoredDocument,
  isOwner: boolean,
  { isGiven, isMet }: Precondition,
): void {
  if (!isOwner) {
    const whose = reader.name === null ? 'somebody else' : 'another user';
    throw new Problem('forbidden', `This belongs to ${whose}: make a copy to change it.`);
  }
  if (!isGiven) throw preconditionRequired();
  if (!isMet(tagOfVersion(stored))) throw changedSince();
}

export function preconditionRequired(): Problem {
  return new Problem('precondition-required', 'Send the ETag of the version that you have seen as If-Match.');
}

export function changedSince(): Problem {
  return new Problem('precondition-failed', 'It has been changed since: read it again before you change it.');
}

export function noDocument(kind: DocumentKind, slug: string): Problem {
  return new Problem('not-found', `There is no ${kindTitles[kind]} "${slug.slice(0, 100)}".`);
}

/** Does not say by what: the caller may not be allowed to see it. */
export function slugTaken(): Problem {
  return new Problem('slug-taken', 'This slug is taken: choose another one, or leave it out.', {
    pointer: '/slug',
  });
}

/** The slug in the address of a document to be made. */
export function readSlug(text: string): string {
  if (Slug.safeParse(text).success) return text;
  throw new Problem(
    'malformed-request',
    'A slug has letters a to z, digits and hyphens, 100 of them at most.',
  );
}
