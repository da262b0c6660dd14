// Converts typed text into filter values, or says why that is not possible.

import type { ModeType } from '../../src/contract/mode.ts';
import { late } from '../messages/late.ts';
import type { FilterValue } from '../query/filters/filters.ts';
import type { ValueShape } from '../query/filters/operators.ts';
import { isNumeric, isTextual } from '../values/types.ts';

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/;

/** The text in the service's notation: exact, without surrounding spaces. */
export function normalize(text: string, type: ModeType): string {
  return isNumeric(type) ? text.trim().replace(/[\s_]/g, '') : text;
}

export function isNumber(text: string): boolean {
  return NUMBER.test(text);
}

function isInvalidNumber(value: FilterValue, type: ModeType): boolean {
  return (
    isNumeric(type) && value.kind === 'literal' && typeof value.value === 'string' && !isNumber(value.value)
  );
}

/** Exactly as many values as the condition needs, or a complaint about what is missing. */
export function complete(
  values: readonly FilterValue[],
  shape: ValueShape,
  type: ModeType,
): { readonly values: readonly FilterValue[] } | { readonly complaint: string } {
  const given = values.map((value) =>
    value.kind === 'literal' && typeof value.value === 'string'
      ? { ...value, value: normalize(value.value, type) }
      : value,
  );
  const open: FilterValue = { kind: 'open' };
  const [first = open, second = open] = given;
  switch (shape) {
    case 'none':
      return { values: [] };
    case 'many': {
      const some =
        (first.kind === 'param' && first.name !== '') || (first.kind === 'list' && first.values.length > 0);
      return some ? { values: [first] } : { complaint: late.rail.needsValues };
    }
    case 'one': {
      // Text may be compared with empty text; other types have no empty value.
      const textual = isTextual(type);
      const value: FilterValue = first.kind === 'open' && textual ? { kind: 'literal', value: '' } : first;
      if (value.kind === 'open' || ((!textual || value.kind === 'param') && isEmpty(value)))
        return { complaint: late.rail.needsValue };
      return isInvalidNumber(value, type) ? { complaint: late.rail.notANumber } : { values: [value] };
    }
    case 'two': {
      const ends = [first, second].map((end) => (isEmpty(end) ? open : end));
      if (ends.every(({ kind }) => kind === 'open')) return { complaint: late.rail.needsEnd };
      return ends.some((end) => isInvalidNumber(end, type))
        ? { complaint: late.rail.notANumber }
        : { values: ends };
    }
  }
}

function isEmpty(value: FilterValue): boolean {
  if (value.kind === 'param') return value.name === '';
  return value.kind === 'literal' && value.value === '';
}
