// "Did you mean …": finds the known name nearest to an unknown one.

/** The closest known name if it is close enough to be a typo, otherwise null. */
export function suggest(given: string, known: Iterable<string>): string | null {
  const wanted = given.toLowerCase();
  if (wanted.length > 200) return null;
  let best: string | null = null;
  let bestDistance = Math.floor(wanted.length / 3) + 1;
  for (const name of known) {
    if (Math.abs(name.length - given.length) > bestDistance) continue;
    const distance = editDistance(wanted, name.toLowerCase(), bestDistance);
    if (distance < bestDistance || (distance === bestDistance && best === null)) {
      best = name;
      bestDistance = distance;
    }
  }
  return best;
}

/** The end of a sentence with a leading space, or nothing. */
export function didYouMean(given: string, known: Iterable<string>): string {
  const name = suggest(given, known);
  return name === null ? '' : ` Did you mean "${name}"?`;
}

/** The Levenshtein distance; stops and returns more than the bound once the bound is exceeded. */
function editDistance(a: string, b: string, bound: number): number {
  let previous = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    if (Math.min(...row) > bound) return bound + 1;
    previous = row;
  }
  return previous[b.length] ?? 0;
}

/** The known names that may have been meant, likeliest first. */
export function nearest(given: string, known: Iterable<string>, most: number): string[] {
  const left = new Set(known);
  const found: string[] = [];
  while (found.length < most) {
    const name = suggest(given, left);
    if (name === null) break;
    found.push(name);
    left.delete(name);
  }
  const wanted = given.toLowerCase();
  const related = [...left]
    .filter((name) => isPartOf(wanted, name.toLowerCase()) || isPartOf(name.toLowerCase(), wanted))
    .toSorted((a, b) => Math.abs(a.length - given.length) - Math.abs(b.length - given.length));
  return [...found, ...related].slice(0, most);
}

/** Shorter names occur in too many others by chance. */
const minPartLength = 3;

/**
 * Whether the longer name contains the name, or is abbreviated by it: its letters in order, starting with the first.
 */
function isPartOf(name: string, longer: string): boolean {
  if (name.length < minPartLength || longer.length > 200) return false;
  if (longer.includes(name)) return true;
  if (name[0] !== longer[0]) return false;
  let at = 0;
  for (const letter of longer) if (letter === name[at]) at++;
  return at === name.length;
}
