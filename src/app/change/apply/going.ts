// What goes when rows of a list go one after the other: worked out beforehand from who refers to whom, so that the rows that do
// not touch each other can go together.

/** The engine does something to a row when another one goes. */
interface Consequence {
  readonly row: string;
  readonly goesToo: boolean;
}

/** A part of the list: those that go together, and those that are gone by then, which are no longer there to be removed. */
export interface Part {
  readonly going: readonly number[];
  readonly taken: readonly number[];
}

export class Going {
  readonly #turns: ReadonlyMap<string, number>;
  readonly #consequences = new Map<string, Consequence[]>();
  /** The places of rows that are reached by others of which it is not known which they are. */
  readonly #unclear = new Set<number>();

  /** `rows`: in the order in which they are to go, by what tells them from each other. */
  constructor(rows: readonly string[]) {
    this.#turns = new Map(rows.map((row, turn) => [row, turn]));
  }

  isNamed(row: string): boolean {
    return this.#turns.has(row);
  }

  /** `by` is null where that is not known. */
  reaches(by: string | null, row: string, goesToo: boolean): void {
    const turn = this.#turns.get(row);
    if (by !== null) {
      const known = this.#consequences.get(by);
      if (known === undefined) this.#consequences.set(by, [{ row, goesToo }]);
      else known.push({ row, goesToo });
    } else if (turn !== undefined) this.#unclear.add(turn);
  }

  /** No row of a part is touched when another one of it goes, unless that is the end of it. */
  parts(): readonly Part[] {
    const parts: { going: number[]; taken: number[] }[] = [];
    const gone = new Set<string>();
    /** The rows that are touched by one of the part. */
    let touched = new Set<string>();
    let isFirst = true;
    for (const [row, turn] of this.#turns) {
      const part = parts.at(-1);
      if (part !== undefined && gone.has(row)) {
        part.taken.push(turn);
        continue;
      }
      const isCut = isFirst || touched.has(row) || this.#unclear.has(turn);
      isFirst = false;
      if (isCut) touched = new Set();
      if (isCut || part === undefined) parts.push({ going: [turn], taken: [] });
      else part.going.push(turn);
      for (const one of this.#gone(row, gone)) touched.add(one);
    }
    return parts;
  }

  /** Marks what goes along with a row; answers what stays, and is changed. */
  #gone(first: string, gone: Set<string>): readonly string[] {
    const changed: string[] = [];
    const waiting = [first];
    gone.add(first);
    for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
      for (const { row: other, goesToo } of this.#consequences.get(row) ?? []) {
        if (gone.has(other)) continue;
        if (!goesToo) changed.push(other);
        else {
          gone.add(other);
          waiting.push(other);
        }
      }
    }
    return changed;
  }
}
