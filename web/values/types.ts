// What a column's type says about its values.
import type { ModeType } from '../../src/contract/mode.ts';
import type { Column } from '../model/model.ts';

export function isNumeric(type: ModeType | undefined): boolean {
  return type === 'integer' || type === 'numeric';
}

/** The types whose values may be empty texts. */
export function isTextual(type: ModeType | undefined): boolean {
  return type === 'string' || type === 'text';
}

/** Texts, and the names of a fixed list of choices. */
export function isSearchable(type: ModeType | undefined): boolean {
  return isTextual(type) || type === 'selection';
}

/** A number that can be added up: neither a key nor a reference. */
export function isQuantity({
  type,
  inKey,
  inReference,
}: Pick<Column, 'type' | 'inKey' | 'inReference'>): boolean {
  return isNumeric(type) && !inKey && !inReference;
}

export function isMoment(type: ModeType): boolean {
  return type === 'date' || type === 'datetime';
}

/** Keys, years and telephone numbers are names made of digits: they are neither added up nor grouped. */
export function isDigitName({
  inKey,
  inReference,
  name,
}: Pick<Column, 'inKey' | 'inReference' | 'name'>): boolean {
  return inKey || inReference || DIGIT_NAME.test(name) || SHORT_NAME.test(name);
}

const DIGIT_NAME = /(^|_|[a-z])(number|code|zip|year|phone|fax)$/i;
/** Short suffixes must be words of their own: 'paid' and 'bid' are quantities, although they end in 'id'. */
const SHORT_NAME = /(^|_)([iI][dD]|[nN][oOrR]|[nN][uU][mM])$|[a-z](I[dD]|N[oOrR]|N[uU][mM])$/;
