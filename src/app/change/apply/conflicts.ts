// Compares a change set's rows with what it expects, and predicts what earlier changes leave for later ones.
import type { Conflict, ConflictCell } from '../../../contract/change.ts';
import { parseDigits } from '../../../contract/json.ts';
import { Problem } from '../../../contract/problem.ts';
import type { Column } from '../../../model/database.ts';
import type { Given, PlannedChange } from '../plan/planned.ts';
import type { Image } from '../rows/image.ts';
import type { KeyTexts } from '../rows/rows.ts';
import { isSame } from '../rows/same.ts';

export function conflicting(conflicts: readonly Conflict[]): Problem {
  const { length } = conflicts;
  const areGone = conflicts.every(({ gone }) => gone === true);
  const [rows, they, them] =
    length === 1 ? ['A row is', 'it is', 'it'] : [`${length} rows are`, 'they are', 'them'];
  const why = areGone ? `${they} not there any more` : `somebody has changed ${them} meanwhile`;
  return new Problem('conflicting-change', `${rows} not as expected: ${why}.`, { conflicts });
}

/** The conflicts, if they are why the work failed. */
export async function conflictsIn(work: Promise<void>): Promise<readonly Conflict[]> {
  try {
    await work;
    return [];
  } catch (error) {
    const found = error instanceof Problem ? (error.extras.conflicts ?? []) : [];
    if (found.length === 0) throw error;
    return found;
  }
}

/** Null if a part of the key is known only once another row is inserted. */
export function knownTexts(key: readonly Given[]): KeyTexts | null {
  const texts: string[] = [];
  for (const given of key) {
    if (given.kind === 'reference') return null;
    texts.push(given.text);
  }
  return texts;
}

/** JSON texts by column; null for what only the engine knows. */
export type Foreseen = ReadonlyMap<string, string | null>;

/** A row as it will be when a change's turn comes: the shown value of a column, null for what only the engine knows. */
export interface Now {
  /** As the caller sees it. */
  readonly seen: (column: string) => string | null | undefined;
  readonly whole: (column: string) => string | null | undefined;
}

/** Whether the change creates a key that did not exist before. */
export function givesKey({ op, entity, set }: PlannedChange): boolean {
  return op === 'insert' || entity.key.some((column) => set.has(column));
}

export function afterwards(change: PlannedChange, image: Image, before: Foreseen): Foreseen | null {
  if (change.op === 'delete') return null;
  const after = new Map(before);
  for (const [{ name }, given] of change.set) after.set(name, given.kind === 'reference' ? null : given.text);
  for (const { name, generated } of change.entity.columns) if (generated) after.set(name, null);
  const isMoved = change.entity.key.some((column) => {
    const text = after.get(column.name);
    return text === null || (text !== undefined && text !== image.get(column.name)?.shown);
  });
  return isMoved ? null : after;
}

/** Null if the row is as expected. */
export function conflictOf(
  number: number,
  change: PlannedChange,
  texts: KeyTexts,
  now: Now | null,
): Conflict | null {
  if (now === null) return conflictGone(number, change, texts);
  const cells: ConflictCell[] = [];
  for (const [column, expected] of change.expect) {
    const shown = now.seen(column.name);
    if (shown === null || isSame(expected, shown ?? 'null', column)) continue;
    cells.push(cellOf(change, column, expected, shown ?? 'null'));
  }
  if (cells.length === 0 && !isOtherUnseen(change, now)) return null;
  const { entity } = change;
  return { change: number, entity: entity.name, key: keyObject(change, texts), cells };
}

/** Whether the row differs in values that the caller may not see. */
function isOtherUnseen({ expectUnseen }: PlannedChange, now: Now): boolean {
  for (const [column, expected] of expectUnseen ?? []) {
    const shown = now.whole(column.name);
    if (shown !== null && !isSame(expected, shown ?? 'null', column)) return true;
  }
  return false;
}

export function conflictGone(number: number, change: PlannedChange, texts: KeyTexts): Conflict {
  const cells = [...change.expect].map(([column, expected]) => cellOf(change, column, expected, 'null'));
  const { entity } = change;
  return { change: number, entity: entity.name, key: keyObject(change, texts), gone: true, cells };
}

function cellOf(change: PlannedChange, column: Column, expected: string, now: string): ConflictCell {
  const yours = change.set.get(column);
  return {
    column: column.name,
    expected: parseDigits(expected),
    ...(yours === undefined || yours.kind === 'reference' ? {} : { yours: parseDigits(yours.text) }),
    now: parseDigits(now),
  };
}

function keyObject({ entity, seen }: PlannedChange, texts: KeyTexts): Record<string, unknown> {
  const parts = entity.key.map(({ name }, i) => [name, parseDigits(texts[i] ?? 'null')] as const);
  return Object.fromEntries(parts.filter(([name]) => seen.column.has(name)));
}

export function ambiguous({ entity, pointer }: PlannedChange): Problem {
  return new Problem('ambiguous-key', `Several rows of ${entity.name} have this key.`, {
    pointer: pointer.change,
  });
}
