// The names that files, their sheets and their columns get: the engine tells none apart by case.
import { unpackedName } from '../../../tabular/packing.ts';

/** A set of names in which case does not count. */
export class TakenNames {
  readonly #names = new Set<string>();

  constructor(names: Iterable<string> = []) {
    for (const name of names) this.add(name);
  }

  has(name: string): boolean {
    return this.#names.has(name.toLowerCase());
  }

  add(name: string): void {
    this.#names.add(name.toLowerCase());
  }

  /** The name, with a number where it is taken; it is taken from now on. */
  take(name: string): string {
    let free = name;
    for (let number = 2; this.has(free); number++) free = `${name}_${number}`;
    this.add(free);
    return free;
  }
}

/** Files are named without their endings; two of one name keep theirs, and are numbered where that does not help. */
export function entityNames(files: readonly string[]): string[] {
  const names = files.map((file) => unpackedName(file).replace(/\.[a-z]+$/i, ''));
  // A whole name may be the short one of another file: `b.csv` beside `b.json` and `b.csv.csv`.
  for (let isSettled = false; !isSettled; ) {
    const alike = Map.groupBy(names.keys(), (i) => names[i]?.toLowerCase());
    isSettled = true;
    for (const [i, file] of files.entries()) {
      if (names[i] === file || alike.get(names[i]?.toLowerCase())?.length === 1) continue;
      names[i] = file;
      isSettled = false;
    }
  }
  return numbered(names);
}

/** Each sheet is named after its file; where that is the name of another entity, the file keeps its ending. */
export function sheetNames(
  file: { readonly name: string; readonly entity: string },
  sheets: readonly string[],
  isTaken: (entity: string) => boolean,
): string[] {
  const own = new TakenNames();
  const isFree = (name: string) => !isTaken(name) && !own.has(name);
  return sheets.map((sheet) => {
    const short = `${file.entity}.${sheet}`;
    const name = isFree(short) ? short : `${file.name}.${sheet}`;
    let free = name;
    for (let number = 2; !isFree(free); number++) free = `${name}_${number}`;
    own.add(free);
    return free;
  });
}

/** Missing names of columns are numbered, and so are those that come again. */
export function columnNames(fields: readonly string[]): string[] {
  return numbered(fields.map((field, i) => (field.trim() === '' ? `column${i + 1}` : field)));
}

/** Only names that come again change: the first of each keeps what the file says, wherever it stands. */
function numbered(names: readonly string[]): string[] {
  const taken = new TakenNames(names);
  const seen = new TakenNames();
  return names.map((name) => {
    if (seen.has(name)) return taken.take(name);
    seen.add(name);
    return name;
  });
}
