// What every reader of a JSON body needs: exact numbers, and pointers to values.

import { isLosslessNumber, isSafeNumber, LosslessNumber, parse, stringify } from 'lossless-json';
import { endOfString } from './json-parts.ts';

export { isLosslessNumber, LosslessNumber } from 'lossless-json';

/**
 * What could be a number that a double does not hold exactly, or a whole one that is written with decimals; without any
 * the engine's own parser is exact. A text that only begins like one, such as "2.0", is none.
 */
const longNumber = /(?:^|[:,[\s])-?(?:\d[\d.]{14}|\d+(?:\.\d+)?[eE]|\d+\.0+(?!\d))/;

/** Numbers that a double cannot hold keep their digits, and so do values that are written with decimals. */
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

/** The same, but an object that says two things of one name is refused. */
export function parseUnambiguous(text: string): unknown {
  const value = parseExact(text);
  return namesWritten(text) === namesIn(value) ? value : parseNumbers(text);
}

function parseNumbers(text: string): unknown {
  return parse(text, (name, value) => (name === 'value' ? value : withoutDecimals(value)), writtenNumber);
}

/** The number of these digits. */
export function exactNumber(digits: string): number | LosslessNumber {
  return isSafeNumber(digits) ? Number(digits) : new LosslessNumber(digits);
}

/** Where a value of any type may stand, 10.00 is a decimal and 10 is a whole number. */
function writtenNumber(digits: string): number | LosslessNumber {
  const number = exactNumber(digits);
  return Number.isInteger(number) && /[.eE]/.test(digits) ? new LosslessNumber(digits) : number;
}

function withoutDecimals(value: unknown): unknown {
  return isLosslessNumber(value) ? exactNumber(value.value) : value;
}

/** How many names of fields stand in a JSON text. */
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

/** Every number keeps its digits, the zeros at its end too; of two members with one name the last counts. */
export function parseDigits(text: string): unknown {
  // A text has no numbers, and the library puts it together letter by letter: 60 MB of them took 2 GB and nine seconds.
  if (text.startsWith('"')) return JSON.parse(text);
  return parse(text, null, { onDuplicateKey: ({ newValue }) => newValue });
}

/** How the engine's own writer would give away a number that it does not know. */
const ownNumber = '"isLosslessNumber":true';

/** The text of what `parseExact` has read. */
export function writeExact(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null';
  // Most have no such number, and the writer in JavaScript takes many times as long.
  return text.includes(ownNumber) ? (stringify(value) ?? 'null') : text;
}

/** An object of JSON: no list, and not null. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** One or more steps further along a JSON Pointer (RFC 6901). */
export function pointerTo(base: string, ...steps: readonly (string | number)[]): string {
  let pointer = base;
  for (const step of steps) pointer += `/${typeof step === 'number' ? step : written(step)}`;
  return pointer;
}

/** Most names are written as they are, and a policy has many. */
function written(step: string): string {
  return /[~/]/.test(step) ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step;
}
