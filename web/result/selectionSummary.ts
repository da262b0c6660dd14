// Count, exact sum and average of the selected cells.
import { type Cell, isExact } from '../api/exact.ts';

export interface SelectionSummary {
  /** The number of cells that are not null. */
  readonly count: number;
  /** Absent if no cell holds a number. */
  readonly sum: string | undefined;
  readonly average: number | undefined;
}

const PLAIN = /^-?\d+(?:\.(\d+))?$/;

/** Adds decimals exactly: 0.1 and 0.2 are 0.3. */
export function summarise(cells: readonly Cell[]): SelectionSummary {
  const present = cells.filter((cell) => cell !== null);
  const numbers = present.flatMap((cell) => (isExact(cell) ? [cell.value] : []));
  if (numbers.length === 0) return { count: present.length, sum: undefined, average: undefined };
  const total = numbers.reduce((sum, digits) => sum + Number(digits), 0);
  const average = total / numbers.length;
  if (!numbers.every((digits) => PLAIN.test(digits))) {
    return { count: present.length, sum: String(total), average };
  }
  const decimals = Math.max(...numbers.map((digits) => PLAIN.exec(digits)?.[1]?.length ?? 0));
  const sum = numbers.reduce((all, digits) => all + scaled(digits, decimals), 0n);
  return { count: present.length, sum: unscaled(sum, decimals), average };
}

function scaled(digits: string, decimals: number): bigint {
  const [whole = '0', fraction = ''] = digits.split('.');
  return BigInt(whole + fraction.padEnd(decimals, '0'));
}

function unscaled(value: bigint, decimals: number): string {
  if (decimals === 0) return String(value);
  const sign = value < 0n ? '-' : '';
  const digits = String(value < 0n ? -value : value).padStart(decimals + 1, '0');
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
