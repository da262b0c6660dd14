// Compares a change set's rows with what it expects, and predicts what earlier changes leave for later ones.
import type { Conflict, ConflictCell } from '../../../contract/change.ts';
import { parseDigits, UnparsedJson } from '../../../contract/json.ts';
import { Problem } from '../../../contract/problem.ts';
import type { Column } from '../../../model/database.ts';
import { type Given, type PlannedChange, referredColumns } from '../plan/planned.ts';
import type { Image } from '../rows/image.ts';
import type { KeyTexts } from '../rows/rows.ts';
import { isSameSoon } from '../rows/same-thread.ts';

/** Those that there would not be without the earlier changes of the same set; answers say so in words only. */
const causedByOwnSet = new WeakSet<Conflict>();

export function conflictProblem(conflicts: readonly Conflict[]): Problem {
  const { length } = conflicts;
  const areGone = conflicts.every(({ gone }) => gone === true);
  const [rows, they, them] =
    length === 1 ? ['A row is', 'it is', 'it'] : [`${length} rows are`, 'they are', 'them'];
  const changed = conflicts.filter(({ gone }) => gone !== true);
  const own = changed.filter((conflict) => causedByOwnSet.has(conflict)).length;
  const earlier = 'an earlier change of the same set has';
  const who = own === 0 ? 'somebody has' : own === changed.length ? earlier : `somebody or ${earlier}`;
  const why = areGone ? `${they} not there any more` : `${who} changed ${them} meanwhile`;
  return new Problem('conflicting-change', `${rows} not as expected: ${why}.`, { conflicts });
}

/** The conflicts, if they are why the work failed. */
export async function catchConflicts(work: Promise<void>): Promise<readonly Conflict[]> {
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
export type PredictedValues = ReadonlyMap<string, string | null>;

/** A row as it will be when a change's turn comes: the shown value of a column, null for what only the engine knows. */
export interface PredictedRow {
  /** As the caller sees it. */
  readonly visible: (column: string) => string | null | undefined;
  readonly full: (column: string) => string | null | undefined;
}

/** Whether the change creates a key that did not exist before. */
export function createsKey({ op, entity, set }: PlannedChange): boolean {
  return op === 'insert' || entity.key.some((column) => set.has(column));
}

/** Whether the engine may change other rows as a consequence. */
export function mayCascade({ op, entity, set }: PlannedChange): boolean {
  const referred = referredColumns(entity);
  if (op === 'delete') return referred.size > 0;
  return op === 'update' && [...set.keys()].some((column) => referred.has(column));
}

export function predictedAfter(
  change: PlannedChange,
  image: Image,
  before: PredictedValues,
): PredictedValues | null {
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
export async function conflictOf(
  number: number,
  change: PlannedChange,
  texts: KeyTexts,
  now: PredictedRow | null,
): Promise<Conflict | null> {
  if (now === null) return missingRowConflict(number, change, texts);
  const cells: ConflictCell[] = [];
  for (const [column, expected] of change.expect) {
    const shown = now.visible(column.name);
    if (shown === null || (await isSameSoon(expected, shown ?? 'null', column))) continue;
    cells.push(cellOf(change, column, expected, shown ?? 'null'));
  }
  if (cells.length === 0 && !(await differsInHidden(change, now))) return null;
  const { entity } = change;
  return { change: number, entity: entity.name, key: keyObject(change, texts), cells };
}

/** Whether the row differs in values that the caller may not see. */
async function differsInHidden({ expectHidden }: PlannedChange, now: PredictedRow): Promise<boolean> {
  for (const [column, expected] of expectHidden ?? []) {
    const shown = now.full(column.name);
    if (shown !== null && !(await isSameSoon(expected, shown ?? 'null', column))) return true;
  }
  return false;
}

/** `original`: the row before the set; null if the set itself made the row. */
export async function noteCause(
  conflict: Conflict,
  change: PlannedChange,
  texts: KeyTexts,
  original: PredictedRow | null,
): Promise<void> {
  const isOwn = original === null || (await conflictOf(conflict.change, change, texts, original)) === null;
  if (isOwn) causedByOwnSet.add(conflict);
}

export function missingRowConflict(number: number, change: PlannedChange, texts: KeyTexts): Conflict {
  const cells = [...change.expect].map(([column, expected]) => cellOf(change, column, expected, 'null'));
  const { entity } = change;
  return { change: number, entity: entity.name, key: keyObject(change, texts), gone: true, cells };
}

function cellOf(change: PlannedChange, column: Column, expected: string, now: string): ConflictCell {
  const yours = change.set.get(column);
  return {
    column: column.name,
    expected: reported(expected),
    ...(yours === undefined || yours.kind === 'reference' ? {} : { yours: reported(yours.text) }),
    now: reported(now),
  };
}

/** Characters that are parsed in a moment. */
const maxParsed = 64 * 1024;

function reported(text: string): unknown {
  return text.length > maxParsed ? new UnparsedJson(text) : parseDigits(text);
}

function keyObject({ entity, visibleEntity }: PlannedChange, texts: KeyTexts): Record<string, unknown> {
  const parts = entity.key.map(({ name }, i) => [name, parseDigits(texts[i] ?? 'null')] as const);
  return Object.fromEntries(parts.filter(([name]) => visibleEntity.column.has(name)));
}

export function ambiguous({ entity, pointer }: PlannedChange): Problem {
  return new Problem('ambiguous-key', `Several rows of ${entity.name} have this key.`, {
    pointer: pointer.change,
  });
}
