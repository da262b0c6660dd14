// Turns a cell of a file into the JSON of a value, in the form of answers. Whether the table accepts it shows later.
import type { ModeType } from '../../../contract/mode-types.ts';
import { bytesIn } from '../../../dialects/base/writing.ts';
import type { Column } from '../../../model/database.ts';
import { shownOf } from '../../../query/dialect/shown.ts';
import { decimalOf, isInteger, type Moment, momentOf } from '../../../query/literals.ts';
import type { CellKind } from '../../../tabular/table.ts';
import { truncated } from '../plan/plan.ts';
import { wholeNumber } from '../plan/whole-number.ts';
import { BadCell } from './bad-cell.ts';
import { type InstantContext, instantText } from './instants.ts';

export interface CellContext extends InstantContext {
  /** Whether the file has types, as JSON does. */
  readonly isTyped: boolean;
}

type Reader = (text: string, kind: CellKind, context: CellContext) => string;

const text: Reader = (given) => JSON.stringify(given);
const trimmed: Reader = (given) => JSON.stringify(given.trim());

const jsonNumber = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Numbers in forms that JSON does not allow: `+5`, `007`, `.5`, `5.`. */
const looseNumber = /^([+-]?)0*(\d*)(?:\.(\d*))?([eE][+-]?\d+)?$/;

const notFinite = /^[+-]?(?:nan|inf(?:inity)?)$/i;

/** Null if it is not a number. */
function numberJson(given: string): string | null {
  const trimmed = given.trim();
  if (jsonNumber.test(trimmed)) return trimmed;
  if (notFinite.test(trimmed)) return JSON.stringify(trimmed);
  const [, sign = '', whole = '', fraction = '', exponent = ''] = looseNumber.exec(trimmed) ?? [];
  if (whole === '' && fraction === '' && !/^[+-]?0+\.?$/.test(trimmed)) return null;
  return `${sign === '-' ? '-' : ''}${whole || '0'}${fraction === '' ? '' : `.${fraction}`}${exponent}`;
}

/** Some engines accept any text in a numeric column, which is never meant in a file without types. */
const number: Reader = (given, _kind, context) => {
  const json = numberJson(given);
  if (json !== null) return json;
  if (context.isTyped) return JSON.stringify(given);
  throw notOfColumn(given, context);
};

const integer: Reader = (given, kind, context) => {
  const json = number(given, kind, context);
  if (/^-?\d+$/.test(json)) return json;
  const decimal = /^["]/.test(json) ? null : decimalOf({ kind: 'number', text: json });
  if (decimal !== null && !isInteger(decimal)) throw notOfColumn(given, context);
  return wholeNumber(context.column, json);
};

function notOfColumn(given: string, { column: { name, mode } }: CellContext): BadCell {
  return new BadCell(`${truncated(JSON.stringify(given))} is not a value of ${name}, whose type is ${mode}.`);
}

const truths: Readonly<Record<string, boolean>> = {
  true: true,
  t: true,
  yes: true,
  y: true,
  1: true,
  false: false,
  f: false,
  no: false,
  n: false,
  0: false,
};

/** Engines without booleans show them as numbers, and some accept any text as one. */
const boolean: Reader = (given, kind, context) => {
  const { dialect, column, isTyped } = context;
  const truth = truths[given.trim().toLowerCase()];
  if (truth === undefined) {
    return isTyped && kind === 'text' ? JSON.stringify(given) : number(given, kind, context);
  }
  const asBoolean = String(truth);
  return dialect.written(column, shownOf(asBoolean)) === null ? (truth ? '1' : '0') : asBoolean;
};

const nested: Reader = (given, kind, { dialect, column, isTyped }) => {
  if (isTyped && kind === 'text') return JSON.stringify(given);
  const json = given.trim();
  try {
    JSON.parse(json);
  } catch {
    throw new BadCell(`This is no JSON, which ${column.name} needs.`);
  }
  // Engines without JSON types store the text, and turn numeric text into a number.
  const keepsText = dialect.written(column, shownOf(column.mode === 'array' ? '[]' : '{}')) === null;
  return keepsText && !(jsonNumber.test(json) && dialect.written(column, shownOf(json)) !== null)
    ? JSON.stringify(json)
    : json;
};

/** Dates that every engine has and shows as written, so they need no parsing. */
const plainDay = /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/;

const day = /^\d{4}-\d\d-\d\d$/;
const midnight = /^(\d{4}-\d\d-\d\d)[T ]00:00(?::00(?:\.0+)?)?$/;

/** A moment has a digit, except the infinities of some engines. */
const mayBeMoment = /\d|^-?infinity$/i;

function isOfMode(moment: Moment | null, mode: ModeType): boolean {
  if (moment === null || moment.date === null) return false;
  return mode !== 'date' || moment.time === null || moment.time === '00:00:00';
}

function momentText(given: string, context: CellContext): string {
  const trimmed = given.trim();
  if (context.isTyped) return trimmed;
  const isMoment = context.dialect.changing.acceptsAnyText
    ? isOfMode(momentOf(trimmed), context.column.mode)
    : mayBeMoment.test(trimmed);
  if (isMoment) return trimmed;
  throw notOfColumn(given, context);
}

/** Converts losslessly between a date and its midnight. */
const date: Reader = (given, _kind, context) =>
  plainDay.test(given) ? `"${given}"` : JSON.stringify(momentText(given, context).replace(midnight, '$1'));
const moment: Reader = (given, _kind, context) => {
  const text = instantText(momentText(given, context), context);
  return JSON.stringify(day.test(text) ? `${text}T00:00:00` : text);
};

const time: Reader = (given, kind, context) => {
  const { dialect, isTyped } = context;
  const isChecked = isTyped || dialect.changing.acceptsAnyText !== true;
  const moment = isChecked ? null : momentOf(given.trim());
  if (!isChecked && (moment === null || moment.date !== null)) throw notOfColumn(given, context);
  return trimmed(given, kind, context);
};

/** Some engines keep a text that is no base64 as it is. */
const bytes: Reader = (given, kind, context) => {
  const json = trimmed(given, kind, context);
  const isChecked = context.isTyped || context.dialect.changing.acceptsAnyText !== true;
  if (!isChecked && bytesIn(shownOf(json)) === null) throw notOfColumn(given, context);
  return json;
};

/** A column without a type holds numbers beside texts. */
const other: Reader = (given, kind, { column }) => {
  const json = kind === 'number' && column.mayHoldDoubles === true ? numberJson(given) : null;
  return json ?? (kind === 'json' ? given : JSON.stringify(given));
};

/** Some engines keep a number in a column of another type, such as the seconds of a moment. */
const orNumber =
  (reader: Reader): Reader =>
  (given, kind, context) => {
    const mayStay = context.isTyped && kind === 'number' && context.column.mayHoldDoubles === true;
    return (mayStay ? numberJson(given) : null) ?? reader(given, kind, context);
  };

const readers: Readonly<Record<ModeType, Reader>> = {
  boolean,
  string: text,
  text,
  integer,
  numeric: number,
  datetime: orNumber(moment),
  date: orNumber(date),
  time: orNumber(time),
  interval: trimmed,
  binary: orNumber(bytes),
  selection: text,
  json: nested,
  uuid: orNumber(trimmed),
  array: nested,
  other,
};

export function cellJson(given: string, kind: CellKind, context: CellContext): string {
  if (kind === 'error') throw new BadCell(`The cell has the error ${given}.`);
  return readers[context.column.mode](given, kind, context);
}

/** Types without an empty value. Empty bytes and an empty set exist, and another type may know one. */
const neverEmpty: ReadonlySet<ModeType> = new Set<ModeType>([
  'boolean',
  'integer',
  'numeric',
  'datetime',
  'date',
  'time',
  'interval',
  'json',
  'uuid',
  'array',
]);

/**
 * Whether a cell of a file without types says nothing: some programs quote all fields, and the formulas of a workbook
 * result in an empty text at best.
 */
export function saysNothing(given: string, { column, isTyped }: CellContext): boolean {
  return !isTyped && given.trim() === '' && neverEmpty.has(column.mode);
}

/** Whether the column's values may be empty strings. */
export function mayBeEmpty({ mode }: Column): boolean {
  return mode === 'string' || mode === 'text';
}
