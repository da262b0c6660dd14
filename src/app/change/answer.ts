// A change set as it is answered: JSON put together from the texts that the engine wrote.
import type { SeenDatabase } from '../../model/database.ts';
import { type Image, imageText, objectText } from './image.ts';
import type { JournalSet } from './journal.ts';
import type { JournalRow } from './journal-row.ts';

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
  const texts = rows.flatMap(({ op, entity, isCascade, key, before, after }) => {
    const seen = database.entities.get(entity);
    if (seen === undefined) return [];
    // What the engine did on its own may be about rows that are hidden.
    if (isCascade && !seesAllRows(database, entity)) return [];
    const columns = seen.columns.filter(({ name }) => !seen.restriction?.partial.has(name));
    const visible = (image: Image | null) => (image === null ? 'null' : imageText(image, columns));
    const keyParts = [...key].filter(([name]) => seen.column.has(name));
    return [
      objectText([
        ['op', JSON.stringify(op)],
        ['entity', JSON.stringify(entity)],
        ['key', objectText(keyParts)],
        ['before', visible(before)],
        ['after', visible(after)],
        ...(isCascade ? [['cascade', 'true'] as const] : []),
      ]),
    ];
  });
  return `[${texts.join(',')}]`;
}
