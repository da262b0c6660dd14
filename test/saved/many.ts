/** A large number of saved queries, inserted into a store in bulk. */
import { sql } from 'kysely';
import { audiencesOf } from '../../src/app/saved/audience.ts';
import type { Draft } from '../../src/app/saved/document.ts';
import { columnsOf } from '../../src/app/saved/document-rows.ts';
import { gramsOf } from '../../src/app/saved/search-text.ts';
import type { Store } from '../../src/store/store.ts';
import type { LiveEngine } from '../support/engines.ts';

/** The document of all of them. */
const unigrid = { entities: [{ id: 'person', attributes: [{ id: 'id' }, { id: 'name' }] }] };

/** Words for titles: some are in many titles, some in few. */
const subjects = ['Sales', 'Orders', 'Invoices', 'Customers', 'Staff', 'Albums', 'Tracks'];
const measures = ['by month', 'by country', 'above average', 'of last week', 'without payment'];

export function titleOf(number: number): string {
  return `${subjects[number % 7]} ${measures[number % 5]} ${String(number).padStart(5, '0')}`;
}

/** A third is shared, a third belongs to ada, a third to other users. */
function sharedOf(number: number) {
  const owner = number % 3 === 1 ? 'ada' : `user${number % 50}`;
  return { owner, visibility: number % 3 === 0 ? 'everyone' : 'private' } as const;
}

const begin = Date.UTC(2026, 0, 1);

/** Updates the statistics that engines otherwise collect after a while. */
export async function analyze(store: Store, engine: LiveEngine): Promise<void> {
  if (engine === 'sqlite') return;
  const tables = ['documents', 'document_versions', 'document_audiences', 'document_grams'] as const;
  for (const table of tables) {
    const name = sql.table(engine === 'postgres' ? `joinery.${table}` : `joinery_${table}`);
    await store.read((db) =>
      (engine === 'postgres' ? sql`vacuum analyze ${name}` : sql`analyze table ${name}`).execute(db),
    );
  }
}

/** Inserts queries with the numbers from `first` to before `last`. */
export async function fill(store: Store, first: number, last: number): Promise<void> {
  for (let from = first; from < last; from += 500) {
    const numbers = Array.from({ length: Math.min(500, last - from) }, (_, i) => from + i);
    const made = numbers.map((number) => {
      const title = titleOf(number);
      const { owner, visibility } = sharedOf(number);
      const content = JSON.stringify({ title, description: '', unigrid, parameters: [], view: null });
      const draft: Draft = { title, description: '', visibility, content };
      const slug = title.toLowerCase().replaceAll(' ', '-');
      const columns = columnsOf(draft, slug, begin + number);
      const head = {
        id: number + 1,
        kind: 'query',
        slug,
        last_slug: slug,
        owner,
        version: 1,
        deleted_at: null,
      };
      return { row: { ...head, ...columns }, content, audiences: audiencesOf({ owner, visibility }) };
    });
    await store.write(async (trx) => {
      await trx
        .insertInto('documents')
        .values(made.map(({ row }) => row))
        .execute();
      const versions = made.map(({ row: { id, visibility, updated_at, bytes }, content }) => ({
        document: id,
        version: 1,
        visibility,
        updated_at,
        bytes,
        content,
      }));
      await trx.insertInto('document_versions').values(versions).execute();
      const audiences = made.flatMap(({ row: { id, updated_at }, audiences: all }) =>
        all.map((audience) => ({ document: id, audience, kind: 'query', updated_at })),
      );
      await trx.insertInto('document_audiences').values(audiences).execute();
      const grams = made.flatMap(({ row: { id, search } }) =>
        [...gramsOf('query', search)].map((gram) => ({ gram, document: id })),
      );
      for (let i = 0; i < grams.length; i += 5_000) {
        await trx
          .insertInto('document_grams')
          .values(grams.slice(i, i + 5_000))
          .execute();
      }
    });
  }
}
