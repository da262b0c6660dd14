// The fields of a query that can be on an axis: dates, amounts and categories.

import type { ModeType } from '../../src/contract/mode.ts';
import type { Column, Entity, Model } from '../model/model.ts';
import { fieldLabel, rootLabel } from '../query/columns.ts';
import { followsGroups, type QueryDocument } from '../query/document.ts';
import { rollupsOf } from '../query/groups/rollups.ts';
import { attributesOf, type FieldPath, type NodePath, pathKey, stepOf } from '../query/paths.ts';
import { ownValue } from '../state/ownValue.ts';
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
  /** The foreign key of the record that the attributes name; it distinguishes records of the same name. */
  readonly key?: FieldPath;
  /** It stands for the records of the query, each with its own row. */
  readonly isRecord?: boolean;
  /** Its preference among fields of the same role; 0 means only by explicit choice. */
  readonly rank: number;
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
  // A name is unique within its own entity, but makes good groups when seen from another entity.
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
    key: { ...node, attribute: column.name },
    rank: rankOfTarget(target),
  };
}

function fromColumn(
  doc: QueryDocument,
  model: Model,
  path: FieldPath,
  entity: Entity,
  column: Column,
): ChartField | undefined {
  const node: NodePath = { root: path.root, steps: path.steps };
  if (column.pointsTo) {
    const named = fromForeignKey(doc, model, node, column);
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
    rank,
  };
}

/** The fields that the result shows, and no others: a chart is another view of it. */
export function chartFields(doc: QueryDocument, model: Model): readonly ChartField[] {
  const found = new Map<string, ChartField>();
  const hidden = new Set(doc.view.hidden);
  for (const { attribute, path, entity, column } of attributesOf(doc, model)) {
    // A chart of rows does its own grouping, by columns; computed fields are drawn in grouped queries, and calculations
    // over the rows cannot be grouped.
    if (!attribute.selected || attribute.expr || followsGroups(attribute) || hidden.has(attribute.alias))
      continue;
    const field = fromColumn(doc, model, path, entity, column);
    // A measure that a person added is most likely what they want to see drawn.
    const rank = attribute.rollup ? 2 : field?.rank;
    // The column's heading, which may be custom.
    const label = ownValue(doc.view.names, attribute.alias) ?? field?.label ?? '';
    if (field && rank !== undefined && !found.has(field.id)) found.set(field.id, { ...field, label, rank });
  }
  return [...records(doc, model), ...found.values()];
}

/** The records themselves, if something is measured for each: those of the same name are distinguished by key. */
function records(doc: QueryDocument, model: Model): readonly ChartField[] {
  const measured = rollupsOf(doc, model).filter(({ attribute }) => attribute.selected);
  return doc.entities.flatMap(({ id, alias }): ChartField[] => {
    const entity = model.entities.get(id);
    const [key, ...more] = entity?.key ?? [];
    const [name] = entity?.labelColumns ?? [];
    const isMeasured = measured.some(({ root }) => root.alias === alias);
    if (!entity || !isMeasured || key === undefined || more.length > 0 || name === undefined) return [];
    const node: NodePath = { root: alias, steps: [] };
    return [
      {
        id: `record ${alias}`,
        label: rootLabel(doc, model, alias),
        role: 'category',
        type: entity.column.get(name)?.type ?? 'string',
        node,
        attributes: entity.labelColumns,
        key: { ...node, attribute: key },
        isRecord: true,
        rank: 8,
      },
    ];
  });
}
