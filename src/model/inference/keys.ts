// Columns whose names say that they are the key of their entity.
import { formsOf, wordsOf } from './words.ts';

/** Key names that say nothing about the entity: many entities have one, and values in common mean nothing. */
const bare = new Set(['id', 'uuid', 'guid', 'key', 'code', 'pk']);

/** What follows the name of an entity in the name of its key, where that may count something as well. */
const countingTails = ['no', 'nr', 'num', 'number'];

/** What follows the name of an entity in the name of its key. */
const tails = ['key', 'code', 'uuid', 'guid', 'pk', ...countingTails];

/** Whether the name of a key does not tell whose key it is. */
export function isBareKey(column: string): boolean {
  return bare.has(wordsOf(column).join(''));
}

/** Whether a key is called as its entity is: `country` in `country.csv`, but also `score` in `score.csv`. */
export function isCalledAsEntity(entity: string, column: string): boolean {
  return formsOf(entity).has(wordsOf(column).join(''));
}

/** Whether a name may as well say how many there are or which one in a row it is: `page_number`, `room_no`. */
export function mayCount(column: string): boolean {
  const name = wordsOf(column).join('');
  return countingTails.some((tail) => name.endsWith(tail));
}

/** The columns that are named like the key of this entity, the likeliest first. */
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
  if (forms.some((form) => tails.some((tail) => name === `${form}${tail}`))) return 2;
  if (bare.has(name)) return 3;
  return forms.includes(name) ? 4 : null;
}
