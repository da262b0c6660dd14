// What every reader of JSON bodies needs: exact numbers and pointers to values.

import { isLosslessNumber, isSafeNumber, LosslessNumber, parse, stringify } from 'lossless-json';
import { endOfString } from './json-parts.ts';

export { isLosslessNumber, LosslessNumber } from 'lossless-json';

/**
 * Matches what could be a number that a double cannot hold exactly, or an integer written with decimals; without a
 * match, JSON.parse is exact. A string that begins like a number, such as "2.0", does not match.
 */
const longNumber = /(?:^|[:,[\s])-?(?:\d[\d.]{14}|\d+(?:\.\d+)?[eE]|\d+\.0+(?!\d))/;

/** Parses JSON. Numbers beyond a double keep their digits, as do values written with decimals. */
export function parseExact(text: string): unknown {
  if (!longNumber.test(text)) {
    try {
      return JSON.parse(text);
    } catch {
      // The exact parser explains better what is wrong.
    }
  }
  return parseNumbers(text);
}

/** The same, but refuses objects with contradictory duplicate names. */
export function parseUnambiguous(text: string): unknown {
  const value = parseExact(text);
  return namesWritten(text) === namesIn(value) ? value : parseNumbers(text);
}

function parseNumbers(text: string): unknown {
  return parse(text, (name, value) => (name === 'value' ? value : withoutDecimals(value)), writtenNumber);
}

/** The number with these digits. */
export function exactNumber(digits: string): number | LosslessNumber {
  return isSafeNumber(digits) ? Number(digits) : new LosslessNumber(digits);
}

/** Where a value of any type is allowed, 10.00 is a decimal and 10 an integer. */
export function writtenNumber(digits: string): number | LosslessNumber {
  const number = exactNumber(digits);
  return Number.isInteger(number) && /[.eE]/.test(digits) ? new LosslessNumber(digits) : number;
}

function withoutDecimals(value: unknown): unknown {
  return isLosslessNumber(value) ? exactNumber(value.value) : value;
}

/** The number of member names in a JSON text. */
function namesWritten(text: string): number {
  let names = 0;
  for (let start = text.indexOf('"'); start >= 0; ) {
    let next = endOfString(text, start);
    while (text.charCodeAt(next) <= 0x20) next++;
    if (text[next] === ':') names++;
    start = text.indexOf('"', next);
  }
  return names;
}

function namesIn(value: unknown): number {
  if (typeof value !== 'object' || value === null || isLosslessNumber(value)) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + namesIn(item), 0);
  const own = Object.keys(value);
  return own.reduce((sum, name) => sum + namesIn(Reflect.get(value, name)), own.length);
}

/** Parses JSON; every number keeps its digits, including trailing zeros. With duplicate names the last wins. */
export function parseDigits(text: string): unknown {
  // A string has no numbers, and the library concatenates it character by character: 60 MB took 2 GB and nine seconds.
  if (text.startsWith('"')) return JSON.parse(text);
  return parse(text, null, { onDuplicateKey: ({ newValue }) => newValue });
}

/** A value that `writeExact` writes as this text: parsing a document of a million parts takes seconds. */
export class UnparsedJson extends LosslessNumber {
  constructor(text: string) {
    super('0');
    this.value = text;
  }
}

/** How JSON.stringify writes a LosslessNumber. */
const losslessMark = '"isLosslessNumber":true';

/** Writes what `parseExact` returns. */
export function writeExact(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  // Most values contain no such number, and the writer in JavaScript is many times slower.
  return text.includes(losslessMark) ? (stringify(value) ?? 'null') : text;
}

/** A JSON object: neither a list nor null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Appends one or more steps to a JSON Pointer (RFC 6901). */
export function pointerTo(base: string, ...steps: readonly (string | number)[]): string {
  let pointer = base;
  for (const step of steps) pointer += `/${typeof step === 'number' ? step : escapedStep(step)}`;
  return pointer;
}

/** Most names need no escaping, and a policy has many. */
function escapedStep(step: string): string {
  return /[~/]/.test(step) ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step;
}
