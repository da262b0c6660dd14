// The rows that a top keeps, by their keys: a chart of rows makes groups of them, and the service would group first.
import type { GridAnswer } from '../api/resources.ts';
import type { Model } from '../model/model.ts';
import type { QueryDocument } from '../query/document.ts';
import { literalOf, narrow } from '../query/groups/narrowing.ts';
import { attributesOf } from '../query/paths.ts';
import { toRows } from '../query/rows.ts';
import type { ChartRequest } from './chartRequest.ts';

type RunRows = (request: ChartRequest) => Promise<Pick<GridAnswer, 'cols' | 'data'>>;

/** More keys than this do not belong into a condition. */
const ROWS_AT_MOST = 1000;

/** The query of exactly the rows that its top keeps; undefined where these cannot be named by one key each. */
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
  const { cols, data } = await run({ ...query, offset: 0, limit: ROWS_AT_MOST + 1, count: 'none' });
  const place = cols.indexOf(extras.keys.get(root.alias)?.[0] ?? '');
  if (place < 0 || data.length > ROWS_AT_MOST) return undefined;
  const { top: _, ...all } = doc;
  const path = { root: root.alias, steps: [], attribute: key };
  return narrow(all, model, { path, name: 'IN', value: data.map((row) => literalOf(row[place] ?? null)) });
}
