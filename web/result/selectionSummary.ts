// Count, exact sum and average of the selected cells.
import { type Cell, isExact } from '../api/exact.ts';
import { averageOf, sumOf } from '../values/sums.ts';

export interface SelectionSummary {
  /** The number of cells that are not null. */
  readonly count: number;
  /** Absent if no cell holds a number. */
  readonly sum: string | undefined;
  readonly average: string | undefined;
}

export function summarise(cells: readonly Cell[]): SelectionSummary {
  const present = cells.filter((cell) => cell !== null);
  const numbers = present.flatMap((cell) => (isExact(cell) ? [cell.value] : []));
  const isEmpty = numbers.length === 0;
  return {
    count: present.length,
    sum: isEmpty ? undefined : sumOf(numbers),
    average: isEmpty ? undefined : averageOf(numbers),
  };
}
