// The names that the columns of a file get.

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
