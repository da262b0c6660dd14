// Maps the columns of a file to those of a table: guessed by name, or as requested.
import type { ImportBody } from '../../../contract/import.ts';
import type { ImportMode } from '../../../contract/import-modes.ts';
import { pointerTo } from '../../../contract/json.ts';
import { didYouMean } from '../../../contract/suggest.ts';
import { alwaysIdentity } from '../../../model/catalog.ts';
import type { Column, VisibleEntity } from '../../../model/database.ts';
import { invalidChange } from '../plan/invalid-change.ts';
import { truncated } from '../plan/plan.ts';

/** The header's column names; missing and repeated ones get a number. */
export function columnNames(header: readonly (string | null | undefined)[]): string[] {
  const taken = new Set<string>();
  return header.map((field, i) => {
    const name =
      field === null || field === undefined || field.trim() === '' ? `column${i + 1}` : field.trim();
    let free = name;
    for (let number = 2; taken.has(free); number++) free = `${name}_${number}`;
    taken.add(free);
    return free;
  });
}

/**
 * For each file column, the table column it probably matches; each is used once. New rows get some of them from the
 * database alone; these can only serve to find rows.
 */
export function guessColumns(
  names: readonly string[],
  visibleEntity: VisibleEntity,
  mode: ImportMode | undefined,
): (Column | null)[] {
  const isGiven = (column: Column) =>
    column.generated || (mode === 'insert' && column.default === alwaysIdentity);
  const free = new Set(visibleEntity.columns.filter((column) => !isGiven(column)));
  const found: (Column | null)[] = names.map(() => null);
  const likenesses: ((column: string, name: string) => boolean)[] = [
    (column, name) => column === name,
    (column, name) => normalized(column) === normalized(name),
    (column, name) => normalized(column) === normalized(visibleEntity.name) + normalized(name),
    (column, name) => normalized(visibleEntity.name) + normalized(column) === normalized(name),
  ];
  for (const isLike of likenesses) {
    for (const [i, name] of names.entries()) {
      if (found[i] !== null) continue;
      const column = [...free].find((one) => isLike(one.name, name));
      if (column === undefined) continue;
      found[i] = column;
      free.delete(column);
    }
  }
  return found;
}

/** Only letters and digits, of any script. */
function normalized(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** The requested mapping; throws a Problem with a pointer for an unknown name. */
export function mappedColumns(
  names: readonly string[],
  visibleEntity: VisibleEntity,
  body: ImportBody,
): (Column | null)[] {
  const found =
    body.columns === undefined
      ? guessColumns(names, visibleEntity, body.mode)
      : requestedColumns(names, visibleEntity, body.columns);
  const mapped = found.filter((column) => column !== null);
  if (mapped.length === 0) {
    const has = names.length === 0 ? 'it is empty' : `it has ${namedFew(names)}`;
    throw invalidChange(`No column of the file goes to a column of ${visibleEntity.name}: ${has}.`, {
      pointer: '/columns',
      allowed: [...visibleEntity.column.keys()],
    });
  }
  for (const column of mapped) {
    if (column.generated) {
      throw invalidChange(`${column.name} is worked out by the database itself: leave it out.`, {
        pointer: '/columns',
      });
    }
  }
  if (body.mode !== 'insert') checkKey(visibleEntity, mapped);
  return found;
}

const maxNamed = 10;

function namedFew(names: readonly string[]): string {
  const few = names.slice(0, maxNamed).map((name) => JSON.stringify(truncated(name)));
  return [...few, ...(names.length > maxNamed ? [`${names.length - maxNamed} more`] : [])].join(', ');
}

function requestedColumns(
  names: readonly string[],
  visibleEntity: VisibleEntity,
  columns: Readonly<Record<string, string>>,
): (Column | null)[] {
  const found: (Column | null)[] = names.map(() => null);
  for (const [from, to] of Object.entries(columns)) {
    const pointer = pointerTo('/columns', from);
    const place = names.indexOf(from);
    if (place < 0) {
      throw invalidChange(`The file has no column "${from}".${didYouMean(from, names)}`, {
        pointer,
        allowed: names,
      });
    }
    const column = visibleEntity.column.get(to);
    if (column === undefined) {
      const allowed = [...visibleEntity.column.keys()];
      throw invalidChange(`${visibleEntity.name} has no column "${to}".${didYouMean(to, allowed)}`, {
        pointer,
        allowed,
        unknownName: true,
      });
    }
    if (found.includes(column)) throw invalidChange(`Two columns of the file go to ${to}.`, { pointer });
    found[place] = column;
  }
  return found;
}

function checkKey(visibleEntity: VisibleEntity, mapped: readonly Column[]): void {
  const names = mapped.map(({ name }) => name);
  const missing = visibleEntity.key.filter(({ name }) => !names.includes(name)).map(({ name }) => name);
  if (visibleEntity.key.length > 0 && missing.length === 0) return;
  throw invalidChange(
    visibleEntity.key.length === 0
      ? `The rows of ${visibleEntity.name} have no key by which they could be found.`
      : `Rows are found by their key: the file needs a column for ${missing.join(', ')}.`,
    { pointer: '/columns', allowed: missing },
  );
}
