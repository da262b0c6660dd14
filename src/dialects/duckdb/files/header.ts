// The first record of a file of separated values, and the names that its columns get.

/** What stands between two fields: the one that the first record has most of. */
export function separatorOf(text: string): string {
  const outside = firstRecord(text).replace(/"(?:[^"]|"")*"/g, '');
  const counted = [',', ';', '\t', '|'].map((one) => [one, outside.split(one).length] as const);
  const [best] = counted.toSorted(([, a], [, b]) => b - a);
  return best?.[0] ?? ',';
}

/** The fields of the first record. */
export function fieldsOf(text: string, separator: string): string[] {
  const record = firstRecord(text);
  const fields: string[] = [];
  let field = '';
  for (let i = 0; i < record.length; i++) {
    const character = record[i];
    if (character === '"' && field === '') {
      const [quoted = ''] = /^"(?:[^"]|"")*"?/.exec(record.slice(i)) ?? [];
      field = quoted.replace(/^"|"$/g, '').replaceAll('""', '"');
      i += quoted.length - 1;
    } else if (character === separator) {
      fields.push(field);
      field = '';
    } else field += character ?? '';
  }
  return [...fields, field];
}

function firstRecord(text: string): string {
  const [record = ''] = /^(?:[^"\r\n]|"(?:[^"]|"")*")*/.exec(text) ?? [];
  return record;
}

/** Missing names are numbered, and so are those that come again; the engine tells none apart by case. */
export function columnNames(fields: readonly string[]): string[] {
  const taken = new Set<string>();
  return fields.map((field, i) => {
    const name = field.trim() === '' ? `column${i + 1}` : field;
    let free = name;
    for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name}_${number}`;
    taken.add(free.toLowerCase());
    return free;
  });
}
