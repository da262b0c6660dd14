// The columns of the result, as the screen shows them.
import type { BucketName } from '../../src/contract/buckets.ts';
import type { ModeType } from '../../src/contract/mode.ts';
import type { SummaryName } from '../../src/contract/summaries.ts';
import { t } from '../messages/index.ts';
import type { Column, Entity, Model, Relation } from '../model/model.ts';
import { ownValue } from '../state/ownValue.ts';
import type { TimePart } from '../values/timeParts.ts';
import { isDigitName, isMoment, isNumeric } from '../values/types.ts';
import {
  type AttributeNode,
  derivation,
  followsGroups,
  type QueryDocument,
  type RollupSummary,
  rootOf,
} from './document.ts';
import { datePartOf, divides, summaryTypes } from './formula/exprTypes.ts';
import {
  attributesOf,
  countingAt,
  entitiesAlong,
  type FieldPath,
  pathKey,
  pathLabels,
  reachedFromSeveral,
  stepOf,
  type Visit,
} from './paths.ts';
import { measureId } from './references.ts';

interface Base {
  /** The column's name in the answer; a list's own id. */
  readonly id: string;
  readonly label: string;
  readonly path: FieldPath;
  readonly entity: Entity;
  readonly column: Column;
  readonly type: ModeType;
  /** An average or a quotient, whose last digits are meaningless. */
  readonly isRounded?: boolean;
}

export interface FieldColumn extends Base {
  readonly kind: 'field';
  readonly alias: string;
  readonly bucket: BucketName | undefined;
  /** The time zone of periods of instants; the reader's unless the query names one. */
  readonly zone: string | undefined;
  /** Its numbers are days of the week, months of the year … */
  readonly part: TimePart | undefined;
  readonly totals: readonly SummaryName[];
  /** It measures related records. */
  readonly isMeasured: boolean;
  /** The value is a foreign key to a record with a name. */
  readonly pointsTo: Relation | undefined;
}

export interface MeasureColumn extends Base {
  readonly kind: 'measure';
  readonly alias: string;
  readonly summary: SummaryName;
}

export interface ListResultColumn extends Base {
  readonly kind: 'list';
}

/** A value computed over the groups: a share, a rank, a running total, or a formula of measures. */
export interface OverColumn extends Base {
  readonly kind: 'over';
  readonly alias: string;
  /** It is a formula that can be used to select groups. */
  readonly isFormula: boolean;
}

export type ResultColumn = FieldColumn | MeasureColumn | OverColumn | ListResultColumn;

function fieldWords(doc: QueryDocument, model: Model, path: FieldPath): readonly string[] {
  const root = rootOf(doc, path.root);
  const along = root && entitiesAlong(model, root.id, path.steps);
  const column = along?.at(-1)?.column.get(path.attribute);
  const way = root ? pathLabels(model, root.id, path.steps) : [];
  const key = pathKey(path);
  const derived = column ?? attributesOf(doc, model).find((one) => pathKey(one.path) === key)?.column;
  const front = doc.entities.length > 1 ? [rootLabel(doc, model, path.root)] : [];
  return [...front, ...way, derived?.label ?? path.attribute];
}

/** The field in words: "Title", "Artist › Name", prefixed with the root if there are several. */
export function fieldLabel(doc: QueryDocument, model: Model, path: FieldPath): string {
  return fieldWords(doc, model, path).join(' › ');
}

/** A root's human name; repeated entities are numbered. */
export function rootLabel(doc: QueryDocument, model: Model, alias: string): string {
  const root = rootOf(doc, alias);
  const label = model.entities.get(root?.id ?? '')?.label ?? root?.id ?? alias;
  const twins = doc.entities.filter((node) => node.id === root?.id);
  const place = twins.findIndex((node) => node.alias === alias);
  return place > 0 ? `${label} ${place + 1}` : label;
}

/** A foreign key shows the name of its record, so it is named after what it references. */
function hasRecordName(model: Model, { pointsTo }: Column): boolean {
  return pointsTo !== undefined && (model.entities.get(pointsTo.entity)?.labelColumns.length ?? 0) > 0;
}

/** The field that a column shows: for a foreign key the name of its record, if that is a single field. */
export function shownPath(model: Model, { path, column: { pointsTo } }: ResultColumn): FieldPath {
  const [name, more] = model.entities.get(pointsTo?.entity ?? '')?.labelColumns ?? [];
  if (!pointsTo || name === undefined || more !== undefined) return path;
  return { root: path.root, steps: [...path.steps, stepOf(pointsTo)], attribute: name };
}

function columnLabel(doc: QueryDocument, model: Model, path: FieldPath, column: Column): string {
  const words = fieldWords(doc, model, path);
  return (hasRecordName(model, column) ? words.with(-1, column.pointsTo?.label ?? '') : words).join(' › ');
}

function isQuotient({ rollup, expr, over, perGroup }: AttributeNode): boolean {
  const formula = expr ?? perGroup;
  return rollup?.summary === 'avg' || over?.fn === 'moving' || (formula !== undefined && divides(formula));
}

function fieldColumn(
  doc: QueryDocument,
  model: Model,
  attribute: AttributeNode,
  where: Pick<Base, 'path' | 'entity' | 'column'>,
): FieldColumn {
  const label = columnLabel(doc, model, where.path, where.column);
  return {
    ...where,
    kind: 'field',
    id: attribute.alias,
    alias: attribute.alias,
    label: attribute.bucket ? t.query.bucketed(label, attribute.bucket) : label,
    type: attribute.bucket ? 'date' : where.column.type,
    bucket: attribute.bucket,
    zone: doc.timezone,
    part: datePartOf(attribute.expr)?.part,
    isMeasured: attribute.rollup !== undefined,
    isRounded: isQuotient(attribute),
    totals: doc.grouped ? [] : (attribute.summaries ?? []),
    pointsTo: where.column.pointsTo,
  };
}

/** It measures the related records of each row. */
export function isMeasured(column: ResultColumn | undefined): column is FieldColumn {
  return column?.kind === 'field' && column.isMeasured;
}

/** Whether rows can be ranked by it; not by a foreign key, since its name is shown instead of its number. */
export function canBeRanked(column: ResultColumn): boolean {
  if (column.kind === 'list' || (column.kind === 'field' && column.pointsTo)) return false;
  return isNumeric(column.type) || isMoment(column.type);
}

/** The columns that rows can be ranked by: computed ones first, keys last. */
export function rankingColumns(columns: readonly ResultColumn[]): readonly ResultColumn[] {
  const place = (column: ResultColumn) => {
    if (column.kind !== 'field' || column.isMeasured) return 0;
    return isDigitName({ inKey: false, inReference: false, name: column.path.attribute }) ? 2 : 1;
  };
  return columns.filter(canBeRanked).toSorted((a, b) => place(a) - place(b));
}

/** The columns that identify a row: the fields of a group, or else the name of the record. */
function identifyingColumns(doc: QueryDocument, model: Model): readonly string[] {
  return resultColumns(doc, model).flatMap(({ kind, id, path, entity }) => {
    const isName = path.steps.length === 0 && entity.labelColumns.includes(path.attribute);
    return kind === 'field' && (doc.grouped || isName) ? [id] : [];
  });
}

/**
 * The columns that were explicitly requested: computed ones and those of the order, plus the columns that identify the
 * row.
 */
export function requestedColumns(doc: QueryDocument, model: Model): ReadonlySet<string> {
  const made = attributesOf(doc, model).flatMap(({ attribute }) =>
    derivation(attribute) || followsGroups(attribute) ? [attribute.alias] : [],
  );
  const measures = resultColumns(doc, model).flatMap(({ kind, id }) => (kind === 'measure' ? [id] : []));
  const ranked = [...doc.order.map(({ alias }) => alias), ...(doc.top ? [doc.top.by] : [])];
  return new Set([...identifyingColumns(doc, model), ...made, ...measures, ...ranked]);
}

/** Every record has a value there, so counting the values counts the records. */
export function countsRecords({ name, inKey, nullable }: Column, relation?: Relation): boolean {
  // A record without a value there would not be related.
  return inKey || !nullable || relation?.other.includes(name) === true;
}

/** The summary that combines the groups' measures into a total, if there is one. */
export const totalSummaryOf: Readonly<Partial<Record<RollupSummary, SummaryName>>> = {
  count: 'sum',
  sum: 'sum',
  min: 'min',
  max: 'max',
};

function measureLabel(
  doc: QueryDocument,
  model: Model,
  { attribute, path, column, relations }: Visit,
  summary: SummaryName,
): string {
  const root = rootOf(doc, path.root)?.id ?? '';
  // The number of values differs from the number of records if several records lead to each.
  const isEachOnce = countsRecords(column, relations.at(-1)) && !reachedFromSeveral(model, root, path.steps);
  if (summary === 'count' ? isEachOnce : summary === countingAt(doc, model, path))
    return t.query.countOf(relations.at(-1)?.label ?? rootLabel(doc, model, path.root));
  const label = fieldLabel(doc, model, path);
  // The sum of all counts is a count.
  if (attribute.rollup && totalSummaryOf[attribute.rollup.summary] === summary) return label;
  return t.query.measure(summary, label, isMoment(column.type));
}

/** The columns in the order of the query; grouped queries start with the group fields. */
function queryColumns(doc: QueryDocument, model: Model): readonly ResultColumn[] {
  const visits = attributesOf(doc, model);
  const fields = visits
    .filter(({ attribute }) => attribute.selected && !followsGroups(attribute))
    .map(({ attribute, path, entity, column }) =>
      fieldColumn(doc, model, attribute, { path, entity, column }),
    );
  const measures = visits.flatMap((visit) =>
    (doc.grouped ? (visit.attribute.summaries ?? []) : []).map(
      (summary): MeasureColumn => ({
        kind: 'measure',
        id: measureId(summary, visit.attribute.alias),
        label: measureLabel(doc, model, visit, summary),
        path: visit.path,
        entity: visit.entity,
        column: visit.column,
        type: summaryTypes[summary](visit.column.type),
        isRounded: summary === 'avg' || isQuotient(visit.attribute),
        alias: visit.attribute.alias,
        summary,
      }),
    ),
  );
  const overs = visits.flatMap(({ attribute, path, entity, column }): OverColumn[] => {
    if (!followsGroups(attribute) || !attribute.selected) return [];
    const { id, alias } = attribute;
    const isFormula = attribute.perGroup !== undefined;
    const shown = { label: alias, type: column.type, isRounded: isQuotient(attribute), isFormula };
    return [{ kind: 'over', id, alias, path, entity, column, ...shown }];
  });
  return [...fields, ...measures, ...overs];
}

function listColumns(doc: QueryDocument, model: Model): readonly ListResultColumn[] {
  return doc.view.lists.flatMap((list): ListResultColumn[] => {
    const root = rootOf(doc, list.root);
    const entity = root && entitiesAlong(model, root.id, list.steps)?.at(-1);
    const column = entity?.column.get(list.attribute);
    if (!entity || !column) return [];
    const { id, ...path } = list;
    return [
      { kind: 'list', id, label: fieldLabel(doc, model, path), path, entity, column, type: column.type },
    ];
  });
}

/** All columns, pinned ones first, then in the person's order. */
export function resultColumns(doc: QueryDocument, model: Model): readonly ResultColumn[] {
  const all = [...queryColumns(doc, model), ...listColumns(doc, model)].map((column) => {
    const name = ownValue(doc.view.names, column.id);
    return name === undefined ? column : { ...column, label: name };
  });
  const { order, pinned } = doc.view;
  const rank = (id: string, i: number): number => {
    const pin = pinned.indexOf(id);
    if (pin >= 0) return pin - 1_000_000;
    const place = order.indexOf(id);
    return place >= 0 ? place : order.length + i;
  };
  const ranks = new Map(all.map(({ id }, i) => [id, rank(id, i)]));
  return all.toSorted((a, b) => (ranks.get(a.id) ?? 0) - (ranks.get(b.id) ?? 0));
}

export function shownColumns(doc: QueryDocument, model: Model): readonly ResultColumn[] {
  const hidden = new Set(doc.view.hidden);
  return resultColumns(doc, model).filter(({ id }) => !hidden.has(id));
}
