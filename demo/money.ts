/** Exact decimals: amounts are integers in units of their last digit, formatted as text. */
export function decimalText(units: number, scale: number): string {
  const digits = String(units).padStart(scale + 1, '0');
  return `${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}
