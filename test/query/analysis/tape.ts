/** Numbers that decide how a request is made; where they have come to their end, every choice is the simplest. */

export class Tape {
  readonly #numbers: readonly number[];
  #at = 0;

  constructor(numbers: readonly number[]) {
    this.#numbers = numbers;
  }

  /** Below `count`. */
  below(count: number): number {
    const number = this.#numbers[this.#at++] ?? 0;
    return number % count;
  }

  /** True so many times out of a hundred. */
  chance(percent: number): boolean {
    return this.below(100) >= 100 - percent;
  }

  pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new Error('There is nothing to pick from.');
    // The index is within the list, and undefined may be one of its items.
    return list[this.below(list.length)] as T;
  }

  /** Between so many and so many things. */
  several<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: least + this.below(most - least + 1) }, make);
  }
}
