// Names as words: `MediaTypeId`, `media_type_id` and `media type id` are the same ones.

/** In lower case; letters and digits only. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** What only says which kind of table it is. */
const prefixes = new Set(['tbl', 't', 'dim', 'fact', 'stg', 'raw', 'tab', 'table']);

const irregular: Readonly<Record<string, string>> = { people: 'person', children: 'child', data: 'datum' };

/** What one of them may be called: the ending does not tell whether `houses` are each a `house` or a `hous`. */
function singulars(word: string): string[] {
  const known = irregular[word];
  if (known !== undefined) return [known];
  return [
    ...(/[^su]s$/.test(word) ? [word.slice(0, -1)] : []),
    ...(/(s|x|z|ch|sh|o)es$/.test(word) ? [word.slice(0, -2)] : []),
    ...(/..ies$/.test(word) ? [`${word.slice(0, -3)}y`] : []),
  ];
}

/**
 * What one row of an entity is called, in words run together: `order_items` holds an `orderitem`. Years and other
 * numbers do not count, and a sheet of a workbook is called by its own name.
 */
export function formsOf(entity: string): ReadonlySet<string> {
  const forms = new Set<string>();
  for (const part of [entity, entity.slice(entity.lastIndexOf('.') + 1)]) {
    const all = wordsOf(part).filter((word) => !/^\d+$/.test(word));
    const [first = ''] = all;
    for (const words of [all, prefixes.has(first) ? all.slice(1) : all]) {
      const last = words.at(-1);
      if (last === undefined) continue;
      forms.add(words.join(''));
      for (const one of singulars(last)) forms.add([...words.slice(0, -1), one].join(''));
    }
  }
  return forms;
}
