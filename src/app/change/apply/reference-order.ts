// Orders rows that were deleted together so that an undo, which restores the last one first, finds what each refers to.
import type { ForeignKey } from '../../../model/database.ts';
import { type Image, keyText, textsIn } from '../rows/image.ts';
import type { Applied } from './apply.ts';

/**
 * Puts each row before those it refers to, and otherwise keeps the order. In a circle, SET NULL references give way: a
 * row still comes before one whose deletion would cascade to it, so that the rows can be deleted again in this order.
 */
export function orderByReferences(rows: readonly Applied[]): readonly Applied[] {
  if (rows.length < 2) return rows;
  const ordered = inOrderOf(rows, targetsAmong(rows));
  const strong = targetsAmong(rows, ({ onDelete }) => onDelete !== 'set');
  return isInOrder(ordered, strong) ? ordered : inOrderOf(ordered, strong);
}

function isInOrder(rows: readonly Applied[], targets: Targets): boolean {
  const met = new Set<Applied>();
  return rows.every((row) => {
    met.add(row);
    return !referredRows(row, targets).some((one) => met.has(one));
  });
}

/** Rows in a circle of references have no order. */
function inOrderOf(rows: readonly Applied[], targets: Targets): readonly Applied[] {
  if (targets.size === 0) return rows;
  const ordered = new Set<Applied>();
  const met = new Set<Applied>();
  // A row waits on an explicit stack for those it refers to: a chain may be long.
  for (const last of rows.toReversed()) {
    const waiting = [last];
    for (let row = waiting.at(-1); row !== undefined; row = waiting.at(-1)) {
      const next = met.has(row) ? [] : referredRows(row, targets).filter((one) => !met.has(one));
      met.add(row);
      if (next.length > 0) waiting.push(...next);
      else {
        ordered.add(row);
        waiting.pop();
      }
    }
  }
  return [...ordered].toReversed();
}

/** For each foreign key within these rows: the deleted rows by key. */
type Targets = ReadonlyMap<ForeignKey, ReadonlyMap<string, Applied>>;

function targetsAmong(rows: readonly Applied[], isMeant: (key: ForeignKey) => boolean = () => true): Targets {
  const entities = new Map(rows.map(({ entity }) => [entity.name, entity]));
  const keys = [...entities.values()].flatMap(({ foreignKeys }) => foreignKeys.filter(isMeant));
  return new Map(
    keys
      .filter(({ target }) => entities.has(target))
      .map((key) => {
        const gone = rows.filter(({ entity, after }) => entity.name === key.target && after === null);
        return [key, new Map(gone.flatMap((row) => named(row, key.targetColumns)))];
      }),
  );
}

function named(row: Applied, columns: ForeignKey['columns']): [string, Applied][] {
  const name = row.before && nameIn(row.before, columns);
  return name === null ? [] : [[name, row]];
}

/** Null if a part is null: then it refers to nothing. */
function nameIn(image: Image, columns: ForeignKey['columns']): string | null {
  const texts = textsIn(image, columns);
  return texts.includes('null') ? null : keyText(texts);
}

function referredRows(row: Applied, targets: Targets): Applied[] {
  const { before, entity } = row;
  if (before === null) return [];
  return entity.foreignKeys.flatMap((key) => {
    const name = nameIn(before, key.columns);
    const found = name === null ? undefined : targets.get(key)?.get(name);
    return found === undefined || found === row ? [] : [found];
  });
}
