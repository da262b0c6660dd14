// The filter of a chart's mark: a narrowing of the query.

import type { BucketName } from '../../src/contract/buckets.ts';
import type { Cell } from '../api/exact.ts';
import {
  allOf,
  flattened,
  isEqualTo,
  isInGroup,
  isInPeriodOf,
  isNoneOf,
  type Narrowing,
} from '../query/groups/narrowing.ts';
import type { FieldPath } from '../query/paths.ts';
import type { Bin } from './bins.ts';
import type { ChartField } from './chartFields.ts';

export type MarkFilter = Narrowing;

function pathOf(field: ChartField, attribute: string): FieldPath {
  return { ...field.node, attribute };
}

/** The rows of one category; in the values a record's key follows its names. */
export function isCategory(field: ChartField, values: readonly Cell[]): MarkFilter {
  if (field.key) return isEqualTo(field.key, values[field.attributes.length] ?? null);
  return allOf(
    ...field.attributes.map((attribute, i) => isEqualTo(pathOf(field, attribute), values[i] ?? null)),
  );
}

/** The rows of all other categories. */
export function isOther(field: ChartField, shown: readonly (readonly Cell[])[]): MarkFilter {
  return isNoneOf(shown.map((values) => isCategory(field, values)));
}

export function isInPeriod(field: ChartField, start: number, bucket: BucketName, zone?: string): MarkFilter {
  return isInPeriodOf(pathOf(field, field.attributes[0] ?? ''), start, bucket, zone);
}

/** The rows of the period that begins at the moment. */
export function isInPeriodFrom(
  field: ChartField,
  moment: string,
  bucket: BucketName,
  zone?: string,
): MarkFilter {
  return isInGroup({ path: pathOf(field, field.attributes[0] ?? ''), bucket, zone }, moment);
}

export function isInBin(field: ChartField, bin: Bin): MarkFilter {
  const [attribute = ''] = field.attributes;
  const path = pathOf(field, attribute);
  if (bin.from === bin.to) {
    const [from, to] = bin.exact ?? [String(bin.from), String(bin.to)];
    if (from === to) return { path, name: 'EQ', value: from };
    return allOf({ path, name: 'GTE', value: from }, { path, name: 'LTE', value: to });
  }
  return allOf(
    { path, name: 'GTE', value: String(bin.from) },
    { path, name: bin.last ? 'LTE' : 'LT', value: String(bin.to) },
  );
}

export function isPoint(x: ChartField, y: ChartField, values: readonly [Cell, Cell]): MarkFilter {
  return allOf(isCategory(x, [values[0]]), isCategory(y, [values[1]]));
}

export function isInTile(x: ChartField, y: ChartField, xBin: Bin, yBin: Bin): MarkFilter {
  return allOf(...flattened(isInBin(x, xBin)), ...flattened(isInBin(y, yBin)));
}

/** The rows whose number has a place on an axis: neither infinite, nor a text among SQLite's numbers. */
export function hasPlace(field: ChartField): MarkFilter {
  const path = pathOf(field, field.attributes[0] ?? '');
  return allOf({ path, name: 'GT', value: '-Infinity' }, { path, name: 'LT', value: 'Infinity' });
}

export function hasValue(field: ChartField): readonly MarkFilter[] {
  return field.attributes.map((attribute) => ({ path: pathOf(field, attribute), name: 'NOT_IS_NULL' }));
}
