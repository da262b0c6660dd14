// Dashboards: how a body is read, checked and stored.
import { DashboardBody, type Tile } from '../../contract/dashboards.ts';
import { readBody } from '../../contract/issues.ts';
import { pointerTo, writeExact } from '../../contract/json.ts';
import { Problem } from '../../contract/problem.ts';
import { didYouMean } from '../../contract/suggest.ts';
import type { Store } from '../../store/store.ts';
import { type Reader, readerOf } from './audience.ts';
import { Documents } from './documents.ts';
import type { DocumentUse } from './use.ts';

export function dashboards(store: Store): DocumentUse {
  const queries = new Documents(store, 'query');
  return {
    documents: new Documents(store, 'dashboard'),
    read(body) {
      const {
        title,
        description = '',
        visibility = 'private',
        slug = null,
        tiles = [],
      } = readBody(DashboardBody, body);
      return {
        slug,
        draft: async ({ principal }) => {
          await checkTiles(queries, readerOf(principal), tiles);
          return { title, description, visibility, content: writeExact({ title, description, tiles }) };
        },
      };
    },
  };
}

/** What a user may not see is unknown to them. */
async function checkTiles(queries: Documents, reader: Reader, tiles: readonly Tile[]): Promise<void> {
  const slugs = new Set(tiles.flatMap(({ query = [] }) => query));
  const known = await queries.known(reader, [...slugs]);
  const wrong = tiles.findIndex(({ query }) => query !== undefined && !known.has(query));
  if (wrong < 0) return;
  const slug = tiles[wrong]?.query ?? '';
  throw new Problem('malformed-request', `There is no saved query "${slug}".${didYouMean(slug, known)}`, {
    pointer: pointerTo('', 'tiles', wrong, 'query'),
  });
}
