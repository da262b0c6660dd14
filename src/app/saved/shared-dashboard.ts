// A dashboard behind a link: with what its tiles need of their queries, and the rows of each tile.
import type { Tile } from '../../contract/dashboards.ts';
import type { ParameterValue } from '../../contract/grid.ts';
import { parseExact, pointerTo, writeExact } from '../../contract/json.ts';
import { Problem } from '../../contract/problem.ts';
import { didYouMean } from '../../contract/suggest.ts';
import type { OpenDatabase, Requester } from '../database.ts';
import { type Reader, readerOf } from './audience.ts';
import { resourceText, type StoredDocument, tagOfVersion } from './document.ts';
import type { Documents } from './documents.ts';
import { readLink } from './link-body.ts';
import { type LinkDraft, type LinkTarget, noLink } from './links.ts';
import { checkArguments, documentOf, type SavedDocument } from './rows.ts';

type Values = Readonly<Record<string, ParameterValue>>;

/** The tiles' queries that the reader may see, by slug. */
export async function queriesOf(
  queries: Documents,
  reader: Reader,
  dashboard: StoredDocument,
): Promise<ReadonlyMap<string, StoredDocument>> {
  const slugs = [...new Set(tilesOf(dashboard).flatMap(({ query = [] }) => query))];
  const known = await queries.known(reader, slugs);
  const found = await Promise.all([...known].map((slug) => queries.find(reader, slug)));
  return new Map(found.map((stored) => [stored.slug, stored]));
}

/** `tile`: its number, as in the address. Null if it shows no query that the reader may see. */
export async function queryOfTile(
  queries: Documents,
  reader: Reader,
  dashboard: StoredDocument,
  tile: string,
): Promise<StoredDocument | null> {
  const slug = /^\d{1,3}$/.test(tile) ? tilesOf(dashboard)[Number(tile)]?.query : undefined;
  if (slug === undefined || !(await queries.known(reader, [slug])).has(slug)) return null;
  return queries.find(reader, slug);
}

/** The resource with what its tiles need. */
export function sharedText(dashboard: StoredDocument, queries: ReadonlyMap<string, StoredDocument>): string {
  const shown = [...queries].map(([slug, { content }]) => {
    // Written by this folder, from validated input.
    const saved = parseExact(content) as SavedDocument & Readonly<Record<string, unknown>>;
    const { unigrid, title, description, parameters, view } = saved;
    const grouped = (unigrid.group?.length ?? 0) > 0;
    return [slug, { title, description, parameters, view, grouped }] as const;
  });
  return `${resourceText(dashboard).slice(0, -1)},"queries":${writeExact(Object.fromEntries(shown))}}`;
}

/**
 * The link's values that a query takes; parameters of the same name share a value. If the query no longer takes one
 * that it took when the link was made, it would show more than its maker meant: then it shows nothing.
 */
export function settledFor(query: StoredDocument, shown: Pick<LinkTarget, 'arguments' | 'taken'>): Values {
  const values = valuesFor(query, shown.arguments);
  const taken = Object.hasOwn(shown.taken, query.slug) ? (shown.taken[query.slug] ?? []) : [];
  if (!taken.every((name) => Object.hasOwn(values, name))) throw noLink();
  return values;
}

function valuesFor(query: StoredDocument, values: Values): Values {
  const declared = new Set(documentOf(query).parameters.map(({ name }) => name));
  return Object.fromEntries(Object.entries(values).filter(([name]) => declared.has(name)));
}

/** Those who follow the link cannot give values, so every query must run with these. */
export function readDashboardLink(
  open: OpenDatabase,
  requester: Requester,
  queries: Documents,
  dashboard: StoredDocument,
  body: unknown,
): Promise<LinkDraft> {
  return readLink(body, async (values) => {
    const shown = [...(await queriesOf(queries, readerOf(requester.principal), dashboard)).values()];
    const known = new Set(shown.flatMap((query) => documentOf(query).parameters.map(({ name }) => name)));
    const unknown = Object.keys(values).find((name) => !known.has(name));
    if (unknown !== undefined) {
      const sentence = `No query of the dashboard has a parameter "${unknown}".${didYouMean(unknown, known)}`;
      throw new Problem('malformed-request', sentence, {
        pointer: pointerTo('', 'arguments', unknown),
        allowed: [...known],
      });
    }
    for (const query of shown) await checkArguments(open, requester, query, valuesFor(query, values));
    const taken = shown.map((query) => [query.slug, Object.keys(valuesFor(query, values))]);
    const others = shown.filter(({ owner }) => owner !== requester.principal.name);
    const versions = others.map((query) => [query.slug, tagOfVersion(query)]);
    return { taken: Object.fromEntries(taken), versions: Object.fromEntries(versions) };
  });
}

/**
 * Whether the link's maker meant to show the query in its current version. Another user's query runs with the maker's
 * rights here, so by changing it, its owner could read what is hidden from them.
 */
export function isIntended(
  query: StoredDocument,
  { maker, versions }: Pick<LinkTarget, 'maker' | 'versions'>,
  { rights }: Requester['principal'],
): boolean {
  if (rights.policy === null || query.owner === maker) return true;
  return Object.hasOwn(versions, query.slug) && versions[query.slug] === tagOfVersion(query);
}

function tilesOf({ content }: StoredDocument): readonly Tile[] {
  // Written by this folder, from validated input.
  const { tiles } = parseExact(content) as { readonly tiles: readonly Tile[] };
  return tiles;
}
