// What an import has done with the rows of its file, in numbers.
import type { ImportSummary } from '../../../contract/import.ts';
import type { Applied } from '../apply/apply.ts';
import { isOther } from '../rows/image.ts';
import type { OpenRow, SelfReferences } from './self-references.ts';

export class ImportCounts {
  readonly #counts = { rows: 0, inserted: 0, updated: 0, unchanged: 0, bad: 0 };
  /** Existing rows, in mode `both`, with open references, and what they were counted as. */
  readonly #kept = new Map<number, 'updated' | 'unchanged'>();

  get summary(): ImportSummary {
    return { ...this.#counts };
  }

  read(rows: number): void {
    this.#counts.rows += rows;
  }

  inserted(rows: number): void {
    this.#counts.inserted += rows;
  }

  refused(rows: number): void {
    this.#counts.bad += rows;
  }

  /** `references` may still change the row. */
  count(one: Applied, row: OpenRow | undefined, references: SelfReferences | null): void {
    if (one.cause === 'engine' || one.op === 'delete') return;
    const isUpdated =
      isChanged(one) ||
      (row !== undefined && one.after !== null && references?.changes(row, one.after) === true);
    const counted = one.op === 'insert' ? 'inserted' : isUpdated ? 'updated' : 'unchanged';
    this.#counts[counted]++;
    if (counted !== 'inserted' && row?.complete !== undefined) this.#kept.set(row.number, counted);
  }

  /** The row's reference has failed after it was counted. */
  takeBack(row: number): void {
    this.#counts[this.#kept.get(row) ?? 'inserted']--;
  }
}

export function isChanged({ before, after }: Applied): boolean {
  return before === null || after === null || isOther(before, after);
}
