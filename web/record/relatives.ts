// Queries for the records around one record: those it references, and those that reference it.

import type { Cell } from '../api/exact.ts';
import type { GridAnswer } from '../api/resources.ts';
import type { Column, Entity, Model, Relation } from '../model/model.ts';
import { type AttributeNode, emptyDocument, type QueryDocument } from '../query/document.ts';
import { addRoot, editAt, ensureAttribute } from '../query/edits.ts';
import { addRule } from '../query/filters/rules.ts';
import { stepOf } from '../query/paths.ts';
import { toUniGrid, type UniGrid } from '../query/request.ts';
import { cellOf, joinName, keyTexts, type RecordCells } from '../values/records.ts';
import { plainText } from '../values/text.ts';
import { isNumeric } from '../values/types.ts';

/** Restricts the root to records whose columns have these values. */
function withValues(
  doc: QueryDocument,
  model: Model,
  columns: readonly string[],
  values: readonly Cell[],
): QueryDocument {
  const root = doc.entities[0]?.alias ?? '';
  return columns.reduce((next, attribute, i) => {
    const { doc: referring, alias } = ensureAttribute(next, model, { root, steps: [], attribute });
    const value = values[i] ?? null;
    const literal = typeof value === 'boolean' ? value : plainText(value);
    return addRule(referring, [], {
      func:
        value === null
          ? { name: 'IS_NULL', args: [{ alias }] }
          : { name: 'EQ', args: [{ alias }, { value: literal }] },
    });
  }, doc);
}

function emptyRoot(entity: Entity): QueryDocument {
  return {
    ...emptyDocument,
    entities: [{ id: entity.name, alias: entity.name, relation: null, attributes: [] }],
  };
}

// ── what the record references ───────────────────────────────────────────────────────────────────────────

/** The service joins at most 64 entities in one query. */
const MAX_POINTERS = 48;

/** The foreign keys of this record that are not null. */
export function pointersOf(entity: Entity, record: RecordCells): readonly Relation[] {
  return entity.relations.filter(
    ({ type, own }) => type === 'many2one' && own.every((column) => cellOf(record, column) !== null),
  );
}

function pointerAlias(relation: number, part: 'label' | 'key', column: string): string {
  return `${relation} ${part} ${column}`;
}

/** One query for the names and keys of everything the record references. */
export function pointersQuery(
  model: Model,
  entity: Entity,
  record: RecordCells,
  now: Date,
): UniGrid | undefined {
  const relations = pointersOf(entity, record).slice(0, MAX_POINTERS);
  if (relations.length === 0 || entity.key.length === 0) return undefined;
  const values = entity.key.map((column) => cellOf(record, column));
  const doc = relations.reduce((next, relation, i) => {
    const target = model.entities.get(relation.entity);
    const attributes: AttributeNode[] = [
      ...(target?.labelColumns ?? []).map((id) => ({
        id,
        alias: pointerAlias(i, 'label', id),
        selected: true,
      })),
      ...(target?.key ?? []).map((id) => ({ id, alias: pointerAlias(i, 'key', id), selected: true })),
    ];
    const path = { root: entity.name, steps: [stepOf(relation)] };
    return editAt(next, model, path, (items) => [...items, ...attributes]);
  }, emptyRoot(entity));
  return toUniGrid(withValues(doc, model, entity.key, values), now);
}

export interface Pointer {
  readonly relation: Relation;
  readonly target: Entity | undefined;
  /** The name of the other record, if it has one. */
  readonly name: string | undefined;
  /** Undefined if the record does not exist or has no key. */
  readonly key: readonly string[] | undefined;
}

export function readPointers(
  model: Model,
  entity: Entity,
  record: RecordCells,
  answer: GridAnswer | undefined,
): readonly Pointer[] {
  const row = answer?.data[0];
  return pointersOf(entity, record).map((relation, i): Pointer => {
    const target = model.entities.get(relation.entity);
    const cell = (part: 'label' | 'key', column: string): Cell =>
      row?.[answer?.cols.indexOf(pointerAlias(i, part, column)) ?? -1] ?? null;
    if (!target) return { relation, target, name: undefined, key: undefined };
    if (!row || i >= MAX_POINTERS)
      return { relation, target, name: undefined, key: ownKey(target, relation, record) };
    return {
      relation,
      target,
      name: joinName(target.labelColumns.map((column) => cell('label', column))),
      key: keyTexts(target.key.map((column) => cell('key', column))),
    };
  });
}

/** The other record's key, taken from this record's foreign key, if that references the whole key. */
function ownKey(target: Entity, relation: Relation, record: RecordCells): readonly string[] | undefined {
  const places = target.key.map((column) => relation.other.indexOf(column));
  if (places.some((place) => place < 0)) return undefined;
  return keyTexts(places.map((place) => cellOf(record, relation.own[place] ?? '')));
}

// ── what references the record ───────────────────────────────────────────────────────────────────────────

export function referrersOf(entity: Entity): readonly Relation[] {
  return entity.relations.filter(({ type }) => type === 'one2many');
}

/** The records that reference this one by a relation: the document that the workbench opens. */
export function referrersDocument(
  model: Model,
  relation: Relation,
  record: RecordCells,
): QueryDocument | undefined {
  if (!model.entities.has(relation.entity)) return undefined;
  const values = relation.own.map((column) => cellOf(record, column));
  if (values.some((value) => value === null)) return undefined;
  return withValues(addRoot(emptyDocument, model, relation.entity), model, relation.other, values);
}

const MAX_COLUMNS = 6;

/** The most informative columns for a small table: name, date, amount. Never the ones that reference this record. */
export function identifyingColumns(entity: Entity, wayBack: readonly string[]): readonly Column[] {
  const useful = entity.columns.filter(
    ({ name, type }) => type !== 'binary' && type !== 'json' && !wayBack.includes(name),
  );
  const isNameless = entity.labelColumns.length === 0;
  const rank = (column: Column): number => {
    if (entity.labelColumns.includes(column.name)) return 0;
    if (column.inKey && isNameless) return 1;
    if (column.pointsTo) return 2;
    if (column.inKey) return 6;
    const isMeasured = isNumeric(column.type) || column.type === 'date' || column.type === 'datetime';
    if (isNameless && isMeasured) return 3;
    return column.type === 'text' ? 5 : 4;
  };
  const chosen = useful.length > 0 ? useful : entity.columns;
  return chosen.toSorted((a, b) => rank(a) - rank(b)).slice(0, MAX_COLUMNS);
}
