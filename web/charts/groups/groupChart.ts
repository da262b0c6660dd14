// Which chart shows a query's groups: the fields on the axis, the fields of the series, and the measure.
import type { Cell } from '../../api/exact.ts';
import type { Model } from '../../model/model.ts';
import { type FieldColumn, type ResultColumn, resultColumns } from '../../query/columns.ts';
import type { ChartChoice, QueryDocument } from '../../query/document.ts';
import { isInOneGroup } from '../../query/groups/determined.ts';
import { ownValue } from '../../state/ownValue.ts';
import type { ColumnFormat } from '../../values/columnFormat.ts';
import { displayValue } from '../../values/show.ts';
import { isNumeric } from '../../values/types.ts';

export const groupKinds = ['line', 'bars', 'stacked', 'share', 'heat', 'pivot', 'number'] as const;
export type GroupKind = (typeof groupKinds)[number];

/** Why this chart; the message catalogue has a sentence for each. */
export type GroupReason = 'over-time' | 'per-group' | 'two-fields' | 'no-groups' | 'chosen';

export interface GroupChart {
  readonly kind: GroupKind;
  /** Usually one field; records need all of theirs. */
  readonly x: readonly FieldColumn[];
  readonly series: readonly FieldColumn[];
  readonly measure: ResultColumn;
  /** A person's format for the measure. */
  readonly format?: ColumnFormat | undefined;
  /** The measures of all groups add up to a whole: nothing is measured in two of them. */
  readonly addsUp: boolean;
  readonly reason: GroupReason;
}

/** A value of the measure, in the column's format: all with the same decimals. */
export function amountText({ measure, format }: GroupChart, exact: Cell, digits?: number): string {
  return displayValue(exact, measure.type, { isRounded: measure.isRounded, format, digits }).text;
}

/** The numeric measures of the result. */
export function chartMeasures(doc: QueryDocument, model: Model): readonly ResultColumn[] {
  const hidden = new Set(doc.view.hidden);
  return resultColumns(doc, model).filter(
    ({ id, kind, type }) => (kind === 'measure' || kind === 'over') && isNumeric(type) && !hidden.has(id),
  );
}

/** The group fields, including hidden ones, without which the groups would differ. */
export function dimensions(doc: QueryDocument, model: Model): readonly FieldColumn[] {
  return resultColumns(doc, model).filter((column): column is FieldColumn => column.kind === 'field');
}

/** Each group is one record of a root, whose key is a group field. */
function isPerRecord(doc: QueryDocument, model: Model, dims: readonly FieldColumn[]): boolean {
  return doc.entities.some(({ id, alias }) => {
    const key = model.entities.get(id)?.key ?? [];
    const has = (name: string) =>
      dims.some(({ path }) => path.root === alias && path.steps.length === 0 && path.attribute === name);
    return key.length > 0 && key.every(has);
  });
}

/** Without rows it is 0; an average is not. */
export function isZeroIfEmpty(measure: ResultColumn): boolean {
  return measure.kind === 'measure' && (measure.summary === 'sum' || measure.summary === 'count');
}

export function isOverTime({ x }: Pick<GroupChart, 'x'>): boolean {
  return x.length === 1 && x[0]?.bucket !== undefined;
}

export function possibleGroupKinds({ x, series, addsUp }: GroupChart): readonly GroupKind[] {
  if (x.length === 0) return ['number'];
  const forms: readonly GroupKind[] = isOverTime({ x }) ? ['line', 'bars'] : ['bars'];
  if (series.length === 0) return forms;
  // Parts can be stacked only if they add up to a whole.
  return addsUp ? [...forms, 'stacked', 'share', 'heat', 'pivot'] : [...forms, 'heat', 'pivot'];
}

/** The fields that can be on the axis; records are there as a whole. */
export function xChoicesOf(doc: QueryDocument, model: Model): readonly FieldColumn[] {
  const dims = dimensions(doc, model);
  return isPerRecord(doc, model, dims) ? [] : dims;
}

function placeFields(
  doc: QueryDocument,
  model: Model,
  choice: ChartChoice,
): Pick<GroupChart, 'x' | 'series'> {
  const dims = dimensions(doc, model);
  if (isPerRecord(doc, model, dims)) return { x: dims, series: [] };
  const x = dims.find(({ id }) => id === choice.x) ?? dims.find(({ bucket }) => bucket) ?? dims[0];
  return { x: x ? [x] : [], series: dims.filter((dim) => dim !== x) };
}

function reasonFor({ x, series }: Pick<GroupChart, 'x' | 'series'>): GroupReason {
  if (x.length === 0) return 'no-groups';
  if (isOverTime({ x })) return 'over-time';
  return series.length > 0 ? 'two-fields' : 'per-group';
}

/** Every group has a count by default, so an added measure is preferred. */
function defaultMeasure(measures: readonly ResultColumn[]): ResultColumn | undefined {
  return measures.find((one) => one.kind === 'measure' && one.summary !== 'count') ?? measures[0];
}

/** The chart of a grouped query; undefined without a measure. Choices that no longer fit are ignored. */
export function groupChart(doc: QueryDocument, model: Model, choice: ChartChoice): GroupChart | undefined {
  const measures = chartMeasures(doc, model);
  const usual = defaultMeasure(measures);
  const measure = measures.find(({ id }) => id === choice.y) ?? usual;
  if (!measure) return undefined;
  const placed = placeFields(doc, model, choice);
  const fields = dimensions(doc, model).map(({ path }) => path);
  const addsUp = isZeroIfEmpty(measure) && isInOneGroup(doc, model, measure.path, fields);
  const format = ownValue(doc.view.formats, measure.id);
  const bare: GroupChart = { ...placed, kind: 'bars', measure, format, addsUp, reason: reasonFor(placed) };
  const kinds = possibleGroupKinds(bare);
  const fitting = kinds.includes('stacked') && !isOverTime(bare) ? 'stacked' : (kinds[0] ?? 'bars');
  const kind = kinds.find((one) => one === choice.kind) ?? fitting;
  const isChosen = kind !== fitting || measure !== usual || (placed.x[0] && placed.x[0].id === choice.x);
  return { ...bare, kind, reason: isChosen ? 'chosen' : bare.reason };
}

/** The field whose values become the columns of a pivot table. */
export function pivotedBy({ series }: GroupChart): FieldColumn | undefined {
  return series.at(-1);
}

/** The fields of its rows. */
export function pivotRows(chart: GroupChart): readonly FieldColumn[] {
  const across = pivotedBy(chart);
  return [...chart.x, ...chart.series].filter((dim) => dim !== across);
}
