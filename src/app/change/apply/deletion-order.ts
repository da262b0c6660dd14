// Predicts the effect of deleting rows one by one, from the references among them, so that independent rows can be
// deleted together.

/** What the engine does to a row when another one is deleted. */
interface Consequence {
  readonly row: string;
  readonly isDeleted: boolean;
}

/** A part of the list: the rows to delete together, and those that are deleted by then as a consequence. */
export interface DeletionBatch {
  readonly deleted: readonly number[];
  readonly cascaded: readonly number[];
}

export class DeletionOrder {
  readonly #positions: ReadonlyMap<string, number>;
  readonly #consequences = new Map<string, Consequence[]>();
  /** The positions of rows reached from unidentified rows. */
  readonly #unclear = new Set<number>();

  /** `rows`: unique ids, in the order of deletion. */
  constructor(rows: readonly string[]) {
    this.#positions = new Map(rows.map((row, turn) => [row, turn]));
  }

  isNamed(row: string): boolean {
    return this.#positions.has(row);
  }

  /** `by`: null if unknown. */
  addConsequence(by: string | null, row: string, isDeleted: boolean): void {
    const turn = this.#positions.get(row);
    if (by !== null) {
      const known = this.#consequences.get(by);
      if (known === undefined) this.#consequences.set(by, [{ row, isDeleted }]);
      else known.push({ row, isDeleted });
    } else if (turn !== undefined) this.#unclear.add(turn);
  }

  /** Within a part, deleting one row does not affect another, unless it is deleted too. */
  batches(): readonly DeletionBatch[] {
    const parts: { deleted: number[]; cascaded: number[] }[] = [];
    const gone = new Set<string>();
    /** The rows affected by the present part. */
    let touched = new Set<string>();
    let isFirst = true;
    for (const [row, turn] of this.#positions) {
      const part = parts.at(-1);
      if (part !== undefined && gone.has(row)) {
        part.cascaded.push(turn);
        continue;
      }
      const isCut = isFirst || touched.has(row) || this.#unclear.has(turn);
      isFirst = false;
      if (isCut) touched = new Set();
      if (isCut || part === undefined) parts.push({ deleted: [turn], cascaded: [] });
      else part.deleted.push(turn);
      for (const one of this.#markDeleted(row, gone)) touched.add(one);
    }
    return parts;
  }

  /** Marks the rows deleted along with this one; returns those that stay but change. */
  #markDeleted(first: string, gone: Set<string>): readonly string[] {
    const changed: string[] = [];
    const waiting = [first];
    gone.add(first);
    for (let row = waiting.pop(); row !== undefined; row = waiting.pop()) {
      for (const { row: other, isDeleted } of this.#consequences.get(row) ?? []) {
        if (gone.has(other)) continue;
        if (!isDeleted) changed.push(other);
        else {
          gone.add(other);
          waiting.push(other);
        }
      }
    }
    return changed;
  }
}
