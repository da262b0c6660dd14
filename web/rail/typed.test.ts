import { describe, expect, test } from 'vitest';
import type { FilterValue } from '../query/filters/filters.ts';
import { complete } from './typed.ts';

const text = (value: string): FilterValue => ({ kind: 'literal', value });

describe('a typed filter value', () => {
  test('must be a number for a numeric field, and keeps all digits', () => {
    expect(complete([text(' 9007199254740993 ')], 'one', 'integer')).toEqual({
      values: [text('9007199254740993')],
    });
    expect(complete([text('twelve')], 'one', 'numeric')).toHaveProperty('complaint');
    expect(complete([], 'one', 'integer')).toHaveProperty('complaint');
  });
  test('may be empty for text fields only', () => {
    expect(complete([], 'one', 'string')).toEqual({ values: [text('')] });
    expect(complete([text('')], 'one', 'date')).toHaveProperty('complaint');
  });
  test('may leave one end of a range open, but not both', () => {
    expect(complete([text(''), text('5')], 'two', 'integer')).toEqual({
      values: [{ kind: 'open' }, text('5')],
    });
    expect(complete([], 'two', 'integer')).toHaveProperty('complaint');
  });
  test('must contain at least one value of a list', () => {
    expect(complete([{ kind: 'list', values: [] }], 'many', 'string')).toHaveProperty('complaint');
    expect(complete([{ kind: 'list', values: ['a'] }], 'many', 'string')).toEqual({
      values: [{ kind: 'list', values: ['a'] }],
    });
  });
  test('keeps its spaces in text fields', () =>
    expect(complete([text(' a ')], 'one', 'string')).toEqual({ values: [text(' a ')] }));
});
