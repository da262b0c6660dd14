// The refused rows as a CSV file, for the person who corrects them.
import type { BadRow } from '../api/imports.ts';

/** There may be a million rows, so they are kept as large strings instead of objects. */
export class BadRowsFile {
  readonly #parts: string[] = ['row,column,reason\n'];
  #lines = '';
  count = 0;

  add({ row, column, reason }: BadRow): void {
    this.#lines += `${[row ?? '', column ?? '', reason].map((field) => csvField(String(field))).join(',')}\n`;
    this.count++;
    if (this.#lines.length < 65_536) return;
    this.#parts.push(this.#lines);
    this.#lines = '';
  }

  blob(): Blob {
    return new Blob([...this.#parts, this.#lines], { type: 'text/csv' });
  }
}

export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
