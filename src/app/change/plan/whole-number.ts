// Integers that are written with decimals or an exponent.
import type { Column } from '../../../model/database.ts';
import { decimalOf, isInteger, plainDigits } from '../../../query/literals.ts';

const withPointOrPower = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** The longest integer that engines have, with its sign. */
const maxLength = 21;

/**
 * The text of a value for the column. For an integer such as 1.0 or 1e2 it is 1 or 100: some engines take nothing else,
 * and find no key by it. Other values stay as they are.
 */
export function wholeNumber({ mode }: Pick<Column, 'mode'>, text: string): string {
  if (mode !== 'integer' || /^-?\d*$/.test(text) || !withPointOrPower.test(text)) return text;
  const decimal = decimalOf({ kind: 'number', text });
  if (decimal === null || !isInteger(decimal) || decimal.exponent > maxLength) return text;
  const digits = plainDigits(decimal);
  // An integer has no negative zero.
  return digits === '0' && text.startsWith('-') ? text : digits;
}
