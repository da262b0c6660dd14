// The rows that a table does not take, as a file for whoever mends them.
import type { BadRow } from '../api/imports.ts';

/** All of them, of which there may be a million: texts of many lines, so that no list of objects is kept. */
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
