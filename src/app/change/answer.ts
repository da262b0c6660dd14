// A change set as it is answered: JSON put together from the texts that the engine wrote.
import type { Column, SeenDatabase, SeenEntity } from '../../model/database.ts';
import { type Image, imageText, objectText } from './image.ts';
import type { JournalRow } from './journal-row.ts';
import type { JournalSet } from './journal-stored.ts';

/** What somebody may see of a set, more of it where it is their own; `at` is an instant. */
export function setText(
  set: JournalSet,
  rows: readonly JournalRow[],
  database: SeenDatabase,
  isOwn: boolean,
  /** Where a set is so long that these rows are a part of it. */
  count: number | null = null,
): string {
  const visible = isOwn ? rows : rows.filter(({ entity }) => seesAllRows(database, entity));
  const head = {
    id: set.id,
    state: set.state,
    note: set.note,
    user: set.user,
    at: new Date(set.at).toISOString(),
    ...(set.undoes === null ? {} : { undoes: set.undoes }),
    ...(count === null ? {} : { count }),
  };
  return `${JSON.stringify(head).slice(0, -1)},"changes":${rowsText(visible, database)}}`;
}

/** Whether a row that somebody else changed can be shown without asking which rows are hidden. */
export function seesAllRows({ entities }: SeenDatabase, entity: string): boolean {
  const seen = entities.get(entity);
  return seen !== undefined && (seen.restriction === null || seen.restriction.rows === null);
}

/** Columns that somebody may not see by now are left out, and whole rows of what is hidden from them. */
export function rowsText(rows: readonly JournalRow[], database: SeenDatabase): string {
  const shown = new Map<string, Shown | null>();
  let text = '';
  for (const { op, entity, isCascade, key, before, after } of rows) {
    const known = shown.get(entity);
    const seen = known === undefined ? shownOf(database, entity) : known;
    shown.set(entity, seen);
    // What the engine did on its own may be about rows that are hidden.
    if (seen === null || (isCascade && !seen.seesAll)) continue;
    text += `${text === '' ? '' : ','}{"op":"${op}","entity":${seen.name},"key":${keyText(key, seen)},`;
    text += `"before":${visible(before, seen)},"after":${visible(after, seen)}${isCascade ? ',"cascade":true' : ''}}`;
  }
  return `[${text}]`;
}

function visible(image: Image | null, { columns }: Shown): string {
  return image === null ? 'null' : imageText(image, columns);
}

function keyText(key: JournalRow['key'], { entity }: Shown): string {
  const isSeen = (name: string) => entity.column.has(name);
  for (const name of key.keys()) {
    if (!isSeen(name)) return objectText([...key].filter(([own]) => isSeen(own)));
  }
  return objectText(key);
}

/** What somebody sees of the rows of an entity. */
interface Shown {
  readonly entity: SeenEntity;
  /** As JSON. */
  readonly name: string;
  readonly columns: readonly Column[];
  readonly seesAll: boolean;
}

function shownOf(database: SeenDatabase, name: string): Shown | null {
  const entity = database.entities.get(name);
  if (entity === undefined) return null;
  return {
    entity,
    name: JSON.stringify(name),
    columns: entity.columns.filter((column) => !entity.restriction?.partial.has(column.name)),
    seesAll: seesAllRows(database, name),
  };
}
