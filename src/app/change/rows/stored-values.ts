// Whether the values that were given are there once the engine has stored them: what it has bent is refused.
import { pointerTo } from '../../../contract/json.ts';
import type { Problem } from '../../../contract/problem.ts';
import type { Column } from '../../../model/database.ts';
import { refusedValue, shortened } from '../plan/plan.ts';
import type { GivenValue, PlannedChange } from '../plan/planned.ts';
import { type Image, shownIn } from './image.ts';
import { isSame } from './same.ts';

/**
 * Every value that was given is there. What an undo brings back was there before, so that only a rule of the database, such
 * as a trigger that keeps the time of the last change, makes something else of it: it may do so as long as a part comes back.
 */
export function checkStored(
  change: PlannedChange,
  given: ReadonlyMap<Column, GivenValue>,
  after: Image,
): void {
  const bent = bentColumns(given, after);
  if (bent.length === 0) return;
  if (isRestored(change) && bent.length < given.size) return;
  const told = bent.find((column) => !isHidden(change, column));
  if (told === undefined) throw notAsItWas(change);
  refuseBent(change, told, given.get(told)?.text ?? 'null', after);
}

/** Where something else is stored than what was given. */
export function bentColumns(given: ReadonlyMap<Column, GivenValue>, after: Image): readonly Column[] {
  const bent: Column[] = [];
  for (const [column, { text }] of given) {
    if (!isSame(text, storedIn(after, column), column)) bent.push(column);
  }
  return bent;
}

/** Whether it brings a row back, or values of one. */
export function isRestored({ op, set }: PlannedChange): boolean {
  return op !== 'delete' && set.size > 0 && [...set.values()].every(({ kind }) => kind === 'exact');
}

/** An undo may be about columns that whoever asks cannot see, or not in every row. */
export function isHidden({ seen }: PlannedChange, { name }: Column): boolean {
  return !seen.column.has(name) || seen.restriction?.partial.has(name) === true;
}

export function notAsItWas({ entity, pointer }: PlannedChange): Problem {
  return refusedValue(`A row of ${entity.name} cannot become again what it was.`, pointer.change);
}

/** Why a row is not found by the key that it was given; null where it was given none. */
export function lostKey(
  { entity, pointer }: PlannedChange,
  given: ReadonlyMap<Column, GivenValue>,
): Problem | null {
  const column = entity.key.find((one) => given.get(one)?.kind === 'shown');
  if (column === undefined) return null;
  const text = shortened(given.get(column)?.text ?? 'null');
  return refusedValue(
    `${column.name} cannot hold ${text} as it is: the database would make another key of it, or a rule of its own is in the way.`,
    pointerTo(pointer.set, column.name),
  );
}

function storedIn(image: Image, column: Column): string {
  return shownIn(image, column) ?? 'null';
}

function refuseBent(change: PlannedChange, column: Column, text: string, after: Image): never {
  const stored = storedIn(after, column);
  throw refusedValue(
    `${column.name} cannot hold ${shortened(text)} as it is: the database would make ${shortened(stored)} of it.`,
    pointerTo(change.pointer.set, column.name),
  );
}
