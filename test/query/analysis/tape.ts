/** A tape of numbers that decide how a request is made; at its end every choice is the simplest one. */

export class Tape {
  readonly #numbers: readonly number[];
  #at = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** A number below `count`. */
  below(count: number): number {
    const number = this.#numbers[this.#at++] ?? 0;
    return number % count;
  }

  /** True in this percentage of cases. */
  chance(percent: number): boolean {
    return this.below(100) >= 100 - percent;
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('There is nothing to pick from.');
    // The index is within the list, and undefined may be one of its items.
    return list[this.below(list.length)] as T;
  }

  /** Between `least` and `most` items. */
  several<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: least + this.below(most - least + 1) }, make);
  }
}
