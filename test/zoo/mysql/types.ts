/** The types of MySQL and MariaDB at their edges. */
import { isMariadb } from '../../support/engines.ts';
import type { TypeCase, Value } from '../zoo.ts';

const numbers = (...values: string[]): Value[] => values.map((value) => [value, value]);
const quoted = (...values: string[]): Value[] => values.map((value) => [`'${value}'`, `"${value}"`]);

const decimals65: Value[] = [
  ...numbers(
    '0.000000000000000000000000000001',
    '-0.000000000000000000000000000001',
    '99999999999999999999999999999999999.999999999999999999999999999999',
    '-99999999999999999999999999999999999.999999999999999999999999999999',
    '9007199254740993.000000000000000000000000000000',
    '0.100000000000000000000000000000',
  ),
  ['0', '0.000000000000000000000000000000'],
  ['-0', '0.000000000000000000000000000000'],
];

const doubles: Value[] = [
  ...numbers('0', '1', '-1', '0.1', '-0.1', '0.30000000000000004', '0.3333333333333333', '3.141592653589793'),
  ...numbers('100000', '123456789', '123456789.125', '100000000000000', '1e15', '1e22', '1e300', '-1e-300'),
  ...numbers(
    '9.007199254740992e15',
    '1.2345678901234568e17',
    '4.35',
    '0.000001',
    '0.0000001',
    '0.000025',
    '1e-20',
  ),
  ...numbers('1.7976931348623157e308', '-1.7976931348623157e308', '2.2250738585072014e-308'),
  ['4.9406564584124654e-324', '5e-324'],
  ['1e0 / 3', '0.3333333333333333'],
  ['9007199254740993e0', '9.007199254740992e15'],
];

/** The engine shows six digits of each; the shortest text that parses to the same value is expected. */
const floats: Value[] = [
  ...numbers('0', '1', '-1', '0.1', '-0.1', '1.5', '123456', '1234567', '16777216', '1.2345678', '123456.79'),
  ...numbers(
    '0.33333334',
    '3.1415927',
    '10000000000',
    '1.1754944e-38',
    '0.0078125',
    '0.0000000001',
    '4194304.5',
  ),
  ['16777217', '16777216'],
  ['3.402823466e38', '3.4028235e38'],
  ['-3.402823466e38', '-3.4028235e38'],
  ['-1e-60', '-0'],
];

const texts: Value[] = [
  [`''`, `""`],
  [`'plain'`, `"plain"`],
  [`'null'`, `"null"`],
  [`'  both ends  '`, `"  both ends  "`],
  [`'say "hi"'`, `"say \\"hi\\""`],
  [`'it''s'`, `"it's"`],
  [`'back\\\\slash'`, `"back\\\\slash"`],
  [`'a/b'`, `"a/b"`],
  [`'\\n'`, `"\\n"`],
  [`'\\r\\n\\t\\b'`, `"\\r\\n\\t\\b"`],
  [`char(12, 1, 2 using utf8mb4)`, `"\\f\\u0001\\u0002"`],
  [`char(127 using utf8mb4)`, `"\u007f"`],
  [`'</script>'`, `"</script>"`],
  [`'%s %1$s \\\\1 &'`, `"%s %1$s \\\\1 &"`],
  [`'a\\0b'`, `"a\\u0000b"`],
];

const accents: Value[] = [
  [`'é'`, `"é"`],
  [`'ÄÖÜß'`, `"ÄÖÜß"`],
];

const unicode: Value[] = [
  ...accents,
  [`'日本語'`, `"日本語"`],
  [`'e\u0301'`, `"e\u0301"`],
  [`'\u2028\u2029'`, `"\u2028\u2029"`],
  [`'\ufeff'`, `"\ufeff"`],
  [`'\u0080\u00a0'`, `"\u0080\u00a0"`],
  [`'\uffff'`, `"\uffff"`],
];

const astral: Value[] = [
  [`'🎺'`, `"🎺"`],
  [`'👩‍👩‍👧'`, `"👩‍👩‍👧"`],
];

const everyText = [...texts, ...unicode, ...astral];
const long: Value = [`repeat('x', 100000)`, `"${'x'.repeat(100_000)}"`];

const bytes: Value[] = [
  [`''`, `""`],
  [`x'00'`, `"AA=="`],
  [`x'0001'`, `"AAE="`],
  [`x'000102'`, `"AAEC"`],
  [`x'ff'`, `"/w=="`],
  [`x'fbff'`, `"+/8="`],
  [`x'c328'`, `"wyg="`],
  [`'it''s'`, `"aXQncw=="`],
];

const documents: Value[] = [
  [`'{}'`, '{}'],
  [`'[]'`, '[]'],
  [`'{"a": 1, "b": [1, 2.5, "x", null, true, false]}'`, '{"a": 1, "b": [1, 2.5, "x", null, true, false]}'],
  [`'"text"'`, '"text"'],
  [`'null'`, 'null'],
  [`'12'`, '12'],
  [`'{"é": "🎺"}'`, '{"é": "🎺"}'],
  [`'"say \\\\"hi\\\\""'`, '"say \\"hi\\""'],
];

/** MariaDB stores the text as written, and accepts some texts as JSON that are not. */
const writtenDocuments: Value[] = [
  [`'{"b":1,"a":12345678901234567890123456789}'`, '{"b":1,"a":12345678901234567890123456789}'],
  [`'{\\n  "a":\\r\\n 1}'`, '{   "a":   1}'],
  [`'1.5e400'`, '1.5e400'],
  [`'"no escape \\\\x"'`, '"\\"no escape \\\\x\\""'],
  [`'[1.]'`, '"[1.]"'],
  [`'[1.e5]'`, '"[1.e5]"'],
  [`'[-]'`, '"[-]"'],
  [`'[2, 12e]'`, '"[2, 12e]"'],
  [`'{"a": 1E+}'`, '"{\\"a\\": 1E+}"'],
  [`'{"-": [-0, -1.25e-3, 1E5, true, "1e"]}'`, '{"-": [-0, -1.25e-3, 1E5, true, "1e"]}'],
  [`'["1. a", "\\\\\\\\x"]'`, '["1. a", "\\\\x"]'],
];

/** MySQL itself does not know these types. */
const mariadb: TypeCase[] = !isMariadb
  ? []
  : [
      { type: 'json', mode: 'json', values: [...documents, ...writtenDocuments] },
      {
        type: 'longtext character set utf8mb4 check (json_valid(v))',
        mode: 'json',
        values: writtenDocuments,
      },
      { type: 'varchar(100) check (json_valid(v))', mode: 'json', values: documents },
      {
        type: 'uuid',
        mode: 'uuid',
        values: quoted('123e4567-e89b-12d3-a456-426655440000', '00000000-0000-0000-0000-000000000000'),
      },
      { type: 'inet6', mode: 'other', values: quoted('::1', '2001:db8::ff00:42:8329', '::ffff:1.2.3.4') },
      { type: 'inet4', mode: 'other', values: quoted('1.2.3.4', '0.0.0.0', '255.255.255.255') },
    ];

export const types: readonly TypeCase[] = [
  { type: 'tinyint', mode: 'integer', values: numbers('0', '127', '-128') },
  { type: 'tinyint unsigned', mode: 'integer', values: numbers('0', '255') },
  { type: 'smallint', mode: 'integer', values: numbers('0', '32767', '-32768') },
  { type: 'smallint unsigned', mode: 'integer', values: numbers('65535') },
  { type: 'mediumint', mode: 'integer', values: numbers('8388607', '-8388608') },
  { type: 'int', mode: 'integer', values: numbers('0', '-1', '2147483647', '-2147483648') },
  { type: 'int unsigned', mode: 'integer', values: numbers('4294967295') },
  {
    type: 'bigint',
    mode: 'integer',
    values: numbers(
      '9007199254740991',
      '9007199254740992',
      '9007199254740993',
      '-9007199254740993',
      '9223372036854775807',
      '-9223372036854775808',
    ),
  },
  {
    type: 'bigint unsigned',
    mode: 'integer',
    values: numbers('0', '9007199254740993', '9223372036854775808', '18446744073709551615'),
  },
  { type: 'int(5) zerofill', mode: 'integer', values: numbers('0', '42', '99999', '4294967295') },
  { type: 'bigint(20) unsigned zerofill', mode: 'integer', values: numbers('1', '18446744073709551615') },
  { type: 'year', mode: 'integer', values: [...numbers('1901', '2024', '2155'), ['0', '0']] },
  {
    type: 'boolean',
    mode: 'boolean',
    values: [
      ['true', 'true'],
      ['false', 'false'],
      ['2', '2'],
      ['-1', '-1'],
    ],
  },
  {
    type: 'bit(1)',
    mode: 'boolean',
    values: [
      [`b'1'`, 'true'],
      [`b'0'`, 'false'],
    ],
  },
  {
    type: 'bit(10)',
    mode: 'other',
    values: [
      [`b'101'`, '"0000000101"'],
      [`b'0'`, '"0000000000"'],
      [`b'1111111111'`, '"1111111111"'],
    ],
  },
  {
    type: 'bit(64)',
    mode: 'other',
    values: [
      ['18446744073709551615', `"${'1'.repeat(64)}"`],
      ['1', `"${'1'.padStart(64, '0')}"`],
    ],
  },
  { type: 'decimal(65,30)', mode: 'numeric', values: decimals65 },
  {
    type: 'decimal(10,2)',
    mode: 'numeric',
    values: numbers('0.00', '0.10', '-0.01', '1.50', '99999999.99', '-99999999.99'),
  },
  { type: 'decimal(20)', mode: 'numeric', values: numbers('99999999999999999999', '-1') },
  { type: 'decimal(10,2) zerofill', mode: 'numeric', values: numbers('0.00', '1.50') },
  { type: 'double', mode: 'numeric', values: doubles },
  { type: 'double zerofill', mode: 'numeric', values: numbers('0', '2.5', '0.1') },
  { type: 'double(20,2)', mode: 'numeric', values: numbers('1.50', '123456789012345.67') },
  { type: 'float', mode: 'numeric', values: floats },
  { type: 'float zerofill', mode: 'numeric', values: numbers('0', '2.5', '16777216') },
  { type: 'float(7,4)', mode: 'numeric', values: numbers('1.5', '999.0001') },
  {
    type: 'char(10)',
    mode: 'string',
    values: [...accents, ...astral, [`'pad   '`, '"pad"'], [`'  pad'`, '"  pad"']],
  },
  { type: 'varchar(100)', mode: 'string', values: everyText },
  { type: 'varchar(100) collate utf8mb4_bin', mode: 'string', values: everyText },
  { type: 'varchar(100) character set utf8mb3', mode: 'string', values: [...texts, ...unicode] },
  {
    type: 'varchar(100) character set latin1',
    mode: 'string',
    values: [...texts, ...accents, [`'€'`, '"€"']],
  },
  { type: 'varchar(100) character set ascii', mode: 'string', values: texts },
  { type: 'varchar(100) character set ucs2', mode: 'string', values: [...texts, ...unicode] },
  { type: 'varchar(100) character set utf16', mode: 'string', values: everyText },
  { type: 'varchar(100) character set utf32', mode: 'string', values: everyText },
  {
    type: 'varchar(100) character set gb2312',
    mode: 'string',
    values: [[`'中文 \\\\ "'`, '"中文 \\\\ \\""']],
  },
  {
    type: 'varchar(100) character set sjis',
    mode: 'string',
    // In these characters' encodings, single bytes look like a backslash and a vertical bar.
    values: [[`'表ポ能'`, '"表ポ能"']],
  },
  { type: 'tinytext', mode: 'text', values: everyText },
  { type: 'text', mode: 'text', values: everyText },
  { type: 'text character set latin1', mode: 'text', values: [...texts, ...accents] },
  { type: 'mediumtext', mode: 'text', values: [long] },
  { type: 'longtext', mode: 'text', values: [...everyText, long] },
  {
    type: `enum('sad', 'say "hi"', 'ünï,code', '', '1', 'it''s', 'back\\\\slash', 'two\\nlines')`,
    mode: 'selection',
    values: [
      [`'sad'`, '"sad"'],
      [`'say "hi"'`, '"say \\"hi\\""'],
      [`'ünï,code'`, '"ünï,code"'],
      [`''`, '""'],
      [`'1'`, '"1"'],
      [`'it''s'`, '"it\'s"'],
      [`'back\\\\slash'`, '"back\\\\slash"'],
      [`'two\\nlines'`, '"two\\nlines"'],
    ],
  },
  { type: `enum('ä', 'b') character set latin1`, mode: 'selection', values: quoted('ä', 'b') },
  { type: `set('a', 'b', 'ü')`, mode: 'other', values: quoted('', 'a', 'a,b', 'a,b,ü') },
  {
    type: 'date',
    mode: 'date',
    values: quoted('2024-02-29', '0001-01-01', '9999-12-31', '0000-00-00', '2024-00-00', '2024-02-31'),
  },
  {
    type: 'datetime',
    mode: 'datetime',
    values: [
      [`'2024-02-29 12:34:56'`, '"2024-02-29T12:34:56"'],
      [`'0000-00-00 00:00:00'`, '"0000-00-00T00:00:00"'],
      [`'9999-12-31 23:59:59'`, '"9999-12-31T23:59:59"'],
    ],
  },
  {
    type: 'datetime(6)',
    mode: 'datetime',
    values: [
      [`'2024-02-29 12:34:56.000001'`, '"2024-02-29T12:34:56.000001"'],
      [`'2024-02-29 12:34:56'`, '"2024-02-29T12:34:56.000000"'],
      [`'0001-01-01 00:00:00.999999'`, '"0001-01-01T00:00:00.999999"'],
    ],
  },
  {
    type: 'timestamp null',
    mode: 'datetime',
    values: [
      [`'1970-01-01 00:00:01'`, '"1970-01-01T00:00:01"'],
      [`'2024-03-31 02:30:00'`, '"2024-03-31T02:30:00"'],
      [`'2038-01-19 03:14:07'`, '"2038-01-19T03:14:07"'],
      [`'0000-00-00 00:00:00'`, '"0000-00-00T00:00:00"'],
    ],
  },
  {
    type: 'timestamp(3) null',
    mode: 'datetime',
    values: [[`'2024-02-29 12:34:56.7'`, '"2024-02-29T12:34:56.700"']],
  },
  {
    type: 'time',
    mode: 'time',
    values: quoted('00:00:00', '23:59:59', '-00:00:01', '838:59:59', '-838:59:59'),
  },
  { type: 'time(3)', mode: 'time', values: quoted('12:34:56.789', '-100:00:00.001') },
  {
    type: 'binary(3)',
    mode: 'binary',
    values: [
      [`'a'`, '"YQAA"'],
      [`x'ff00ff'`, '"/wD/"'],
    ],
  },
  { type: 'varbinary(20)', mode: 'binary', values: bytes },
  { type: 'tinyblob', mode: 'binary', values: bytes },
  { type: 'blob', mode: 'binary', values: [...bytes, [`repeat('\\0', 300)`, `"${'A'.repeat(400)}"`]] },
  {
    type: 'longblob',
    mode: 'binary',
    values: [[`repeat('\\0', 300000)`, `"${'A'.repeat(400_000)}"`]],
  },
  { type: 'char(5) character set binary', mode: 'binary', values: [[`'abcde'`, '"YWJjZGU="']] },
  { type: 'json', mode: 'json', values: documents },
  {
    type: 'point',
    mode: 'other',
    values: [[`st_geomfromtext('POINT(0.30000000000000004 -1e300)')`, '"POINT(0.30000000000000004 -1e300)"']],
  },
  {
    type: 'geometry',
    mode: 'other',
    values: [
      [`st_geomfromtext('POLYGON((0 0,1 0,1 1,0 0))')`, '"POLYGON((0 0,1 0,1 1,0 0))"'],
      [`st_geomfromtext('LINESTRING(0 0,1.5 2)')`, '"LINESTRING(0 0,1.5 2)"'],
    ],
  },
  ...mariadb,
];
