// The fields of a query that can stand on an axis: moments, amounts and categories.

import type { BucketName } from '../../src/contract/buckets.ts';
import type { ModeType } from '../../src/contract/mode.ts';
import type { SummaryName } from '../../src/contract/summaries.ts';
import type { Column, Entity, Model } from '../model/model.ts';
import { fieldLabel } from '../query/columns.ts';
import type { QueryDocument } from '../query/document.ts';
import { attributesOf, type FieldPath, type NodePath, pathKey, stepOf } from '../query/paths.ts';
import { isDigitName } from '../values/types.ts';

export type Role = 'time' | 'number' | 'category';

export interface ChartField {
  /** Stable for the same field of the same query. */
  readonly id: string;
  readonly label: string;
  readonly role: Role;
  readonly type: ModeType;
  readonly node: NodePath;
  /** Usually one; the records behind a foreign key may be named by two. */
  readonly attributes: readonly string[];
  /** In the result, and not merely near it. */
  readonly shown: boolean;
  /** How promising it is among those of its role; 0 means: only when asked for. */
  readonly rank: number;
  /** What the query itself already does with it. */
  readonly summary?: SummaryName;
  readonly bucket?: BucketName;
}

const roles: Record<ModeType, Role | undefined> = {
  boolean: 'category',
  string: 'category',
  text: 'category',
  selection: 'category',
  uuid: 'category',
  integer: 'number',
  numeric: 'number',
  date: 'time',
  datetime: 'time',
  time: undefined,
  interval: undefined,
  binary: undefined,
  json: undefined,
  array: undefined,
  other: undefined,
};

function rankOfCategory(column: Column, entity: Entity, viaRelation: boolean): number {
  if (column.inKey || column.type === 'uuid') return 0;
  const names = entity.labelColumns.includes(column.name);
  // A name is unique within its own entity, but seen from another entity it makes good groups.
  if (names) return viaRelation ? 5 : 0;
  if (column.type === 'selection') return 5;
  if (column.type === 'boolean') return 2;
  if (/(type|kind|status|state|category|group|class|country|region|city|currency)$/i.test(column.name)) {
    return 4;
  }
  return column.type === 'string' ? 1 : 0;
}

/** A relation to few records makes good bars, one to very many does not. */
function rankOfTarget(target: Entity): number {
  const rows = target.rowEstimate;
  if (rows === null) return 5;
  if (rows <= 60) return 7;
  return rows <= 1000 ? 6 : 3;
}

function fromForeignKey(
  doc: QueryDocument,
  model: Model,
  node: NodePath,
  column: Column,
  shown: boolean,
): ChartField | undefined {
  const relation = column.pointsTo;
  const target = relation && model.entities.get(relation.entity);
  if (!relation || !target || target.labelColumns.length === 0) return undefined;
  const behind: NodePath = { root: node.root, steps: [...node.steps, stepOf(relation)] };
  const [first = ''] = target.labelColumns;
  const own = fieldLabel(doc, model, { ...node, attribute: column.name });
  const way = own.split(' › ').slice(0, -1);
  return {
    id: pathKey({ ...behind, attribute: target.labelColumns.join('+') }),
    label: [...way, relation.label].join(' › '),
    role: 'category',
    type: target.column.get(first)?.type ?? 'string',
    node: behind,
    attributes: target.labelColumns,
    shown,
    rank: rankOfTarget(target),
  };
}

function fromColumn(
  doc: QueryDocument,
  model: Model,
  path: FieldPath,
  entity: Entity,
  column: Column,
  shown: boolean,
): ChartField | undefined {
  const node: NodePath = { root: path.root, steps: path.steps };
  if (column.pointsTo) {
    const named = fromForeignKey(doc, model, node, column, shown);
    if (named) return named;
  }
  const natural = roles[column.type];
  const role = natural === 'number' && isDigitName(column) ? 'category' : natural;
  if (!role) return undefined;
  const rank =
    role === 'category'
      ? natural === 'number'
        ? 0
        : rankOfCategory(column, entity, path.steps.length > 0)
      : 1;
  return {
    id: pathKey(path),
    label: fieldLabel(doc, model, path),
    role,
    type: column.type,
    node,
    attributes: [column.name],
    shown,
    rank,
  };
}

/** The fields of the result first, then the other own fields of the entities in the query. */
export function chartFields(doc: QueryDocument, model: Model): readonly ChartField[] {
  const found = new Map<string, ChartField>();
  const add = (field: ChartField | undefined): void => {
    if (field && !found.has(field.id)) found.set(field.id, field);
  };
  const hidden = new Set(doc.view.hidden);
  const visits = attributesOf(doc, model);
  for (const { attribute, path, entity, column } of visits) {
    if (attribute.selected && !hidden.has(attribute.alias)) {
      const field = fromColumn(doc, model, path, entity, column, true);
      add(field && (attribute.bucket ? { ...field, bucket: attribute.bucket } : field));
    }
    const [summary] = doc.grouped ? (attribute.summaries ?? []) : [];
    if (summary) {
      const label = fieldLabel(doc, model, path);
      const { root, steps } = path;
      const counted = summary === 'count' && column.inKey && steps.length === 0;
      if (counted) continue;
      add({
        id: pathKey(path),
        label,
        role: 'number',
        type: column.type,
        node: { root, steps },
        attributes: [column.name],
        shown: true,
        rank: 2,
        summary,
      });
    }
  }
  for (const root of doc.entities) {
    const entity = model.entities.get(root.id);
    for (const column of entity?.columns ?? []) {
      const path: FieldPath = { root: root.alias, steps: [], attribute: column.name };
      if (entity) add(fromColumn(doc, model, path, entity, column, false));
    }
  }
  return [...found.values()];
}
