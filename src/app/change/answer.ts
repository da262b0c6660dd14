// Renders a change set as JSON, from the texts that the engine wrote.
import type { VisibleDatabase, VisibleEntity } from '../../model/database.ts';
import type { Applied } from './apply/apply.ts';
import { LongText } from './journal/long-text.ts';
import type { JournalRow } from './journal/row.ts';
import type { JournalSet } from './journal/stored.ts';
import { type PastVisibility, wasVisible } from './past-visibility.ts';
import { type Image, objectText, ShownColumns } from './rows/image.ts';
import { Turns } from './turns.ts';

export interface SetTextOptions {
  /** As the caller sees it. */
  readonly database: VisibleDatabase;
  /** Users see more of their own sets. */
  readonly isOwn: boolean;
  /** The number of changes in the set; null if `rows` are all of them. */
  readonly count?: number | null;
  /** The most changes to render. */
  readonly max?: number;
}

/** The part of a set that the caller may see; `at` is an instant. */
export async function setText(
  set: JournalSet,
  rows: Iterable<JournalRow>,
  { database, isOwn, count = null, max = Number.POSITIVE_INFINITY }: SetTextOptions,
): Promise<string | Buffer> {
  const { text, seen } = await visibleRowsText(rows, database, {
    max,
    isOwn,
    pastVisibility: set.pastVisibility,
  });
  const all = count ?? (seen > max ? seen : null);
  const head = {
    id: set.id,
    state: set.state,
    note: set.note,
    user: set.user,
    at: new Date(set.at).toISOString(),
    ...(set.undoes === null ? {} : { undoes: set.undoes }),
    ...(all === null ? {} : { count: all }),
  };
  return text.between(`${JSON.stringify(head).slice(0, -1)},"changes":[`, ']}');
}

/** Whether every row changed by another user can be shown, because no rows are hidden. */
export function seesAllRows({ entities }: VisibleDatabase, entity: string): boolean {
  const visibleEntity = entities.get(entity);
  return (
    visibleEntity !== undefined &&
    (visibleEntity.restriction === null || visibleEntity.restriction.rows === null)
  );
}

/** Leaves out columns that the caller may not see, and all rows of hidden entities. */
export async function rowsText(rows: Iterable<TriedRow>, database: VisibleDatabase): Promise<string> {
  const all = { max: Number.POSITIVE_INFINITY, isOwn: true, pastVisibility: new Map() };
  return `[${(await visibleRowsText(rows, database, all)).text}]`;
}

/** A row of a dry run. */
type TriedRow = JournalRow & Pick<Applied, 'wasSeen'>;

/** The texts of the first visible rows, separated by commas, and the number of visible rows. */
async function visibleRowsText(
  rows: Iterable<TriedRow>,
  database: VisibleDatabase,
  {
    max,
    isOwn,
    pastVisibility,
  }: Required<Pick<SetTextOptions, 'max' | 'isOwn'>> & Pick<JournalSet, 'pastVisibility'>,
): Promise<{ readonly text: LongText; readonly seen: number }> {
  const shown = new Map<string, Shown | null>();
  const text = new LongText();
  const turns = new Turns();
  let seen = 0;
  for (const { op, entity, cause, key, before, after, wasSeen } of rows) {
    const known = shown.get(entity);
    const its = known === undefined ? shownOf(database, entity, pastVisibility) : known;
    shown.set(entity, its);
    // Rows changed by another user, or by the engine itself, may be hidden.
    if (its === null || ((cause !== 'named' || !isOwn) && !its.seesAll && !wasSeen)) continue;
    if (++seen > max) continue;
    text.add(`${seen === 1 ? '' : ','}{"op":"${op}","entity":${its.name},"key":${keyText(key, its)},`);
    text.add(
      `"before":${visible(before, its)},"after":${visible(after, its)}${cause === 'engine' ? ',"cascade":true' : ''}}`,
    );
    const { over } = turns;
    if (over !== null) await over;
  }
  return { text, seen };
}

function visible(image: Image | null, { columns }: Shown): string {
  return image === null ? 'null' : columns.text(image);
}

function keyText(key: JournalRow['key'], { entity }: Shown): string {
  const isSeen = (name: string) => entity.column.has(name);
  for (const name of key.keys()) {
    if (!isSeen(name)) return objectText([...key].filter(([own]) => isSeen(own)));
  }
  return objectText(key);
}

/** What the caller sees of an entity's rows. */
interface Shown {
  readonly entity: VisibleEntity;
  /** As JSON. */
  readonly name: string;
  readonly columns: ShownColumns;
  readonly seesAll: boolean;
}

/** Of rows that may be hidden now, shows at most what the author saw then. */
function shownOf(database: VisibleDatabase, name: string, pastVisibility: PastVisibility): Shown | null {
  const entity = database.entities.get(name);
  if (entity === undefined) return null;
  const seesAll = seesAllRows(database, name);
  const isSeen = (column: string) =>
    entity.restriction?.partial.has(column) !== true && (seesAll || wasVisible(pastVisibility, name, column));
  return {
    entity,
    name: JSON.stringify(name),
    columns: new ShownColumns(
      entity,
      entity.columns.filter((column) => isSeen(column.name)),
    ),
    seesAll,
  };
}
