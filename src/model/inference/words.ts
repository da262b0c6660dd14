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

function singular(word: string): string {
  const known = irregular[word];
  if (known !== undefined) return known;
  if (/ies$/.test(word) && word.length > 4) return word.replace(/ies$/, 'y');
  if (/(ss|x|z|ch|sh|us)es$/.test(word)) return word.replace(/es$/, '');
  return /[^su]s$/.test(word) ? word.slice(0, -1) : word;
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
      forms.add([...words.slice(0, -1), singular(last)].join(''));
    }
  }
  return forms;
}
