// What a person enters into a field: the editor of a value, and the value of an entry.

import { type Cell, exactJson, isExact, LosslessNumber, parseExact } from '../api/exact.ts';
import { late } from '../messages/late.ts';
import { foldForSearch } from '../model/matching.ts';
import type { Column, Model } from '../model/model.ts';
import { plainText } from '../values/text.ts';
import { isNumeric, isTextual } from '../values/types.ts';
import { parseYearFirst, readMoment, readTime } from './days.ts';
import { defaultOf, isGiven } from './defaults.ts';

export type EditorKind =
  | 'line'
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'moment'
  | 'json'
  | 'choice'
  | 'file';

export type Entry =
  | {
      readonly kind: 'typed';
      readonly text: string;
      /** A day is only partly entered; the browser reports nothing else about it. */
      readonly isUnfinished?: boolean;
    }
  /** Chosen, not typed: null, a boolean, a record, a file. */
  | { readonly kind: 'value'; readonly value: Cell };

export type Reading = { readonly value: Cell } | { readonly complaint: string };

type Edited = Pick<Column, 'type' | 'nullable' | 'isInstant'> & Partial<Pick<Column, 'choices'>>;
type Engine = Model['engine']['name'];

const MAX_LINE_LENGTH = 80;
const DAY = /^\d{4}-\d\d-\d\d$/;
const MOMENT = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d|$)/;

function isNested(value: Cell): boolean {
  return typeof value === 'object' && value !== null && !isExact(value);
}

export function editorOf({ type, choices }: Edited, value: Cell): EditorKind {
  if (choices !== undefined) return 'choice';
  if (type === 'binary') return 'file';
  if (type === 'json' || isNested(value)) return 'json';
  // Some engines store any value in a column of any type; then the value is edited as text, as it is shown.
  if (type === 'boolean') return value === null || typeof value === 'boolean' ? 'boolean' : 'line';
  if (isNumeric(type)) return 'number';
  if (type === 'array') return 'json';
  const text = plainText(value);
  if (type === 'date') return value === null || DAY.test(text) ? 'date' : 'line';
  if (type === 'datetime') return value === null || MOMENT.test(text) ? 'moment' : 'line';
  return type === 'text' || text.length > MAX_LINE_LENGTH || /[\r\n]/.test(text) ? 'text' : 'line';
}

/** SQLite stores JSON as text, including its whitespace. */
function isJsonText({ type }: Edited, engine: Engine): boolean {
  return type === 'json' && engine === 'sqlite';
}

/** The placeholder of an empty field of a new record. */
export function emptyFieldText(
  column: Pick<Column, 'default' | 'nullable' | 'generated' | 'isRowId'>,
): string {
  const byDefault = defaultOf(column);
  if (byDefault !== null) return late.edit.isDefault(byDefault);
  return column.nullable || isGiven(column) ? late.edit.left : late.edit.needed;
}

/** The initial text of the editor. */
export function textOf(column: Edited, value: Cell, engine: Engine): string {
  if (value === null) return '';
  const isText = typeof value === 'string' && (column.type !== 'json' || isJsonText(column, engine));
  if (isText || editorOf(column, value) !== 'json') return plainText(value);
  return exactJson(value, 2);
}

export function readEntry(column: Edited, seen: Cell, entry: Entry, engine: Engine): Reading {
  if (entry.kind === 'value') {
    if (entry.value === null && !column.nullable) return { complaint: late.edit.cannotBeNull };
    return { value: entry.value };
  }
  if (entry.isUnfinished) return { complaint: late.edit.notADay };
  // Typing the old text again is not a change, whatever its notation.
  if (seen !== null && entry.text === textOf(column, seen, engine)) return { value: seen };
  if (!isTextual(column.type) && entry.text.trim() === '') {
    return column.nullable ? { value: null } : { complaint: late.edit.needsValue };
  }
  return readers[editorOf(column, seen)](entry.text, column, seen, engine);
}

type Reader = (text: string, column: Edited, seen: Cell, engine: Engine) => Reading;

const readers: Record<EditorKind, Reader> = {
  number: (text) => {
    const number = exactNumber(text);
    return number === undefined ? { complaint: late.edit.notANumber } : { value: number };
  },
  json: (text, column, _seen, engine) => {
    try {
      const value = parseExact<Cell>(text);
      return { value: isJsonText(column, engine) ? text : value };
    } catch (error) {
      return { complaint: late.edit.notJson(error instanceof Error ? error.message : '') };
    }
  },
  text: (text, _column, seen) => ({ value: keepLineEnds(text, seen) }),
  line: (text, { type }, seen) => ({ value: lineOf(text, type, seen) }),
  date: (text) => ({ value: text.trim() }),
  moment: (text, { isInstant }, seen, engine) =>
    readMoment(text, { seen, engine, isInstant }, parseYearFirst),
  boolean: (text) => ({ value: text }),
  choice: (text, { choices = [] }) => ({ value: choiceNamed(text, choices) ?? text.trim() }),
  file: (text) => ({ value: text }),
};

/** The choice that is written so, or else the only one that differs merely in case, accents or surrounding spaces. */
function choiceNamed(text: string, choices: readonly string[]): string | undefined {
  const plain = text.trim();
  // A choice may begin or end with a space.
  const exact = choices.find((choice) => choice === text) ?? choices.find((choice) => choice === plain);
  const named = (choice: string) => foldForSearch(choice.trim());
  const [alike, another] = choices.filter((choice) => named(choice) === named(text));
  return exact ?? (another === undefined ? alike : undefined);
}

function lineOf(text: string, type: Edited['type'], seen: Cell): string {
  if (type === 'time') return readTime(text, seen);
  return isTextual(type) ? text : text.trim();
}

/** Browsers normalize line ends to LF; a text that had CRLF keeps it. */
function keepLineEnds(text: string, seen: Cell): string {
  const had = typeof seen === 'string' && seen.includes('\r\n') && !/(^|[^\r])\n/.test(seen);
  return had ? text.replace(/\r?\n/g, '\r\n') : text;
}

const NUMBER = /^([+-]?)0*(\d+?)?(?:\.(\d*))?([eE][+-]?\d+)?$/;
const NON_FINITE = ['NaN', 'Infinity', '-Infinity'];

/** Digit by digit, without rounding. */
export function exactNumber(text: string): Cell | undefined {
  const plain = text.trim().replace(/[\s_]/g, '');
  if (NON_FINITE.includes(plain)) return plain;
  const [whole, sign = '', digits = '', fraction = '', exponent = ''] = NUMBER.exec(plain) ?? [];
  if (whole === undefined || !/\d/.test(plain.replace(/[eE].*$/, ''))) return undefined;
  return new LosslessNumber(
    `${sign === '-' ? '-' : ''}${digits || '0'}${fraction && `.${fraction}`}${exponent}`,
  );
}
