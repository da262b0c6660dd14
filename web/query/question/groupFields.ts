// The fields that a word after “per” denotes.
import { isMoment } from '../../values/types.ts';
import type { Found } from '../find.ts';
import type { WordCursor } from './cursor.ts';
import { nameParts, stem } from './vocabulary.ts';

/** “per room”: all columns of the reference to the room, since rooms of several houses have the same number. */
export function wholeReference(cursor: WordCursor, found: Found, next: number): readonly Found[] {
  const { root, steps } = found.path;
  const id = steps.at(-1)?.entity ?? cursor.doc.entities.find(({ alias }) => alias === root)?.id ?? '';
  const entity = cursor.model.entities.get(id);
  const name = cursor.plain.slice(cursor.at, next).map(stem).join(' ');
  const isNamed = (label = '') => nameParts(label).map(stem).join(' ') === name;
  const reference = entity?.relations.find(
    ({ type, own, label, entity: target }) =>
      type === 'many2one' &&
      own.length > 1 &&
      own.includes(found.column.name) &&
      (isNamed(label) || isNamed(cursor.model.entities.get(target)?.label)),
  );
  const columns = reference?.own.flatMap((one) => entity?.column.get(one) ?? []) ?? [];
  return columns.length > 0
    ? columns.map((column) => ({ ...found, column, path: { ...found.path, attribute: column.name } }))
    : [found];
}

/** “per year”, if that is the name of a number or text of the records. */
export function columnNamed(cursor: WordCursor) {
  const name = stem(cursor.plain[cursor.at] ?? '');
  return cursor.field(
    cursor.at,
    ({ path, column }) =>
      path.steps.length === 0 &&
      !isMoment(column.type) &&
      nameParts(column.label).map(stem).join(' ') === name,
  );
}
