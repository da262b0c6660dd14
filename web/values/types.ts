// What the type of a column says about its values.
import type { ModeType } from '../../src/contract/mode.ts';
import type { Column } from '../model/model.ts';

export function isNumeric(type: ModeType | undefined): boolean {
  return type === 'integer' || type === 'numeric';
}

/** A number that may be added up: neither a key nor a reference. */
export function isQuantity({ type, inKey, pointsTo }: Pick<Column, 'type' | 'inKey' | 'pointsTo'>): boolean {
  return isNumeric(type) && !inKey && pointsTo === undefined;
}

export function isMoment(type: ModeType): boolean {
  return type === 'date' || type === 'datetime';
}

/** Keys, years and telephone numbers are names made of digits: nobody adds them up or groups their digits. */
export function isDigitName({ inKey, pointsTo, name }: Pick<Column, 'inKey' | 'pointsTo' | 'name'>): boolean {
  return inKey || pointsTo !== undefined || DIGIT_NAME.test(name);
}

const DIGIT_NAME = /(^|_|[a-z])(id|no|nr|num|number|code|zip|year|phone|fax)$/i;
