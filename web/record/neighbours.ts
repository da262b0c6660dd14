// Next and previous: the rows around the row that a record was opened from.

import type { Cell } from '../api/exact.ts';
import type { GridAnswer, PageOf } from '../api/resources.ts';
import type { Model } from '../model/model.ts';
import { decode } from '../query/codec/codec.ts';
import type { QueryDocument } from '../query/document.ts';
import { attributesOf } from '../query/paths.ts';
import type { UniGrid } from '../query/request.ts';
import { type Extras, toRows } from '../query/rows.ts';
import type { Origin } from '../state/addresses.ts';

import { keyTexts } from '../values/records.ts';

export interface NeighbourQuery {
  readonly query: UniGrid;
  readonly page: PageOf;
  /** Sets of columns of the answer that may hold the record's key. */
  readonly places: readonly (readonly string[])[];
}

/** The columns of a row that a record of this entity can come from: a root's, or a foreign key's. */
function placesOf(
  doc: QueryDocument,
  model: Model,
  extras: Extras,
  entity: string,
): readonly (readonly string[])[] {
  const roots = doc.entities.flatMap(({ id, alias }) =>
    id === entity ? [extras.keys.get(alias) ?? []] : [],
  );
  const keys = attributesOf(doc, model).flatMap(({ attribute, column }) =>
    column.pointsTo?.entity === entity ? [extras.records.get(attribute.alias)?.key ?? []] : [],
  );
  return [...roots, ...keys].filter((place) => place.length > 0);
}

export function aroundQuery(
  model: Model,
  entity: string,
  from: Origin,
  now: Date,
): NeighbourQuery | undefined {
  const doc = decode(from.code);
  if (!doc) return undefined;
  const { query, extras } = toRows(doc, model, now);
  const places = placesOf(doc, model, extras, entity);
  if (places.length === 0) return undefined;
  const offset = Math.max(0, from.row - 1);
  return { query, page: { offset, limit: from.row - offset + 2, count: 'none' }, places };
}

export interface Neighbour {
  readonly key: readonly string[];
  readonly row: number;
}

export interface Neighbours {
  readonly previous: Neighbour | undefined;
  readonly next: Neighbour | undefined;
}

/** Undefined if the row no longer holds this record because the data has changed. */
export function readNeighbours(
  around: NeighbourQuery,
  answer: GridAnswer,
  from: Origin,
  key: readonly string[],
): Neighbours | undefined {
  const keyAt = (row: number, place: readonly string[]): readonly string[] | undefined => {
    const cells: readonly Cell[] | undefined = answer.data[row - around.page.offset];
    return cells && keyTexts(place.map((alias) => cells[answer.cols.indexOf(alias)] ?? null));
  };
  const place = around.places.find((one) => keyAt(from.row, one)?.join('\n') === key.join('\n'));
  if (!place) return undefined;
  const neighbour = (row: number): Neighbour | undefined => {
    const found = row < 0 ? undefined : keyAt(row, place);
    return found && { key: found, row };
  };
  return { previous: neighbour(from.row - 1), next: neighbour(from.row + 1) };
}
