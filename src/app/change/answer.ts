// Renders a change set as JSON, from the texts that the engine wrote.
import type { SeenDatabase, SeenEntity } from '../../model/database.ts';
import { LongText } from './journal/long-text.ts';
import type { JournalRow } from './journal/row.ts';
import type { JournalSet } from './journal/stored.ts';
import { type Image, objectText, ShownColumns } from './rows/image.ts';
import { type SeenThen, wasSeen } from './seen-then.ts';
import { Turns } from './turns.ts';

export interface ToldTo {
  /** As the caller sees it. */
  readonly database: SeenDatabase;
  /** Users see more of their own sets. */
  readonly isOwn: boolean;
  /** The number of changes in the set; null if `rows` are all of them. */
  readonly count?: number | null;
  /** The most changes to render. */
  readonly most?: number;
}

/** The part of a set that the caller may see; `at` is an instant. */
export async function setText(
  set: JournalSet,
  rows: Iterable<JournalRow>,
  { database, isOwn, count = null, most = Number.POSITIVE_INFINITY }: ToldTo,
): Promise<string | Buffer> {
  const { text, seen } = await told(rows, database, { most, isOwn, seenThen: set.seenThen });
  const all = count ?? (seen > most ? seen : null);
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
export function seesAllRows({ entities }: SeenDatabase, entity: string): boolean {
  const seen = entities.get(entity);
  return seen !== undefined && (seen.restriction === null || seen.restriction.rows === null);
}

/** Leaves out columns that the caller may not see, and all rows of hidden entities. */
export async function rowsText(rows: Iterable<JournalRow>, database: SeenDatabase): Promise<string> {
  const all = { most: Number.POSITIVE_INFINITY, isOwn: true, seenThen: new Map() };
  return `[${(await told(rows, database, all)).text}]`;
}

/** The texts of the first visible rows, separated by commas, and the number of visible rows. */
async function told(
  rows: Iterable<JournalRow>,
  database: SeenDatabase,
  { most, isOwn, seenThen }: Required<Pick<ToldTo, 'most' | 'isOwn'>> & Pick<JournalSet, 'seenThen'>,
): Promise<{ readonly text: LongText; readonly seen: number }> {
  const shown = new Map<string, Shown | null>();
  const text = new LongText();
  const turns = new Turns();
  let seen = 0;
  for (const { op, entity, cause, key, before, after } of rows) {
    const known = shown.get(entity);
    const its = known === undefined ? shownOf(database, entity, seenThen) : known;
    shown.set(entity, its);
    // Rows changed by another user, or by the engine itself, may be hidden.
    if (its === null || ((cause !== 'named' || !isOwn) && !its.seesAll)) continue;
    if (++seen > most) continue;
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
  readonly entity: SeenEntity;
  /** As JSON. */
  readonly name: string;
  readonly columns: ShownColumns;
  readonly seesAll: boolean;
}

/** Of rows that may be hidden now, shows at most what the author saw then. */
function shownOf(database: SeenDatabase, name: string, seenThen: SeenThen): Shown | null {
  const entity = database.entities.get(name);
  if (entity === undefined) return null;
  const seesAll = seesAllRows(database, name);
  const isSeen = (column: string) =>
    entity.restriction?.partial.has(column) !== true && (seesAll || wasSeen(seenThen, name, column));
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
