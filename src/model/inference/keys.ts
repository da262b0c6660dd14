// Columns whose names suggest that they are the key of their entity.
import { formsOf, wordsOf } from './words.ts';

/** Key names that do not name the entity: many entities share them, so common values mean nothing. */
const bareKeyNames = new Set(['id', 'uuid', 'guid', 'key', 'code', 'pk']);

/** Suffixes to an entity's name in the name of its key that may also indicate a count. */
const countSuffixes = ['no', 'nr', 'num', 'number'];

/** Suffixes to an entity's name in the name of its key. */
const keySuffixes = ['key', 'code', 'uuid', 'guid', 'pk', ...countSuffixes];

/** Whether the name of a key does not tell which entity it belongs to. */
export function isBareKey(column: string): boolean {
  return bareKeyNames.has(wordsOf(column).join(''));
}

/** Whether a key has its entity's name: `country` in `country.csv`, but also `score` in `score.csv`. */
export function isNamedAfterEntity(entity: string, column: string): boolean {
  return formsOf(entity).has(wordsOf(column).join(''));
}

/** Whether a name may also mean a count or a position: `page_number`, `room_no`. */
export function mayBeCount(column: string): boolean {
  const name = wordsOf(column).join('');
  return countSuffixes.some((tail) => name.endsWith(tail));
}

/** The columns named like a key of this entity, most likely first. */
export function keyNamed(entity: string, columns: readonly string[]): string[] {
  const forms = [...formsOf(entity)];
  return columns
    .flatMap((column) => {
      const rank = rankOf(forms, column);
      return rank === null ? [] : [{ column, rank }];
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ column }) => column);
}

function rankOf(forms: readonly string[], column: string): number | null {
  const name = wordsOf(column).join('');
  if (forms.some((form) => name === `${form}id` || name === `id${form}`)) return 0;
  if (name === 'id') return 1;
  if (forms.some((form) => keySuffixes.some((tail) => name === `${form}${tail}`))) return 2;
  if (bareKeyNames.has(name)) return 3;
  return forms.includes(name) ? 4 : null;
}
