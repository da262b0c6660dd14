// The common form of every table file, whatever its format.

/** The type of a cell in its file. Text files have only text. */
export type CellKind = 'text' | 'number' | 'boolean' | 'date' | 'time' | 'datetime' | 'json' | 'error';

/**
 * The text of a cell, with numbers as written and dates as `2024-05-01`. Null: an explicit nothing (a blank cell, an
 * empty field, a JSON null). Undefined: no statement, as for a missing member of a record.
 */
export type CellText = string | null | undefined;

export interface TableRow {
  /** Where to find it: the line of a text, the row of a sheet, the index of a record. */
  readonly number: number;
  readonly texts: readonly CellText[];
  /** At least as many as texts. Meaningless for a cell without a value. */
  readonly kinds: readonly CellKind[];
}

export interface Table {
  /** The sheet's name; null if the file is a single table. */
  readonly name: string | null;
  /** A sheet that spreadsheet programs hide. */
  readonly isHidden?: boolean;
  /**
   * All rows in file order, in batches of some hundred, with back-pressure. The first row of separated values or of a
   * sheet is the header, if there is one; the first row of JSON contains the member names. May be read repeatedly.
   */
  batches(): AsyncIterable<readonly TableRow[]>;
}

/** A file that cannot be read as a table; the message says why. */
export class UnreadableTable extends Error {
  /** What the user can do about it, as a sentence with a leading space; otherwise empty. */
  readonly remedy: string;

  constructor(message: string, { remedy = '', ...options }: ErrorOptions & { remedy?: string } = {}) {
    super(message, options);
    this.remedy = remedy;
  }
}

/** The most characters in one row, so that no file can exhaust the memory. */
export const maxRowCharacters = 64 * 1024 * 1024;
