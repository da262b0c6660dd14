// SQLite keeps values of any kind in a column: texts that a sum takes for numbers, moments with an offset beside others.
import { type Cell, isExact } from '../../api/exact.ts';
import type { Column, Entity, Model } from '../../model/model.ts';
import { isMoment } from '../../values/types.ts';
import { type ResultColumn, resultColumns } from '../columns.ts';
import { emptyDocument, type QueryDocument, type Rule } from '../document.ts';
import { addField, addRoot, findAttribute } from '../edits.ts';
import { addRule } from '../filters/rules.ts';
import { setSort } from '../sorting.ts';
import { rollupsOf } from './rollups.ts';

export interface Suspect {
  readonly kind: 'texts' | 'offsets';
  readonly entity: Entity;
  readonly column: Column;
  /** Finds what would make the numbers questionable. */
  readonly searches: readonly QueryDocument[];
  /** Whether the first value of each search does. */
  readonly isFound: (first: readonly (Cell | undefined)[]) => boolean;
}

const added = ['sum', 'avg'];

function isAdded(column: ResultColumn): boolean {
  if (column.kind === 'measure') return added.includes(column.summary);
  return column.kind === 'field' && column.totals.some((total) => added.includes(total));
}

/** Columns of the database whose values may be of several kinds, where that changes the numbers of the query. */
export function suspects(doc: QueryDocument, model: Model): readonly Suspect[] {
  if (model.engine.name !== 'sqlite') return [];
  const columns = resultColumns(doc, model);
  const measured = rollupsOf(doc, model).filter(({ rollup }) => added.includes(rollup.summary));
  const ofTexts = [...columns.filter(isAdded), ...measured.map((one) => one.measured)];
  const ofMoments = columns.filter(
    (one) => one.kind === 'field' && doc.grouped && one.bucket !== undefined && isMoment(one.column.type),
  );
  const found = [
    ...ofTexts.map(({ entity, column }) => textsAmong(model, entity, column)),
    ...ofMoments.map(({ entity, column }) => offsetsAmong(model, entity, column)),
  ].filter(({ entity, column }) => entity.column.get(column.name) === column);
  return [...new Map(found.map((one) => [keyOf(one), one])).values()];
}

export const keyOf = ({ kind, entity, column }: Suspect): string =>
  JSON.stringify([kind, entity.name, column.name]);

/** Only the column, and the name that it has in the query. */
function listOf(model: Model, entity: Entity, column: Column) {
  const root = addRoot(emptyDocument, model, entity.name);
  const path = { root: entity.name, steps: [], attribute: column.name };
  const bare = { ...root, entities: root.entities.map((node) => ({ ...node, attributes: [] })) };
  const doc = addField(bare, model, path);
  return { doc, alias: findAttribute(doc, model, path)?.alias ?? '' };
}

/** Texts and bytes follow all numbers. */
function textsAmong(model: Model, entity: Entity, column: Column): Suspect {
  const { doc, alias } = listOf(model, entity, column);
  const isFound = ([last]: readonly (Cell | undefined)[]) =>
    typeof last === 'string' && !isExact(last) && !/^-?Infinity$/.test(last);
  return { kind: 'texts', entity, column, searches: [setSort(doc, alias, false)], isFound };
}

const offsets = ['%:%Z', '%:%+__:__', '%:%-__:__'];

function offsetsAmong(model: Model, entity: Entity, column: Column): Suspect {
  const { doc, alias } = listOf(model, entity, column);
  const entries = offsets.map((value): Rule => ({ func: { name: 'LIKE', args: [{ alias }, { value }] } }));
  const present: Rule = { func: { name: 'NOT_IS_NULL', args: [{ alias }] } };
  const searches = (['OR', 'NONE'] as const).map((connective) =>
    addRule(addRule(doc, [], present), [], { cond: { with: connective, entries } }),
  );
  const isFound = (first: readonly (Cell | undefined)[]) => first.every((value) => value !== undefined);
  return { kind: 'offsets', entity, column, searches, isFound };
}
