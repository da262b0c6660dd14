// The requests of a chart: groups with one measure, or the range of an axis. Never the rows themselves.

import type { SummaryName } from '../../src/contract/summaries.ts';
import type { PageOf } from '../api/resources.ts';
import type { Model } from '../model/model.ts';
import {
  type AttributeNode,
  derivation,
  type EntityNode,
  emptyView,
  type Item,
  isNested,
  type QueryDocument,
  rootOf,
} from '../query/document.ts';
import { editAt } from '../query/edits.ts';
import { derivedAt } from '../query/filters/filters.ts';
import { narrow } from '../query/groups/narrowing.ts';
import { countedColumn, EACH_ROW } from '../query/groups/rowCount.ts';
import type { NodePath } from '../query/paths.ts';
import { prune } from '../query/references.ts';
import { toUniGrid, type UniGrid } from '../query/request.ts';
import type { ChartField } from './chartFields.ts';
import { hasValue, type MarkFilter } from './markFilter.ts';
import type { Chart } from './suggestChart.ts';

export type ChartRequest = UniGrid & PageOf;

// The names begin with an invisible character, so that no alias of a person collides.
const MARK = '\u2060';
const X = `${MARK}x`;
const Y = `${MARK}y`;
const VALUE = `${MARK}value`;

/** The aliases of a field's attributes on the x axis, and of the key that distinguishes records of the same name. */
function xAliases({ attributes, key }: ChartField): readonly string[] {
  return [...attributes, ...(key ? [key.attribute] : [])].map((_, i) => `${X}${i}`);
}

/** The name of the measure in an answer without groups. */
export const measuredAlias = VALUE;

/** Only the filters, and the attributes that they need. */
function onlyFilters(doc: QueryDocument): QueryDocument {
  const bare = <N extends EntityNode>(node: N): N => ({
    ...node,
    attributes: node.attributes.map(
      (item): Item =>
        isNested(item)
          ? { entity: bare(item.entity) }
          : { id: item.id, alias: item.alias, selected: false, ...derivation(item) },
    ),
  });
  return prune({ ...doc, entities: doc.entities.map(bare), order: [], grouped: false, view: emptyView });
}

function withAttribute(
  doc: QueryDocument,
  model: Model,
  node: NodePath,
  attribute: AttributeNode,
): QueryDocument {
  return editAt(doc, model, node, (items) => [...items, attribute]);
}

/** What a chart measures: a field, or without an attribute each row. */
type Measured = NodePath & { readonly attribute: string | undefined };

/** A field of the query under another alias; a computed one includes its definition. */
function attributeAt(
  doc: QueryDocument,
  model: Model,
  { attribute, ...node }: Measured,
  use: Omit<AttributeNode, 'id'>,
): AttributeNode {
  if (attribute === undefined) return { ...use, id: use.alias, expr: EACH_ROW };
  const made = derivedAt(doc, model, { ...node, attribute });
  return made ? { ...use, ...derivation(made.attribute), id: use.alias } : { ...use, id: attribute };
}

function rowsOf(doc: QueryDocument, model: Model, root: string): Measured {
  const entity = model.entities.get(rootOf(doc, root)?.id ?? '');
  return { root, steps: [], attribute: countedColumn(entity) };
}

interface Measure {
  readonly path: Measured;
  readonly summary: SummaryName;
}

function measureOf(doc: QueryDocument, model: Model, chart: Chart): Measure {
  const [attribute = ''] = chart.y?.attributes ?? [];
  if (chart.y) return { path: { ...chart.y.node, attribute }, summary: chart.aggregate };
  return { path: rowsOf(doc, model, chart.x.node.root), summary: 'count' };
}

/** The name of the measure in a grouped answer. */
function measureColumn(summary: SummaryName): string {
  return `${summary}_${VALUE}`;
}

interface GroupOptions {
  readonly fields: readonly { readonly field: ChartField; readonly aliases: readonly string[] }[];
  readonly measure: Measure;
  readonly bucket?: AttributeNode['bucket'];
  readonly order: ChartRequest['order'];
  readonly limit: number;
  readonly now: Date;
}

function grouped(doc: QueryDocument, model: Model, options: GroupOptions): ChartRequest {
  let next = onlyFilters(doc);
  for (const { field, aliases } of options.fields) {
    field.attributes.forEach((id, i) => {
      const path = { ...field.node, attribute: id };
      const bare = attributeAt(doc, model, path, { alias: aliases[i] ?? '', selected: true });
      next = withAttribute(
        next,
        model,
        field.node,
        options.bucket ? { ...bare, bucket: options.bucket } : bare,
      );
    });
    if (field.key) {
      const { attribute, ...node } = field.key;
      next = withAttribute(next, model, node, { id: attribute, alias: aliases.at(-1) ?? '', selected: true });
    }
  }
  const { path, summary } = options.measure;
  const measure = { alias: VALUE, selected: false, summaries: [summary] };
  next = withAttribute(next, model, path, attributeAt(doc, model, path, measure));
  return {
    ...toUniGrid(next, options.now),
    group: options.fields.flatMap(({ aliases }) => aliases),
    order: options.order,
    offset: 0,
    limit: options.limit,
    count: 'exact',
  };
}

/** One or several summaries over all rows that match the filters and `also`. */
function total(
  doc: QueryDocument,
  model: Model,
  path: Measured,
  summaries: readonly SummaryName[],
  now: Date,
  also: readonly MarkFilter[] = [],
): ChartRequest {
  const base = onlyFilters(also.reduce((next, filter) => narrow(next, model, filter), doc));
  const measure = attributeAt(doc, model, path, { alias: VALUE, selected: true, summaries });
  const next = withAttribute(base, model, path, measure);
  return { ...toUniGrid(next, now), offset: 0, limit: 0, count: 'none' };
}

export function barsRequest(
  doc: QueryDocument,
  model: Model,
  chart: Chart,
  limit: number,
  now: Date,
): ChartRequest {
  const measure = measureOf(doc, model, chart);
  const aliases = xAliases(chart.x);
  return grouped(doc, model, {
    fields: [{ field: chart.x, aliases }],
    measure,
    order: [
      { alias: measureColumn(measure.summary), asc: false },
      ...aliases.map((alias) => ({ alias, asc: true })),
    ],
    limit,
    now,
  });
}

/** The measure over everything without a bar of its own. */
export function otherRequest(
  doc: QueryDocument,
  model: Model,
  chart: Chart,
  other: MarkFilter,
  now: Date,
): ChartRequest {
  const { path, summary } = measureOf(doc, model, chart);
  return total(doc, model, path, [summary], now, [other]);
}

export function rangeRequest(
  doc: QueryDocument,
  model: Model,
  field: ChartField,
  summaries: readonly SummaryName[],
  now: Date,
  also: readonly MarkFilter[] = [],
): ChartRequest {
  const [attribute = ''] = field.attributes;
  return total(doc, model, { ...field.node, attribute }, summaries, now, also);
}

export function lineRequest(
  doc: QueryDocument,
  model: Model,
  chart: Chart,
  bucket: NonNullable<Chart['bucket']>,
  limit: number,
  now: Date,
): ChartRequest {
  const aliases = xAliases(chart.x);
  return grouped(doc, model, {
    fields: [{ field: chart.x, aliases }],
    measure: measureOf(doc, model, chart),
    bucket,
    order: aliases.map((alias) => ({ alias, asc: true })),
    limit,
    now,
  });
}

function withValues(doc: QueryDocument, model: Model, fields: readonly ChartField[]): QueryDocument {
  return fields.flatMap(hasValue).reduce((next, filter) => narrow(next, model, filter), doc);
}

/** The frequency of each value, or each pair of values. */
export function valuesRequest(
  doc: QueryDocument,
  model: Model,
  fields: readonly [ChartField] | readonly [ChartField, ChartField],
  limit: number,
  now: Date,
): ChartRequest {
  const [x, y] = fields;
  const axes = [{ field: x, aliases: xAliases(x) }, ...(y ? [{ field: y, aliases: [Y] }] : [])];
  return grouped(withValues(doc, model, fields), model, {
    fields: axes,
    measure: { path: rowsOf(doc, model, x.node.root), summary: 'count' },
    order: axes.flatMap(({ aliases }) => aliases.map((alias) => ({ alias, asc: true }))),
    limit,
    now,
  });
}

/** The number of rows, or of those that match a filter. */
export function countRequest(
  doc: QueryDocument,
  model: Model,
  root: string,
  filter: MarkFilter | undefined,
  now: Date,
): ChartRequest {
  return total(doc, model, rowsOf(doc, model, root), ['count'], now, filter ? [filter] : []);
}
