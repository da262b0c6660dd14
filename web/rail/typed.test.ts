import { describe, expect, test } from 'vitest';
import type { FilterValue } from '../query/filters/filters.ts';
import { complete } from './typed.ts';

const text = (value: string): FilterValue => ({ kind: 'literal', value });

describe('what was typed', () => {
  test('is a number where the field is one, with all its digits', () => {
    expect(complete([text(' 9007199254740993 ')], 'one', 'integer')).toEqual({
      values: [text('9007199254740993')],
    });
    expect(complete([text('twelve')], 'one', 'numeric')).toHaveProperty('complaint');
    expect(complete([], 'one', 'integer')).toHaveProperty('complaint');
  });
  test('may be empty only where text can be', () => {
    expect(complete([], 'one', 'string')).toEqual({ values: [text('')] });
    expect(complete([text('')], 'one', 'date')).toHaveProperty('complaint');
  });
  test('may leave one end of a range open, not both', () => {
    expect(complete([text(''), text('5')], 'two', 'integer')).toEqual({
      values: [{ kind: 'open' }, text('5')],
    });
    expect(complete([], 'two', 'integer')).toHaveProperty('complaint');
  });
  test('needs at least one value in a list', () => {
    expect(complete([{ kind: 'list', values: [] }], 'many', 'string')).toHaveProperty('complaint');
    expect(complete([{ kind: 'list', values: ['a'] }], 'many', 'string')).toEqual({
      values: [{ kind: 'list', values: ['a'] }],
    });
  });
  test('keeps its blanks where it is text', () =>
    expect(complete([text(' a ')], 'one', 'string')).toEqual({ values: [text(' a ')] }));
});
