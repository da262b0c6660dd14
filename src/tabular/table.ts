// What every file of rows and columns is read as, whatever its format.

/** What a cell is in its file. A text file knows texts only. */
export type CellKind = 'text' | 'number' | 'boolean' | 'date' | 'time' | 'datetime' | 'json' | 'error';

/**
 * The text of a cell, numbers with their own digits and days as `2024-05-01`. Null: the file says that there is nothing
 * (a blank cell, an empty field, a null of JSON). Undefined: the file says nothing, as where a record lacks a member.
 */
export type CellText = string | null | undefined;

export interface TableRow {
  /** Where a person finds it: the line of a text, the row of a sheet, the place of a record in a list. */
  readonly number: number;
  readonly texts: readonly CellText[];
  /** At least as many as there are texts. Of a cell without a value it means nothing. */
  readonly kinds: readonly CellKind[];
}

export interface Table {
  /** The sheet's name; null where the file is one table. */
  readonly name: string | null;
  /** A sheet that whoever opens the file does not see. */
  readonly isHidden?: boolean;
  /**
   * All rows in the order of the file, in batches of some hundreds, as fast as they are taken. The first row of separated
   * values and of a sheet is the header, if there is one; the first of JSON is made of the members' names.
   * It can be read any number of times.
   */
  batches(): AsyncIterable<readonly TableRow[]>;
}

/** A file that cannot be read as a table; the sentence says why. */
export class UnreadableTable extends Error {
  /** What a person can do about it, as a sentence of its own with a blank before it; else empty. */
  readonly remedy: string;

  constructor(message: string, { remedy = '', ...options }: ErrorOptions & { remedy?: string } = {}) {
    super(message, options);
    this.remedy = remedy;
  }
}

/** More characters than this in one row are refused, so that no file can fill the memory. */
export const mostRowCharacters = 64 * 1024 * 1024;
