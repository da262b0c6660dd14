// Lists of saved queries and dashboards, and searching them. The work does not grow with other users' private
// documents.
import { sql } from 'kysely';
import { Problem } from '../../contract/problem.ts';
import type { Store } from '../../store/store.ts';
import { audiencesFor, type Reader, sees } from './audience.ts';
import type { DocumentKind, Page, StoredDocument } from './document.ts';
import { type Db, documentOfRow, documentRows, visibilityIn } from './document-rows.ts';
import { anywherePattern, folded, gramsOf } from './search-text.ts';

export interface ListOptions {
  readonly search: string | null;
  readonly limit: number;
  readonly after: string | null;
}

/** A position in the list, which is ordered by latest change. */
interface Place {
  readonly updatedAt: number;
  readonly id: number;
}

interface Entry extends Place {
  readonly bytes: number;
}

/** A page with large documents ends at this size. */
const pageBytes = 2 * 1024 * 1024;
/** How many n-grams of a search are counted, to start with the rarest. */
const maxGrams = 12;
/** An n-gram in more documents than this does not narrow the search. */
const maxRareCount = 200;
/**
 * How many documents a search examines at once: some for each one wanted, then twice as many each time, up to a limit.
 */
const scannedPerItem = 8;
const minScanned = 40;
const maxFirstScan = 200;
const maxScanned = 3_200;

export async function listDocuments(
  store: Store,
  kind: DocumentKind,
  reader: Reader,
  { search, limit, after }: ListOptions,
): Promise<Page<StoredDocument>> {
  const audiences = audiencesFor(reader);
  const from = after === null ? null : readPlace(after);
  return store.read(async (db) => {
    const asked = { kind, reader, audiences, from, most: limit + 1, search: search === '' ? null : search };
    const found = await entries(db, asked);
    const page = withinBytes(found.slice(0, limit));
    const items = await contents(db, page, reader);
    const last = page.at(-1);
    return { items, next: last !== undefined && found.length > page.length ? writePlace(last) : null };
  });
}

interface DocumentSearch {
  readonly kind: DocumentKind;
  readonly reader: Reader;
  readonly audiences: readonly string[];
  readonly from: Place | null;
  readonly most: number;
  readonly search: string | null;
}

async function entries(db: Db, asked: DocumentSearch): Promise<Entry[]> {
  const gram = asked.search === null ? null : await rarestGram(db, asked.kind, asked.search);
  return gram === null ? inOrder(db, asked) : byGram(db, asked, gram);
}

/** Walks the index of each audience until there are enough. Frequent terms are found soon. */
async function inOrder(db: Db, asked: DocumentSearch): Promise<Entry[]> {
  const { most, search } = asked;
  const found: Entry[] = [];
  let { from } = asked;
  const first = Math.min(maxFirstScan, Math.max(minScanned, scannedPerItem * most));
  for (let size = search === null ? most : first; ; size = Math.min(2 * size, maxScanned)) {
    const places = await nextPlaces(db, { ...asked, from, most: size });
    const bytes = await sizes(db, places, search);
    found.push(...places.flatMap((place) => entryOf(place, bytes.get(place.id))));
    const last = places.at(-1);
    if (found.length >= most || last === undefined || places.length < size) return found.slice(0, most);
    from = last;
  }
}

/** Documents addressed to the reader, in list order, from the index alone. */
async function nextPlaces(db: Db, { kind, audiences, from, most }: DocumentSearch): Promise<Place[]> {
  const branches = audiences.map((audience) =>
    db
      .selectFrom('document_audiences as a')
      .select(['a.document as id', 'a.updated_at as updatedAt'])
      .where('a.kind', '=', kind)
      .where('a.audience', '=', audience)
      .$if(from !== null, (query) =>
        query
          .where('a.updated_at', '<=', from?.updatedAt ?? 0)
          .where((row) =>
            row.or([row('a.updated_at', '<', from?.updatedAt ?? 0), row('a.document', '<', from?.id ?? 0)]),
          ),
      )
      .orderBy('a.updated_at', 'desc')
      .orderBy('a.document', 'desc')
      .limit(most),
  );
  const [first, ...others] = branches.map((branch) => db.selectFrom(branch.as('b')).selectAll());
  if (first === undefined) return [];
  const rows = await others.reduce((all, other) => all.unionAll(other), first).execute();
  // A reader in several audiences may get the same document several times.
  const places = new Map(rows.map((row) => [row.id, row]));
  return [...places.values()].toSorted(inListOrder).slice(0, most);
}

/** The size of each; leaves out those that do not match the search. */
async function sizes(
  db: Db,
  places: readonly Place[],
  search: string | null,
): Promise<ReadonlyMap<number, number>> {
  if (places.length === 0) return new Map();
  const rows = await db
    .selectFrom('documents as d')
    .select(['d.id', 'd.bytes'])
    .where(
      'd.id',
      'in',
      places.map(({ id }) => id),
    )
    .$if(search !== null, (query) => query.where(isFound(search ?? '')))
    .execute();
  return new Map(rows.map(({ id, bytes }) => [id, bytes]));
}

/** Starts from the few documents that contain an n-gram of the search. */
async function byGram(
  db: Db,
  { reader, from, most, search }: DocumentSearch,
  gram: number,
): Promise<Entry[]> {
  const some = await db.selectFrom('document_grams').select('document').where('gram', '=', gram).execute();
  if (some.length === 0) return [];
  const rows = await db
    .selectFrom('documents as d')
    .select(['d.id', 'd.updated_at', 'd.bytes', 'd.owner', 'd.visibility'])
    .where(
      'd.id',
      'in',
      some.map(({ document }) => document),
    )
    .where('d.slug', 'is not', null)
    .where(isFound(search ?? ''))
    .execute();
  return rows
    .filter((row) => sees(reader, { owner: row.owner, visibility: visibilityIn(row.visibility) }))
    .map((row) => ({ id: row.id, updatedAt: row.updated_at, bytes: row.bytes }))
    .filter((entry) => from === null || inListOrder(from, entry) < 0)
    .toSorted(inListOrder)
    .slice(0, most);
}

function inListOrder(a: Place, b: Place): number {
  return b.updatedAt - a.updatedAt || b.id - a.id;
}

/** Null if the search is too short for n-grams, or all of them are frequent. */
async function rarestGram(db: Db, kind: DocumentKind, search: string): Promise<number | null> {
  const all = [...gramsOf(kind, folded(search))];
  const step = Math.ceil(all.length / maxGrams);
  const grams = all.filter((_, i) => i % Math.max(step, 1) === 0);
  const [first, ...others] = grams.map((gram) => {
    const some = db
      .selectFrom('document_grams')
      .select('document')
      .where('gram', '=', gram)
      .limit(maxRareCount + 1);
    return db
      .selectFrom(some.as('s'))
      .select((row) => [sql<number>`${sql.lit(gram)}`.as('gram'), row.fn.countAll<number>().as('documents')]);
  });
  if (first === undefined) return null;
  const counts = await others.reduce((every, other) => every.unionAll(other), first).execute();
  const [rarest] = counts.toSorted((a, b) => Number(a.documents) - Number(b.documents));
  return rarest === undefined || Number(rarest.documents) > maxRareCount ? null : Number(rarest.gram);
}

function isFound(search: string) {
  return sql<boolean>`${sql.ref('d.search')} like ${anywherePattern(search)} escape '!'`;
}

function entryOf(place: Place, bytes: number | undefined): Entry[] {
  return bytes === undefined ? [] : [{ ...place, bytes }];
}

/** As many as fit the size limit, but at least one. */
function withinBytes(found: readonly Entry[]): readonly Entry[] {
  let bytes = 0;
  const end = found.findIndex((entry, i) => {
    bytes += entry.bytes;
    return i > 0 && bytes > pageBytes;
  });
  return end < 0 ? found : found.slice(0, end);
}

/** Reads the current versions; leaves out what the reader no longer sees. */
async function contents(db: Db, page: readonly Entry[], reader: Reader): Promise<StoredDocument[]> {
  if (page.length === 0) return [];
  const ids = page.map(({ id }) => id);
  const rows = await documentRows(db).where('d.id', 'in', ids).where('d.slug', 'is not', null).execute();
  const kept = new Map(rows.map((row) => [row.id, documentOfRow(row)]));
  return ids.flatMap((id) => kept.get(id) ?? []).filter((item) => sees(reader, item));
}

export function noPlace(): Problem {
  return new Problem('malformed-request', 'The parameter "after" must be from the Link of another page.');
}

function writePlace({ updatedAt, id }: Place): string {
  return `${updatedAt.toString(36)}-${id.toString(36)}`;
}

function readPlace(text: string): Place {
  const [, updatedAt, id] = /^([0-9a-z]{1,10})-([0-9a-z]{1,10})$/.exec(text) ?? [];
  if (updatedAt === undefined || id === undefined) {
    throw noPlace();
  }
  return { updatedAt: Number.parseInt(updatedAt, 36), id: Number.parseInt(id, 36) };
}
