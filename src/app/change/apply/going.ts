// Predicts the effect of deleting rows one by one, from the references among them, so that independent rows can be
// deleted together.

/** What the engine does to a row when another one is deleted. */
interface Consequence {
  readonly row: string;
  readonly goesToo: boolean;
}

/** A part of the list: the rows to delete together, and those that are deleted by then as a consequence. */
export interface Part {
  readonly going: readonly number[];
  readonly taken: readonly number[];
}

export class Going {
  readonly #turns: ReadonlyMap<string, number>;
  readonly #consequences = new Map<string, Consequence[]>();
  /** The positions of rows reached from unidentified rows. */
  readonly #unclear = new Set<number>();

  /** `rows`: unique ids, in the order of deletion. */
  constructor(rows: readonly string[]) {
    this.#turns = new Map(rows.map((row, turn) => [row, turn]));
  }

  isNamed(row: string): boolean {
    return this.#turns.has(row);
  }

  /** `by`: null if unknown. */
  reaches(by: string | null, row: string, goesToo: boolean): void {
    const turn = this.#turns.get(row);
    if (by !== null) {
      const known = this.#consequences.get(by);
      if (known === undefined) this.#consequences.set(by, [{ row, goesToo }]);
      else known.push({ row, goesToo });
    } else if (turn !== undefined) this.#unclear.add(turn);
  }

  /** Within a part, deleting one row does not affect another, unless it is deleted too. */
  parts(): readonly Part[] {
    const parts: { going: number[]; taken: number[] }[] = [];
    const gone = new Set<string>();
    /** The rows affected by the present part. */
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

  /** Marks the rows deleted along with this one; returns those that stay but change. */
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
