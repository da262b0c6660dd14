import { describe, expect, test } from 'vitest';
import * as readings from './text-parsers.ts';

const { integer, ...named } = readings;

const types: Readonly<Record<string, readings.ParseText>> = {
  int2: integer(16),
  int4: integer(32),
  int8: integer(64),
  float4: readings.single,
  float8: readings.double,
  text: readings.anyText,
  timestamptz: readings.timestamp,
  ...named,
};

const cases: readonly [type: string, values: readonly string[], others: readonly string[]][] = [
  ['int2', ['0', '-32768', '32767', '007', '+5'], ['32768', '-32769', '', 'abc', '1.0', ' 1', '0x1', '1e3']],
  ['int4', ['2147483647', '-2147483648'], ['2147483648', '-2147483649', '1'.repeat(60)]],
  ['int8', ['9223372036854775807', '-9223372036854775808'], ['9223372036854775808', '']],
  ['oid', ['0', '4294967295'], ['4294967296', '-1']],
  [
    'numeric',
    ['1', '-1.50', '.5', '5.', '1e10', 'NaN', 'Infinity', '-Infinity'],
    ['', 'e', '.', '1e99999', 'nan'],
  ],
  ['float8', ['1e+308', '-0', '0e-999', 'NaN', '5e-324'], ['1e309', '1e-400', 'x']],
  ['float4', ['3.4028235e+38', '1e-45'], ['3.5e38', '1e-46', '1e39']],
  ['boolean', ['true', 'false'], ['t', '1', '', 'TRUE']],
  ['text', ['', 'anything'], []],
  ['uuid', ['123E4567-e89b-12d3-a456-426614174000'], ['123', '123e4567e89b12d3a456426614174000', '']],
  [
    'date',
    [
      '2024-02-29',
      '2024-02-29T00:00:00',
      '2024-02-29 00:00:00.000+00:00',
      '0001-01-01',
      '0044-03-15 BC',
      '0001-02-29 BC',
      '4714-11-24 BC',
      '5874897-12-31',
      'infinity',
    ],
    [
      '2023-02-29',
      '0000-01-01',
      '4714-11-23 BC',
      '0004-02-29 BC',
      '2024-13-01',
      '2024-00-10',
      '2024-02-29T00:00:01',
      '2024-02-29 10:00 BC',
      '2024-02-29T24:00:00',
      '5874898-01-01',
      'now',
      'today',
      '',
    ],
  ],
  [
    'timestamp',
    ['2024-02-29T23:59:59.999999', '2024-02-29 10:00', '0044-03-15T01:02:03 BC', '-infinity'],
    ['2024-02-29T25:00:00', '2024-02-30T00:00:00', '300000-01-01T00:00:00', 'epoch', 'T10:00'],
  ],
  [
    'timestamptz',
    ['2024-02-29T23:59:59+00:00', '2024-02-29T23:59:59Z', '2024-02-29T23:59:59-1530'],
    ['2024-02-29T23:59:59+99:00', '2024-02-29T23:59:59 Europe/Paris'],
  ],
  ['time', ['00:00:00', '23:59:59.999999', '24:00:00'], ['24:00:01', '1:2', '', 'now']],
  [
    'inet',
    ['10.0.0.1', '10.0.0.1/8', '::1', 'fe80::1/64'],
    ['10.0.0.256', '10.0.0.1/33', 'fe80::1%eth0', '::1/129', '', 'localhost'],
  ],
];

describe.each(cases)('a text for %s', (type, values, others) => {
  test.each(values)('%j is accepted', (text) => {
    expect(types[type]?.(text)).toBe(text);
  });
  test.each(others)('%j is refused', (text) => {
    expect(types[type]?.(text)).toBeNull();
  });
});

test('bytes are read only from canonical base64', () => {
  expect(readings.bytea('AP8=')).toBe('\\x00ff');
  expect(readings.bytea('')).toBe('\\x');
  for (const text of ['AP8', 'AP9=', 'A P8=', 'AP8=\n', '*', 'AP-_']) expect(readings.bytea(text)).toBeNull();
});
