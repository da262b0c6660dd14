// The order of rows that have gone together: whoever brings them back, the last one first, finds there what each refers to.
import type { ForeignKey } from '../../../model/database.ts';
import { type Image, keyText, textsIn } from '../rows/image.ts';
import type { Applied } from './apply.ts';

/**
 * Each row before those that it refers to; otherwise as they stand. In a circle that has to give way, what it would only have lost:
 * a row goes before the one with which it would go along, so that the same rows can go again in this order.
 */
export function inOrderOfReferences(rows: readonly Applied[]): readonly Applied[] {
  if (rows.length < 2) return rows;
  const ordered = inOrderOf(rows, targetsAmong(rows));
  const strong = targetsAmong(rows, ({ onDelete }) => onDelete !== 'set');
  return isInOrder(ordered, strong) ? ordered : inOrderOf(ordered, strong);
}

function isInOrder(rows: readonly Applied[], targets: Targets): boolean {
  const met = new Set<Applied>();
  return rows.every((row) => {
    met.add(row);
    return !referredBy(row, targets).some((one) => met.has(one));
  });
}

/** Rows that refer to each other in a circle have no order. */
function inOrderOf(rows: readonly Applied[], targets: Targets): readonly Applied[] {
  if (targets.size === 0) return rows;
  const ordered = new Set<Applied>();
  const met = new Set<Applied>();
  // What a row refers to is done before the row itself, which waits on the stack meanwhile: a chain may be long.
  for (const last of rows.toReversed()) {
    const waiting = [last];
    for (let row = waiting.at(-1); row !== undefined; row = waiting.at(-1)) {
      const next = met.has(row) ? [] : referredBy(row, targets).filter((one) => !met.has(one));
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

/** Of each foreign key that leads from these rows to these rows: the rows that are gone, by what it names them by. */
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

/** Null where it names nothing. */
function nameIn(image: Image, columns: ForeignKey['columns']): string | null {
  const texts = textsIn(image, columns);
  return texts.includes('null') ? null : keyText(texts);
}

function referredBy(row: Applied, targets: Targets): Applied[] {
  const { before, entity } = row;
  if (before === null) return [];
  return entity.foreignKeys.flatMap((key) => {
    const name = nameIn(before, key.columns);
    const found = name === null ? undefined : targets.get(key)?.get(name);
    return found === undefined || found === row ? [] : [found];
  });
}
