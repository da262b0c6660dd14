import { describe, expect, test } from 'vitest';
import type { ModeType } from '../../src/contract/mode.ts';
import { type Cell, exactJson, LosslessNumber, parseExact } from '../api/exact.ts';
import { editorOf, exactNumber, readEntry, textOf } from './entry.ts';

const n = (digits: string) => new LosslessNumber(digits);
const column = (type: ModeType, nullable = true) => ({ type, nullable, isInstant: false });
const typed = (text: string) => ({ kind: 'typed', text }) as const;

describe('numbers keep their digits', () => {
  test.each([
    ['9007199254740993', '9007199254740993'],
    ['-0.10', '-0.10'],
    ['+7', '7'],
    ['007', '7'],
    ['0', '0'],
    ['000', '0'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['1 000', '1000'],
    ['1e400', '1e400'],
    [`1.${'0'.repeat(40)}1`, `1.${'0'.repeat(40)}1`],
  ])('%s is read as %s', (text, digits) => expect(exactJson(exactNumber(text) ?? null)).toBe(digits));

  test.each(['', '-', '.', '1,5', '1.2.3', '0x10', 'e5', '.e5', 'one'])('%s is not a number', (text) =>
    expect(exactNumber(text)).toBeUndefined(),
  );

  test('an infinite number is sent by its name', () => expect(exactNumber('-Infinity')).toBe('-Infinity'));
});

describe('a value that is shown and typed again is unchanged', () => {
  const cells: readonly (readonly [ModeType, Cell])[] = [
    ['string', ''],
    ['string', '  blank '],
    ['text', 'two\r\nlines\r\n'],
    ['integer', n('12345678901234567890')],
    ['numeric', n('1.50')],
    ['numeric', 'NaN'],
    ['date', '2024-02-29'],
    ['date', '0044-03-15 BC'],
    ['datetime', '2024-02-29T12:00:00.123456+02:00'],
    ['json', parseExact<Cell>('{"a":[1.0,{"b":null}]}')],
    ['json', 'a text'],
    ['array', parseExact<Cell>('[[1,2],[3,null]]')],
    ['boolean', n('7')],
    ['uuid', '6d1dcbe0-0000-4000-8000-000000000000'],
  ];
  test.each(cells)('%s %s', (type, value) => {
    for (const engine of ['sqlite', 'postgres'] as const) {
      const reading = readEntry(column(type), value, typed(textOf(column(type), value, engine)), engine);
      expect(reading).toEqual({ value });
    }
  });
});

test('an empty text stays empty, and other empty values are null where possible', () => {
  const read = (type: ModeType, nullable: boolean) =>
    readEntry(column(type, nullable), null, typed(''), 'sqlite');
  expect(read('string', true)).toEqual({ value: '' });
  expect(read('integer', true)).toEqual({ value: null });
  expect(read('date', false)).toHaveProperty('complaint');
  expect(readEntry(column('string', false), 'x', { kind: 'value', value: null }, 'sqlite')).toHaveProperty(
    'complaint',
  );
});

test('consistent CRLF line endings are kept', () => {
  const read = (seen: string, text: string) => readEntry(column('text'), seen, typed(text), 'sqlite');
  expect(read('a\r\nb', 'a\nb\nc')).toEqual({ value: 'a\r\nb\r\nc' });
  expect(read('a\nb', 'a\nb\nc')).toEqual({ value: 'a\nb\nc' });
  expect(read('a\r\nb\nc', 'a\nb\nd')).toEqual({ value: 'a\nb\nd' });
});

test('JSON keeps its digits, and its text if the engine stores texts', () => {
  const text = '{ "a": 1.00 }';
  const value = readEntry(column('json'), null, typed(text), 'postgres');
  expect('value' in value && exactJson(value.value)).toBe('{"a":1.00}');
  expect(readEntry(column('json'), null, typed(text), 'sqlite')).toEqual({ value: text });
  expect(readEntry(column('json'), null, typed('{'), 'sqlite')).toHaveProperty('complaint');
});

test.each([
  ['text', null, 'text'],
  ['string', 'short', 'line'],
  ['string', 'with\nlines', 'text'],
  ['string', 'x'.repeat(81), 'text'],
  ['boolean', null, 'boolean'],
  ['date', null, 'date'],
  ['datetime', null, 'moment'],
  ['datetime', 'once upon a time', 'line'],
  ['binary', null, 'file'],
  ['other', parseExact<Cell>('{"x":1}'), 'json'],
] as const)('%s %s is edited as %s', (type, value, kind) => expect(editorOf(column(type), value)).toBe(kind));

test('a value of an enumeration is chosen; one that was pasted is it, with the spaces that belong to it', () => {
  const choice = { ...column('selection'), choices: ['new', ' in work'] };
  expect(editorOf(choice, 'new')).toBe('choice');
  expect(readEntry(choice, 'new', typed(' in work'), 'mysql')).toEqual({ value: ' in work' });
  expect(readEntry(choice, null, typed(' new'), 'mysql')).toEqual({ value: 'new' });
});

test('a pasted value of an enumeration may be written in another case, if only one value is meant', () => {
  const choice = { ...column('selection'), choices: ['In Work', 'Done', 'done', 'café'] };
  const read = (text: string) => readEntry(choice, null, typed(text), 'postgres');
  expect(read('in work ')).toEqual({ value: 'In Work' });
  expect(read('CAFE')).toEqual({ value: 'café' });
  expect(read('done')).toEqual({ value: 'done' });
  expect(read(' Done')).toEqual({ value: 'Done' });
  // Ambiguous or unknown: the service says what is allowed.
  expect(read('DONE')).toEqual({ value: 'DONE' });
  expect(read('In')).toEqual({ value: 'In' });
});
