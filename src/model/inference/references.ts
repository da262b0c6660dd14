// Columns whose names suggest that they reference the key of their own or another entity.
import { isBareKey } from './keys.ts';
import { formsOf, wordsOf } from './words.ts';

export interface EntityKey {
  readonly entity: string;
  readonly column: string;
}

/** `same`: the key has the same name, which also names its entity. `alike`: the column's name ends like the key's. */
export type Hint = 'same' | 'alike';

export interface ReferenceCandidate extends EntityKey {
  readonly hint: Hint;
}

/** Words for another row of the same kind. */
const selfReferenceWords = new Set(
  [
    'parent',
    'manager',
    'boss',
    'supervisor',
    'superior',
    'chief',
    'mentor',
    'predecessor',
    'successor',
  ].concat(['reportsto', 'replyto', 'inreplyto', 'replaces', 'replacedby', 'copyof', 'ancestor']),
);

/** The keys that a column may reference, judging by its name; none if it is the key of its own entity. */
export function referenceCandidates(
  entity: string,
  column: string,
  keys: readonly EntityKey[],
): ReferenceCandidate[] {
  const own = keys.find((key) => key.entity === entity);
  if (own?.column === column || isBareKey(column)) return [];
  const same = keys.filter(
    (key) =>
      key.entity !== entity && !isBareKey(key.column) && key.column.toLowerCase() === column.toLowerCase(),
  );
  if (same.length > 0) return same.map((key) => ({ ...key, hint: 'same' }));
  const words = wordsOf(column);
  const stem = words.at(-1) === 'id' ? words.slice(0, -1) : words;
  if (own !== undefined && selfReferenceWords.has(stem.join(''))) return [{ ...own, hint: 'alike' }];
  const alike = keys.map((key) => ({ key, length: matchingLetters(words, key) }));
  const longest = Math.max(0, ...alike.map(({ length }) => length));
  return longest === 0
    ? []
    : alike.filter(({ length }) => length === longest).map(({ key }) => ({ ...key, hint: 'alike' }));
}

/** The number of letters, in whole words at the end of the column's name, that name the key; 0 if none. */
function matchingLetters(words: readonly string[], { entity, column }: EntityKey): number {
  const keyName = wordsOf(column).join('');
  const forms = [...formsOf(entity)];
  const endings = isBareKey(column)
    ? forms.flatMap((form) => [`${form}${keyName}`, `${form}id`, form])
    : [keyName, ...forms.map((form) => `${form}id`)];
  const wanted = new Set(endings);
  for (let from = 0; from < words.length; from++) {
    const ending = words.slice(from).join('');
    if (wanted.has(ending)) return ending.length;
  }
  return 0;
}
