import { afterEach, describe, expect, test } from 'vitest';
import type { ModeType } from '../../src/contract/mode.ts';
import { type Cell, exactJson, LosslessNumber } from '../api/exact.ts';
import { late } from '../messages/late.ts';
import { configureZones } from '../values/zones.ts';
import { parseLocaleDay } from './days.ts';
import { readEntry } from './entry.ts';
import { localeFormat, parseLocaleNumber, parseTruthPrefix } from './localeFormat.ts';
import { readPasted, readTyped } from './readings.ts';

const n = (digits: string) => new LosslessNumber(digits);
const english = localeFormat('en-US');
const german = localeFormat('de-DE');
const french = localeFormat('fr-FR');
const swiss = localeFormat('de-CH');
const indian = localeFormat('en-IN');
const egyptian = localeFormat('ar-EG');
const thai = localeFormat('th-TH');
const persian = localeFormat('fa-IR');
const column = (type: ModeType, nullable = true) => ({ type, nullable, isInstant: false });
const place = (type: ModeType, seen: Cell, nullable = true) =>
  ({ column: column(type, nullable), seen, engine: 'sqlite', manner: english }) as const;

test.each([
  ['y', true],
  ['Ye', true],
  ['t', true],
  ['1', true],
  ['n', false],
  ['no', false],
  ['f', false],
  ['0', false],
  ['nu', null],
  ['q', undefined],
])('typing %s chooses %s', (letters, truth) => {
  expect(parseTruthPrefix(letters, 'null')).toBe(truth);
  if (truth === null) expect(parseTruthPrefix(letters, undefined)).toBeUndefined();
});

describe('numbers as written in a language', () => {
  test.each([
    ['1,234,567.50', english, '1234567.50'],
    ['$1,234.5', english, '1234.5'],
    ['-€12', english, '-12'],
    ['(1,234)', english, '-1234'],
    ['12.5%', english, '0.125'],
    ['100 %', english, '1'],
    ['0.5%', english, '0.005'],
    ['9007199254740993', english, '9007199254740993'],
    ['1.234,5 €', german, '1234.5'],
    ['1.234', german, '1234'],
    ['12,5', german, '12.5'],
    ['1 234,5', french, '1234.5'],
    ["1'234.5", swiss, '1234.5'],
    ['1’234.5', swiss, '1234.5'],
    ['12,34,567.5', indian, '1234567.5'],
    ['1,234,567.5', indian, '1234567.5'],
    ['١٬٢٣٤٫٥', egyptian, '1234.5'],
    ['؜-١٢', egyptian, '-12'],
    ['12.5', egyptian, '12.5'],
    ['１２３', english, '123'],
  ] as const)('%s is read', (text, manner, digits) => {
    const value = parseLocaleNumber(text, manner);
    expect(exactJson(value ?? null)).toBe(digits);
  });
  test.each([
    ['1,5', english],
    ['1,23,456', english],
    ['1,23,45', indian],
    ['١٢', english],
    ['a lot', english],
    ['1.5.2', german],
    ['', english],
  ] as const)('%j is not a number', (text, manner) =>
    expect(parseLocaleNumber(text, manner)).toBeUndefined(),
  );
});

test('the digits of a language are read in dates, and stay in texts', () => {
  const at = (type: ModeType) => ({ ...place(type, null), manner: egyptian });
  expect(readTyped(at('date'), '٢٩‏/٢‏/٢٠٢٤')).toEqual({ value: '2024-02-29' });
  expect(readPasted(at('date'), '٢٩ فبراير ٢٠٢٤', false)).toEqual({ value: '2024-02-29' });
  expect(readPasted(at('datetime'), '٢٩/٢/٢٠٢٤ ١٤:٣٠', false)).toEqual({ value: '2024-02-29 14:30:00' });
  expect(readTyped(at('numeric'), '١٢')).toEqual({ value: n('12') });
  expect(readTyped(at('text'), '١٢')).toEqual({ value: '١٢' });
});

describe('dates as written in a language', () => {
  test.each([
    ['2024-02-29', english, '2024-02-29'],
    ['2/29/2024', english, '2024-02-29'],
    ['29.2.2024', german, '2024-02-29'],
    ['29.02.24', german, '2024-02-29'],
    // With the locale's separators the locale's order applies; other orders are not guessed.
    ['29/2/2024', english, undefined],
    ['3/4/2024', english, '2024-03-04'],
    ['3.4.2024', german, '2024-04-03'],
    ['2023-2-29', english, undefined],
    // Locales with another calendar: the years are those of databases.
    ['29/2/2024', thai, '2024-02-29'],
    ['29 กุมภาพันธ์ 2024', thai, '2024-02-29'],
    ['29 ก.พ. 2024', thai, '2024-02-29'],
    ['1.März.2024', german, '2024-03-01'],
    ['29 فوریه 2024', persian, '2024-02-29'],
    ['2024/2/29', german, '2024-02-29'],
    ['2024-02-29 00:00:00', english, '2024-02-29'],
    ['2024-02-29 07:30:00', english, undefined],
    ['29 Feb 2024', english, '2024-02-29'],
    ['Feb 29, 2024', german, '2024-02-29'],
    ['29-Feb-24', english, '2024-02-29'],
    ['29th February 2024', english, '2024-02-29'],
    ['29. Februar 2024', german, '2024-02-29'],
    ['30 Feb 2024', english, undefined],
    // With other separators: only if exactly one order gives a date.
    ['29.02.2024', english, '2024-02-29'],
    ['5.5.2024', english, '2024-05-05'],
    ['3/4-2024', english, undefined],
    ['soon', english, undefined],
  ] as const)('%s is read', (text, manner, day) => expect(parseLocaleDay(text, manner)).toBe(day));

  test('an ambiguous date is refused with both readings', () => {
    expect(parseLocaleDay('3.4.2024', english)).toEqual(['2024-03-04', '2024-04-03']);
    expect(parseLocaleDay('3/4/2024', german)).toEqual(['2024-04-03', '2024-03-04']);
    expect(readPasted(place('date', null), '3-4-2024', false)).toEqual({
      complaint: late.edit.ambiguousDay('2024-03-04', '2024-04-03'),
    });
  });
});

describe('dates with times as people write them', () => {
  const stored = '2021-01-01 17:12:13';
  test.each([
    ['2024-02-29 14:30:05', '2024-02-29 14:30:05'],
    ['2024-02-29T14:30:05.25', '2024-02-29 14:30:05.25'],
    ['2024-02-29 14:30', '2024-02-29 14:30:00'],
    ['2024-02-29', '2024-02-29 00:00:00'],
    ['2/29/2024, 2:30 PM', '2024-02-29 14:30:00'],
    ['Feb 29, 2024 12:05 am', '2024-02-29 00:05:00'],
    ['29.02.2024 9:05', '2024-02-29 09:05:00'],
    ['2024-02-29 14:30:00+02:00', '2024-02-29 14:30:00+02:00'],
    [stored, stored],
  ])('%s is read', (text, value) => expect(readTyped(place('datetime', stored), text)).toEqual({ value }));
  test('are written like the previous value, or as the engine prefers', () => {
    const typed = (seen: Cell, engine: 'sqlite' | 'postgres') =>
      readTyped({ ...place('datetime', seen), engine }, '2/29/2024');
    expect(typed('2021-01-01T17:12:13', 'postgres')).toEqual({ value: '2024-02-29T00:00:00' });
    expect(typed('2021-01-01', 'sqlite')).toEqual({ value: '2024-02-29' });
    expect(typed(null, 'sqlite')).toEqual({ value: '2024-02-29 00:00:00' });
    expect(readTyped(place('datetime', null), '2024-02-29T10:00')).toEqual({ value: '2024-02-29T10:00:00' });
    expect(typed(null, 'postgres')).toEqual({ value: '2024-02-29T00:00:00' });
  });
  test.each([
    'tomorrow',
    '31.02.2024',
    '2024-02-30 10:00',
    '2024-02-29 25:00',
    '2024-02-29 13:00 pm',
    '12:30',
  ])('%s is refused, although the engine would store it', (text) => {
    expect(readTyped(place('datetime', stored), text)).toEqual({ complaint: late.edit.notAMoment });
    expect(readPasted(place('datetime', null), text, false)).toEqual({ complaint: late.edit.notAMoment });
  });
  test('special values of other engines are left to the engine', () => {
    const there = { ...place('datetime', '2021-01-01T17:12:13'), engine: 'postgres' } as const;
    expect(readTyped(there, 'infinity')).toEqual({ value: 'infinity' });
    expect(readTyped(there, '3.4.2024 10:00')).toEqual({
      complaint: late.edit.ambiguousDay('2024-03-04', '2024-04-03'),
    });
  });
  test('a stored text that is not a date may be edited as text', () =>
    expect(readTyped(place('datetime', 'unknown'), 'soon')).toEqual({ value: 'soon' }));
});

describe('instants, which are shown in the zone of the reader', () => {
  afterEach(() => configureZones('sqlite'));
  const there = (seen: Cell) =>
    ({
      column: { ...column('datetime'), isInstant: true },
      seen,
      engine: 'postgres',
      manner: english,
    }) as const;
  test.each([
    ['2024-02-29 14:30', '2024-02-29T19:30:00+00:00'],
    ['7/4/2024, 2:30:05 PM', '2024-07-04T18:30:05+00:00'],
    ['2024-02-29T14:30:05.25', '2024-02-29T19:30:05.25+00:00'],
    ['2024-02-29', '2024-02-29T05:00:00+00:00'],
    ['2024-02-29 14:30Z', '2024-02-29T14:30:00Z'],
    ['2024-02-29 14:30:00+02:00', '2024-02-29T14:30:00+02:00'],
    ['infinity', 'infinity'],
  ])('%s', (text, value) => {
    configureZones('postgres', () => 'America/New_York');
    expect(readTyped(there('2021-01-01T17:12:13+00:00'), text)).toEqual({ value });
    expect(readPasted(there(null), text, false)).toEqual({ value });
  });
  test('also in the form', () => {
    configureZones('postgres', () => 'Europe/Berlin');
    const typed = { kind: 'typed', text: '2024-02-29 14:30' } as const;
    expect(readEntry(there(null).column, null, typed, 'postgres')).toEqual({
      value: '2024-02-29T13:30:00+00:00',
    });
  });
});

describe('times of the day as people write them', () => {
  test.each([
    ['9:05', '09:05:00'],
    ['09:05', '09:05:00'],
    ['2:30 PM', '14:30:00'],
    ['12:05:07 am', '00:05:07'],
    ['9:05:07.250', '09:05:07.250'],
    // What else an engine may know is left to it.
    ['838:59:59', '838:59:59'],
    ['25:00', '25:00'],
    ['9:05+02', '9:05+02'],
    ['noon', 'noon'],
  ])('%s', (text, value) => {
    expect(readTyped(place('time', '17:12:13'), text)).toEqual({ value });
    expect(readPasted(place('time', null), text, false)).toEqual({ value });
  });
  test('in the manner of the one before', () => {
    expect(readTyped(place('time', '17:12'), '9:05')).toEqual({ value: '09:05' });
    expect(readTyped(place('time', '17:12'), '9:05:07')).toEqual({ value: '09:05:07' });
  });
});

describe('a pasted text', () => {
  test('that equals the shown value changes nothing, even with more zeros', () => {
    expect(readPasted(place('numeric', n('5.5')), '5.50', false)).toEqual({ value: n('5.5') });
    expect(readPasted(place('string', 'a'), 'a', false)).toEqual({ value: 'a' });
    expect(readPasted(place('string', ''), '', false)).toEqual({ value: '' });
  });
  test('that is empty is null where possible', () => {
    expect(readPasted(place('string', 'a'), '', false)).toEqual({ value: null });
    expect(readPasted(place('string', 'a', false), '', false)).toEqual({ value: '' });
    expect(readPasted(place('integer', n('1'), false), '', false)).toEqual({
      complaint: late.edit.needsValue,
    });
  });
  test('is read in the language of the user, but exactly if it was copied here', () => {
    const here = { ...place('numeric', null), manner: german };
    expect(readPasted(here, '1.234', false)).toEqual({ value: n('1234') });
    expect(readPasted(here, '1.234', true)).toEqual({ value: n('1.234') });
  });
  test.each([
    ['boolean', 'TRUE', { value: true }],
    ['boolean', 'maybe', { complaint: late.edit.notABoolean }],
    ['date', '2/29/2024', { value: '2024-02-29' }],
    ['date', 'soon', { complaint: late.edit.notADay }],
    ['integer', 'abc', { complaint: late.edit.notANumber }],
    ['binary', 'AAAA', { complaint: late.edit.bytesByFile }],
    ['string', ' blank ', { value: ' blank ' }],
  ] as const)('for a %s, %j is read or refused', (type, text, reading) =>
    expect(readPasted(place(type, null), text, false)).toEqual(reading),
  );
});

test('typed text is read exactly if possible, otherwise in the language of the user', () => {
  expect(readTyped({ ...place('numeric', null), manner: german }, '1.234')).toEqual({ value: n('1.234') });
  expect(readTyped({ ...place('numeric', null), manner: german }, '12,5')).toEqual({ value: n('12.5') });
  expect(readTyped(place('numeric', null), '1,234.5')).toEqual({ value: n('1234.5') });
  expect(readTyped(place('numeric', null), 'x')).toEqual({ complaint: late.edit.notANumber });
});
