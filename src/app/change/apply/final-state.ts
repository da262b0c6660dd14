// The final state of a set's rows: triggers may have changed them since their own turn.
import type { Entity } from '../../../model/database.ts';
import { type Image, isOther } from '../rows/image.ts';
import { keyTexts, type Rows, rowId, severalRows } from '../rows/rows.ts';
import type { Applied } from './apply.ts';
import type { Triggers } from './triggers.ts';

/** What a set has done to one row. */
interface RowHistory {
  readonly entity: Entity;
  /** The positions of its changes, in order. */
  readonly places: readonly number[];
  /** Null if it was deleted. */
  readonly after: Image | null;
}

/** Updates each row's final values in the columns that the set itself changed: an undo expects those. */
export async function withFinalState(
  rows: Rows,
  triggers: Triggers,
  applied: readonly Applied[],
): Promise<readonly Applied[]> {
  const written = new Set(applied.map(({ entity }) => entity));
  const ends = Map.groupBy(rowHistories(applied), ({ entity }) => entity);
  const changed = [...applied];
  for (const [entity, all] of ends) {
    if (!(await triggers.mayChange(entity, written))) continue;
    for (const { places } of all) joinGaps(changed, places);
    const own = all.flatMap(({ places, after }) => (after === null ? [] : [{ places, after }]));
    const keys = own.map(({ after }) => keyTexts(entity, after));
    const found = await rows.find(entity, keys, { areLocked: true });
    for (const [i, { places, after }] of own.entries()) {
      const now = found[i] ?? null;
      const last = places.at(-1) ?? 0;
      const one = applied[last];
      if (one === undefined || now === null || now === severalRows || !isOther(after, now)) continue;
      const chain = places.flatMap((place) => applied[place] ?? []);
      changed[last] = { ...one, after: imageWith(after, now, changedBy(chain)) };
    }
  }
  return changed;
}

/** What happened to a row between two of its changes is attributed to the first. */
function joinGaps(changed: Applied[], places: readonly number[]): void {
  const chain: Applied[] = [];
  for (const [i, place] of places.entries()) {
    const one = changed[place];
    const next = changed[places[i + 1] ?? -1]?.before ?? null;
    if (one === undefined) return;
    chain.push(one);
    if (one.after === null || next === null || !isOther(one.after, next)) continue;
    changed[place] = { ...one, after: imageWith(one.after, next, changedBy(chain)) };
  }
}

function rowHistories(applied: readonly Applied[]): RowHistory[] {
  const ends = new Map<string, RowHistory>();
  const gone: RowHistory[] = [];
  for (const [place, { entity, before, after }] of applied.entries()) {
    const from = before === null ? null : rowId(entity, before);
    const earlier = (from === null ? undefined : ends.get(from)?.places) ?? [];
    const one = { entity, places: [...earlier, place], after };
    if (from !== null) ends.delete(from);
    if (after === null) gone.push(one);
    else ends.set(rowId(entity, after), one);
  }
  return [...ends.values(), ...gone];
}

/** Whether the chain of changes, oldest first, has changed a column; true for all columns of a new row. */
export function changedBy(chain: readonly Pick<Applied, 'before' | 'after'>[]): (column: string) => boolean {
  if (chain[0]?.before === null) return () => true;
  return (column) => chain.some(({ before, after }) => differsIn(column, before, after));
}

function differsIn(column: string, before: Image | null, after: Image | null): boolean {
  const [a, b] = [before?.get(column), after?.get(column)];
  return a?.shown !== b?.shown || a?.kept !== b?.kept;
}

/** The image with the current values of some columns. */
export function imageWith(image: Image, now: Image, isTaken: (column: string) => boolean): Image {
  return new Map([...image].map(([name, cell]) => [name, isTaken(name) ? (now.get(name) ?? cell) : cell]));
}
