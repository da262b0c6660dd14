// The title of a tile: its own heading, or else the title of its query.
import type { Tile } from '../../src/contract/dashboards.ts';
import type { SavedQuery } from '../api/saved.ts';
import { late } from '../messages/late.ts';

/** `queries` is keyed by slug. */
export function tileTitle(
  { kind, text, query }: Tile,
  queries: ReadonlyMap<string, Pick<SavedQuery, 'title'>>,
): string {
  if (kind === 'text') return text?.split('\n')[0]?.replace(/^#+\s*/, '') || late.dashboards.textTile;
  return text || (queries.get(query ?? '')?.title ?? query ?? '');
}
