// Checks that the engine stored the given values; altered ones are refused.
import type { Problem } from '../../../contract/problem.ts';
import type { Column } from '../../../model/database.ts';
import { refusedValue, truncated } from '../plan/plan.ts';
import { type GivenValue, type PlannedChange, pointerToValue } from '../plan/planned.ts';
import { type Image, shownIn } from './image.ts';
import type { KeyTexts } from './rows.ts';
import { isSameSoon } from './same-thread.ts';

/**
 * Checks that every given value is stored. An undo restores values that existed before, so only a rule of the database,
 * such as a trigger for a modification time, can alter them: that is accepted as long as some are restored.
 */
export async function checkStored(
  change: PlannedChange,
  given: ReadonlyMap<Column, GivenValue>,
  after: Image,
): Promise<void> {
  const bent = await alteredColumns(given, after);
  if (bent.length === 0) return;
  if (isRestored(change) && bent.length < given.size) return;
  const visible = bent.find((column) => !isHidden(change, column));
  if (visible === undefined) throw notRestored(change);
  refuseAltered(change, visible, given.get(visible)?.text ?? 'null', after);
}

/** The columns whose stored value differs from the given one. */
export async function alteredColumns(
  given: ReadonlyMap<Column, GivenValue>,
  after: Image,
): Promise<readonly Column[]> {
  const bent: Column[] = [];
  for (const [column, { text }] of given) {
    const stored = storedIn(after, column);
    if (text !== stored && !(await isSameSoon(text, stored, column))) bent.push(column);
  }
  return bent;
}

/** Whether the change restores a row or values of it. */
export function isRestored({ op, set }: PlannedChange): boolean {
  return op !== 'delete' && set.size > 0 && [...set.values()].every(({ kind }) => kind === 'exact');
}

/** An undo may concern columns that the caller cannot see, or not in every row. */
export function isHidden({ visibleEntity }: PlannedChange, { name }: Column): boolean {
  return !visibleEntity.column.has(name) || visibleEntity.restriction?.partial.has(name) === true;
}

export function notRestored({ entity, pointer }: PlannedChange): Problem {
  return refusedValue(`A row of ${entity.name} cannot become again what it was.`, pointer.change);
}

/** Why a row is not found under its given key; null if none was given. */
export function lostKey(change: PlannedChange, given: ReadonlyMap<Column, GivenValue>): Problem | null {
  const column = change.entity.key.find((one) => given.get(one)?.kind === 'shown');
  if (column === undefined) return null;
  const text = truncated(given.get(column)?.text ?? 'null');
  return refusedValue(
    `${column.name} cannot hold ${text} as it is: the database would make another key of it, or a rule of its own is in the way.`,
    pointerToValue(change, column.name),
  );
}

/**
 * SQLite keeps any number of rows whose primary key is null. Nothing would tell them apart, so none could be changed,
 * and their insertion could not be undone. Null if no visible part of the key is null.
 */
export function sharedNullKey(change: PlannedChange, key: KeyTexts): Problem | null {
  const { name: table, key: columns } = change.entity;
  const column = columns.find((_, i) => key[i] === 'null');
  if (column === undefined || isHidden(change, column)) return null;
  return refusedValue(
    `${column.name} needs a value: another row of ${table} has none either, and nothing would tell the two apart.`,
    pointerToValue(change, column.name),
  );
}

function storedIn(image: Image, column: Column): string {
  return shownIn(image, column) ?? 'null';
}

function refuseAltered(change: PlannedChange, column: Column, text: string, after: Image): never {
  const stored = storedIn(after, column);
  throw refusedValue(
    `${column.name} cannot hold ${truncated(text)} as it is: the database would make ${truncated(stored)} of it.`,
    pointerToValue(change, column.name),
  );
}
