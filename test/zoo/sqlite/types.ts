/** Edge cases of SQLite's types. A declared type is only a preference; each value has its own storage class. */
import type { TypeCase, Value } from '../zoo.ts';

const integers: readonly Value[] = [
  ...['0', '1', '-1', '127', '128', '-128', '32767', '32768', '2147483647', '2147483648', '-2147483649'],
  ...['140737488355327', '140737488355328', '9007199254740991', '9007199254740992', '9007199254740993'],
  ...['-9007199254740993', '1234567890123456789', '9223372036854775807', '-9223372036854775807'],
].map((value) => [value, value] as const);

const smallest: Value = ['-9223372036854775808', '-9223372036854775808'];

const reals: readonly Value[] = [
  ['0.0', '0.0'],
  ['-0.0', '0.0'],
  ['0.1', '0.1'],
  ['-0.1', '-0.1'],
  ['0.1 + 0.2', '0.30000000000000004'],
  ['1.0 / 3', '0.33333333333333332'],
  ['3.141592653589793', '3.1415926535897931'],
  ['1.5', '1.5'],
  ['1.0', '1.0'],
  ['100000.0', '100000.0'],
  ['9007199254740994.0', '9007199254740994.0'],
  ['1e15', '1000000000000000.0'],
  ['1e22', '1.0e+22'],
  ['1e300', '1.0e+300'],
  ['-1e-300', '-1.0e-300'],
  ['1.7976931348623157e308', '1.7976931348623157e+308'],
  ['2.2250738585072014e-308', '2.2250738585072014e-308'],
  ['1e-5', '1.0e-05'],
  ['9e999', '"Infinity"'],
  ['-9e999', '"-Infinity"'],
];

const texts: readonly Value[] = [
  [`''`, `""`],
  [`' '`, `" "`],
  [`'plain'`, `"plain"`],
  [`'null'`, `"null"`],
  [`'  both ends  '`, `"  both ends  "`],
  [`'say "hi"'`, `"say \\"hi\\""`],
  [`'it''s'`, `"it's"`],
  [`'back\\slash'`, `"back\\\\slash"`],
  [`'a/b'`, `"a/b"`],
  [`char(10)`, `"\\n"`],
  [`char(13, 10, 9, 8, 12)`, `"\\r\\n\\t\\b\\f"`],
  [`char(1, 31)`, `"\\u0001\\u001f"`],
  [`char(127)`, `"\u007f"`],
  [`char(128, 160)`, `"\u0080\u00a0"`],
  [`char(8232, 8233)`, `"\u2028\u2029"`],
  [`char(65279)`, `"\uFEFF"`],
  [`'é'`, `"é"`],
  [`'日本語'`, `"日本語"`],
  [`'🎺'`, `"🎺"`],
  [`'</script>'`, `"</script>"`],
  [`'%s %1$s \\1 &'`, `"%s %1$s \\\\1 &"`],
  [`'a' || char(0) || 'b'`, `"a\\u0000b"`],
  [`printf('%.*c', 100000, 'x')`, `"${'x'.repeat(100_000)}"`],
];

const blobs: readonly Value[] = [
  [`x''`, `""`],
  [`x'00'`, `"AA=="`],
  [`x'0001'`, `"AAE="`],
  [`x'000102'`, `"AAEC"`],
  [`x'ff'`, `"/w=="`],
  [`x'fbff'`, `"+/8="`],
  [`x'c328'`, `"wyg="`],
  [`zeroblob(300)`, `"${'A'.repeat(400)}"`],
];

/** Numbers that a column with numeric affinity stores as integers, whatever their notation. */
const wholes: readonly Value[] = [
  ['1.0', '1'],
  [`'1'`, '1'],
  [`'1.0'`, '1'],
  [`'1e3'`, '1000'],
  [`'-0'`, '0'],
];

const others: readonly Value[] = [
  [`'abc'`, `"abc"`],
  [`''`, `""`],
  [`x'00'`, `"AA=="`],
];

/** Texts that other programs wrote in other encodings. */
const noUtf8: Value[] = [
  [`cast(x'c328' as text)`, '"\ufffd("'],
  [`cast(x'ff' as text)`, '"\ufffd"'],
  [`cast(x'6100ff62' as text)`, '"a\\u0000\ufffdb"'],
];

const dated = (...values: string[]): Value[] => values.map((value) => [`'${value}'`, `"${value}"`]);

export const types: readonly TypeCase[] = [
  { type: 'INTEGER', mode: 'integer', values: [...integers, smallest, ...wholes, ...others, ['1.5', '1.5']] },
  { type: 'BIGINT', mode: 'integer', values: integers },
  {
    type: 'UNSIGNED BIG INT',
    mode: 'integer',
    values: [...integers, ['18446744073709551615', '1.8446744073709552e+19']],
  },
  { type: 'REAL', mode: 'numeric', values: [...reals, ['1', '1.0'], [`'2'`, '2.0'], ...others] },
  { type: 'DOUBLE PRECISION', mode: 'numeric', values: reals },
  { type: 'NUMERIC', mode: 'numeric', values: [...integers, ...wholes, ['0.1', '0.1'], ...others] },
  {
    type: 'DECIMAL(10,2)',
    mode: 'numeric',
    values: [['1.50', '1.5'], [`'0.10'`, '0.1'], ['100', '100'], ...others],
  },
  { type: 'TEXT', mode: 'text', values: [...texts, ['1', '"1"'], ['1.5', '"1.5"'], ...blobs, ...noUtf8] },
  { type: 'VARCHAR(20)', mode: 'string', values: texts },
  {
    type: 'NCHAR(8)',
    mode: 'string',
    values: [
      [`'a'`, '"a"'],
      [`'longer than declared'`, '"longer than declared"'],
    ],
  },
  { type: 'CLOB', mode: 'text', values: texts },
  { type: 'BLOB', mode: 'binary', values: [...blobs, ...integers, ...texts, ['1.5', '1.5']] },
  { type: 'VARBINARY(8)', mode: 'binary', values: blobs },
  { type: '', mode: 'other', values: [...integers, ...reals, ...texts, ...blobs] },
  {
    type: 'BOOLEAN',
    mode: 'boolean',
    values: [
      ['1', 'true'],
      ['0', 'false'],
      ['true', 'true'],
      ['2', '2'],
      [`'yes'`, '"yes"'],
      ['1.5', '1.5'],
      ['-1', '-1'],
    ],
  },
  {
    type: 'DATE',
    mode: 'date',
    values: [...dated('2024-02-29', '0001-01-01', '9999-12-31', '29.02.2024', ''), ['20240229', '20240229']],
  },
  {
    type: 'DATETIME',
    mode: 'datetime',
    values: [
      ...dated(
        '2024-02-29 12:34:56',
        '2024-02-29T12:34:56.789',
        '2024-02-29T12:34:56Z',
        '2024-02-29 12:34:56+05:30',
      ),
      ['1709210096', '1709210096'],
      ['2460369.5', '2460369.5'],
    ],
  },
  { type: 'TIMESTAMP', mode: 'datetime', values: dated('2024-02-29 12:34:56') },
  { type: 'TIME', mode: 'time', values: dated('12:34:56', '24:00:00') },
  {
    type: 'JSON',
    mode: 'json',
    values: [
      [`'{"a":1}'`, '"{\\"a\\":1}"'],
      [`'not json'`, '"not json"'],
      ['1', '1'],
    ],
  },
  { type: 'UUID', mode: 'uuid', values: dated('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11') },
];
