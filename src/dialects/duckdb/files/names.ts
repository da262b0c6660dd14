// The names of files, sheets and columns: the engine's names are case-insensitive.
import { unpackedName } from '../../../tabular/packing.ts';

/** A case-insensitive set of names. */
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

  /** The name, with a number appended if it is taken; marks it as taken. */
  take(name: string): string {
    let free = name;
    for (let number = 2; this.has(free); number++) free = `${name}_${number}`;
    this.add(free);
    return free;
  }
}

/** Files are named without their endings; equal names keep theirs, and are numbered if that does not help. */
export function entityNames(files: readonly string[]): string[] {
  const names = files.map((file) => unpackedName(file).replace(/\.[a-z]+$/i, ''));
  // A full name may equal another file's short one: `b.csv` beside `b.json` and `b.csv.csv`.
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

/** Each sheet is named after its file; if that name is taken, the file's ending is included. */
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

/** Missing and repeated column names are numbered. */
export function columnNames(fields: readonly string[]): string[] {
  return numbered(fields.map((field, i) => (field.trim() === '' ? `column${i + 1}` : field)));
}

/** Only repeated names change: the first occurrence keeps the file's name, wherever it is. */
function numbered(names: readonly string[]): string[] {
  const taken = new TakenNames(names);
  const seen = new TakenNames();
  return names.map((name) => {
    if (seen.has(name)) return taken.take(name);
    seen.add(name);
    return name;
  });
}
