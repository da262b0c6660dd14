// Selects the rows of a top N by their keys, because a chart of rows groups them, and the service would group before
// applying the top N.
import type { GridAnswer } from '../api/resources.ts';
import type { Model } from '../model/model.ts';
import type { QueryDocument } from '../query/document.ts';
import { knownOf, narrow } from '../query/groups/narrowing.ts';
import { attributesOf } from '../query/paths.ts';
import { toRows } from '../query/rows.ts';
import type { ChartRequest } from './chartRequest.ts';

type RunRows = (request: ChartRequest) => Promise<Pick<GridAnswer, 'cols' | 'data'>>;

/** More keys than this are too many for a condition. */
const MAX_ROWS = 1000;

/** The query for exactly the rows of the top N; undefined if they have no single-column key. */
export async function onlyTopRows(
  doc: QueryDocument,
  model: Model,
  now: Date,
  run: RunRows,
): Promise<QueryDocument | undefined> {
  const [root, other] = doc.entities;
  const [key, more] = model.entities.get(root?.id ?? '')?.key ?? [];
  if (!root || other || key === undefined || more !== undefined) return undefined;
  const repeats = attributesOf(doc, model).some(
    ({ attribute, relations }) => attribute.selected && relations.some(({ type }) => type === 'one2many'),
  );
  if (repeats) return undefined;
  const { query, extras } = toRows(doc, model, now);
  const { cols, data } = await run({ ...query, offset: 0, limit: MAX_ROWS + 1, count: 'none' });
  const place = cols.indexOf(extras.keys.get(root.alias)?.[0] ?? '');
  if (place < 0 || data.length > MAX_ROWS) return undefined;
  const { top: _, ...all } = doc;
  const path = { root: root.alias, steps: [], attribute: key };
  return narrow(all, model, { path, name: 'IN', value: data.map((row) => knownOf(row[place] ?? null)) });
}
