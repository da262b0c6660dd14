// Names as words: `MediaTypeId`, `media_type_id` and `media type id` are equal.

/** In lower case, letters and digits only. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}

/** Prefixes that only tell the kind of table. */
const prefixes = new Set(['tbl', 't', 'dim', 'fact', 'stg', 'raw', 'tab', 'table']);

const irregular: Readonly<Record<string, string>> = { people: 'person', children: 'child', data: 'datum' };

/** Possible singulars: the ending alone does not tell whether `houses` is from `house` or `hous`. */
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
 * The possible names of a single row of an entity, as joined words: `order_items` holds an `orderitem`. Years and other
 * numbers are ignored, and a sheet of a workbook goes by its own name.
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
