// The references among rows that go together. Some engines refuse to delete these rows while the references stand.
import type { Column, Entity, ForeignKey } from '../../../model/database.ts';
import { type Image, keyText, textsIn } from '../rows/image.ts';

/** A row that a deletion removes. */
export interface Going {
  readonly entity: Entity;
  readonly image: Image;
}

/** A reference that can be removed before its row is deleted: the column may be null. */
export interface OwnReference<Row extends Going = Going> {
  readonly row: Row;
  readonly column: Column;
}

/**
 * The references of rows to themselves or to rows that are deleted along with them as a consequence. References between
 * named rows stay: these are deleted in the order that their author chose.
 */
export function ownReferences<Row extends Going>(
  named: readonly Row[],
  along: readonly Row[],
): readonly OwnReference<Row>[] {
  const alongKeys = new Map<ForeignKey, ReadonlySet<string>>();
  const goesAlong = (key: ForeignKey, text: string): boolean => {
    const known = alongKeys.get(key) ?? keysOf(along, key);
    alongKeys.set(key, known);
    return known.has(text);
  };
  return [...named, ...along].flatMap((row) =>
    row.entity.foreignKeys.flatMap((key) => {
      const column = removableColumn(row.entity, key);
      if (column === undefined) return [];
      const texts = textsIn(row.image, key.columns);
      if (texts.includes('null')) return [];
      const text = keyText(texts);
      const isOwn = key.target === row.entity.name && text === keyText(textsIn(row.image, key.targetColumns));
      return isOwn || goesAlong(key, text) ? [{ row, column }] : [];
    }),
  );
}

/** The keys of the rows that a foreign key may refer to. */
function keysOf(rows: readonly Going[], { target, targetColumns }: ForeignKey): ReadonlySet<string> {
  const targets = rows.filter(({ entity }) => entity.name === target);
  return new Set(targets.map(({ image }) => keyText(textsIn(image, targetColumns))));
}

/** Not of the row's key, which still has to find it. */
function removableColumn({ key }: Entity, { onDelete, columns }: ForeignKey): Column | undefined {
  if (onDelete !== 'refuse') return undefined;
  return columns.find((one) => one.nullable && !one.generated && !key.includes(one));
}
