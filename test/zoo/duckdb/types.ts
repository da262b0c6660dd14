/** Edge cases of DuckDB's types. */
import type { TypeCase, Value } from '../zoo.ts';

const same = (...values: string[]): Value[] => values.map((value) => [value, value]);
const texts = (...values: string[]): Value[] => values.map((value) => [`'${value}'`, `"${value}"`]);

const characters: readonly Value[] = [
  [`''`, `""`],
  [`' '`, `" "`],
  [`'null'`, `"null"`],
  [`'  both ends  '`, `"  both ends  "`],
  [`'say "hi"'`, `"say \\"hi\\""`],
  [`'it''s'`, `"it's"`],
  [`'back\\slash'`, `"back\\\\slash"`],
  [`'a/b'`, `"a/b"`],
  [`chr(10)`, `"\\n"`],
  [`chr(13) || chr(10) || chr(9) || chr(8) || chr(12)`, `"\\r\\n\\t\\b\\f"`],
  [`chr(1) || chr(31)`, `"\\u0001\\u001F"`],
  [`chr(127)`, `"\u007f"`],
  [`chr(8232) || chr(65279)`, `"\u2028\uFEFF"`],
  [`'é日本語🎺'`, `"é日本語🎺"`],
  [`'</script>%s %1$s \\1 &'`, `"</script>%s %1$s \\\\1 &"`],
  [`'a' || chr(0) || 'b'`, `"a\\u0000b"`],
  [`repeat('x', 100000)`, `"${'x'.repeat(100_000)}"`],
];

const doubles: readonly Value[] = [
  ['0', '0.0'],
  ['-0.0::double', '-0.0'],
  ['0.1', '0.1'],
  ['0.1::double + 0.2::double', '0.30000000000000004'],
  ['1::double / 3', '0.3333333333333333'],
  ['1.5', '1.5'],
  ['100000', '100000.0'],
  ['1e15', '1000000000000000.0'],
  ['1e22', '1e+22'],
  ['-1e-300', '-1e-300'],
  ['1.7976931348623157e308', '1.7976931348623157e+308'],
  ['5e-324', '5e-324'],
  [`'Infinity'`, '"Infinity"'],
  [`'-Infinity'`, '"-Infinity"'],
  [`'NaN'`, '"NaN"'],
];

const bytes: readonly Value[] = [
  [`''::blob`, `""`],
  [`unhex('00')`, `"AA=="`],
  [`unhex('fbff')`, `"+/8="`],
  [`unhex('c328')`, `"wyg="`],
];

export const types: readonly TypeCase[] = [
  { type: 'TINYINT', mode: 'integer', values: same('0', '-128', '127') },
  { type: 'SMALLINT', mode: 'integer', values: same('-32768', '32767') },
  { type: 'INTEGER', mode: 'integer', values: same('-2147483648', '2147483647') },
  {
    type: 'BIGINT',
    mode: 'integer',
    values: same('-9223372036854775808', '9223372036854775807', '9007199254740993'),
  },
  { type: 'UTINYINT', mode: 'integer', values: same('0', '255') },
  { type: 'USMALLINT', mode: 'integer', values: same('0', '65535') },
  { type: 'UINTEGER', mode: 'integer', values: same('0', '4294967295') },
  { type: 'UBIGINT', mode: 'integer', values: same('0', '18446744073709551615') },
  {
    type: 'HUGEINT',
    mode: 'integer',
    values: [
      ...same('0', '170141183460469231731687303715884105727'),
      [`'-170141183460469231731687303715884105728'`, '-170141183460469231731687303715884105728'],
    ],
  },
  { type: 'UHUGEINT', mode: 'integer', values: same('0', '340282366920938463463374607431768211455') },
  {
    type: 'BIGNUM',
    mode: 'integer',
    values: [`1${'0'.repeat(80)}`, `-9${'1'.repeat(60)}`, '0'].map((digits) => [`'${digits}'`, digits]),
  },
  {
    type: 'DECIMAL(38,0)',
    mode: 'numeric',
    values: [
      ...same('0', '99999999999999999999999999999999999999'),
      ['-99999999999999999999999999999999999999', '-99999999999999999999999999999999999999'],
    ],
  },
  {
    type: 'DECIMAL(38,38)',
    mode: 'numeric',
    values: [
      [`'0.12345678901234567890123456789012345678'`, '0.12345678901234567890123456789012345678'],
      [`'-0.5'`, '-0.50000000000000000000000000000000000000'],
    ],
  },
  {
    type: 'DECIMAL(10,2)',
    mode: 'numeric',
    values: [
      ['1.5', '1.50'],
      ['-0.1', '-0.10'],
      ['100', '100.00'],
    ],
  },
  { type: 'DECIMAL(4,1)', mode: 'numeric', values: same('0.1', '-999.9') },
  {
    type: 'FLOAT',
    mode: 'numeric',
    values: [
      ['0.1', '0.1'],
      ['3.4028235e38', '3.4028235e+38'],
      ['1e-45', '1e-45'],
      [`'-Infinity'`, '"-Infinity"'],
      [`'NaN'`, '"NaN"'],
    ],
  },
  { type: 'DOUBLE', mode: 'numeric', values: doubles },
  { type: 'BOOLEAN', mode: 'boolean', values: same('true', 'false') },
  { type: 'VARCHAR', mode: 'text', values: characters },
  { type: 'VARCHAR(5)', mode: 'text', values: texts('longer than declared') },
  {
    type: 'mood',
    mode: 'selection',
    values: [...texts('sad', 'ünï,code', ''), [`'say "hi"'`, `"say \\"hi\\""`], [`'it''s'`, `"it's"`]],
  },
  { type: 'UUID', mode: 'uuid', values: texts('a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11') },
  { type: 'BLOB', mode: 'binary', values: bytes },
  {
    type: 'BIT',
    mode: 'text',
    values: [
      [`'0'::bit`, '"0"'],
      [`'10101010101'::bit`, '"10101010101"'],
    ],
  },
  {
    type: 'DATE',
    mode: 'date',
    values: texts(
      '2024-02-29',
      '0001-01-01',
      '9999-12-31',
      '0044-03-15 (BC)',
      '294247-01-10',
      'infinity',
      '-infinity',
    ),
  },
  { type: 'TIME', mode: 'time', values: texts('00:00:00', '23:59:59.999999', '24:00:00', '12:30:00.5') },
  { type: 'TIME_NS', mode: 'time', values: texts('00:00:00', '23:59:59.999999999') },
  {
    type: 'TIMETZ',
    mode: 'time',
    values: texts('12:00:00+00', '12:00:00+05:30', '23:59:59.999999-15:59:59'),
  },
  {
    type: 'TIMESTAMP',
    mode: 'datetime',
    values: [
      [`'2024-02-29 12:34:56'`, '"2024-02-29T12:34:56"'],
      [`'2024-02-29 12:34:56.000001'`, '"2024-02-29T12:34:56.000001"'],
      [`'2024-02-29 00:00:00'`, '"2024-02-29T00:00:00"'],
      [`'0001-01-01 00:00:00'`, '"0001-01-01T00:00:00"'],
      [`'0044-03-15 (BC) 01:02:03'`, '"0044-03-15 (BC) 01:02:03"'],
      [`'infinity'`, '"infinity"'],
      [`'-infinity'`, '"-infinity"'],
    ],
  },
  { type: 'TIMESTAMP_S', mode: 'datetime', values: [[`'2024-02-29 12:34:56'`, '"2024-02-29T12:34:56"']] },
  {
    type: 'TIMESTAMP_MS',
    mode: 'datetime',
    values: [
      [`'2024-02-29 12:34:56.789'`, '"2024-02-29T12:34:56.789"'],
      [`'infinity'`, '"infinity"'],
    ],
  },
  {
    type: 'TIMESTAMP_NS',
    mode: 'datetime',
    values: [
      [`'2024-02-29 12:34:56.123456789'`, '"2024-02-29T12:34:56.123456789"'],
      [`'2024-02-29 12:34:56'`, '"2024-02-29T12:34:56"'],
      [`'infinity'`, '"infinity"'],
    ],
  },
  {
    type: 'TIMESTAMPTZ',
    mode: 'datetime',
    values: [
      [`'2024-02-29 12:34:56+02'`, '"2024-02-29T10:34:56+00:00"'],
      [`'2024-02-29 12:34:56.5Z'`, '"2024-02-29T12:34:56.5+00:00"'],
      [`'0044-03-15 (BC) 01:02:03+00'`, '"0044-03-15 (BC) 01:02:03+00"'],
      [`'infinity'`, '"infinity"'],
      [`'-infinity'`, '"-infinity"'],
    ],
  },
  {
    type: 'INTERVAL',
    mode: 'interval',
    values: [
      [`interval '1 year 2 months 3 days 04:05:06.7'`, '"1 year 2 months 3 days 04:05:06.7"'],
      [`interval '-1 day'`, '"-1 day"'],
      [`interval '0 day'`, '"00:00:00"'],
    ],
  },
  {
    type: 'JSON',
    mode: 'json',
    values: [
      [`'{"a": [1.10, null], "info": "inf"}'`, '{"a": [1.10, null], "info": "inf"}'],
      [`'{"a":' || chr(10) || '1}'`, '{"a": 1}'],
      [`'"text"'`, '"text"'],
      [`'12345678901234567890123.45'`, '12345678901234567890123.45'],
      [`'[NaN]'`, '"[NaN]"'],
    ],
  },
  {
    type: 'INTEGER[]',
    mode: 'array',
    values: [
      ['[]', '[]'],
      ['[1, null, -2]', '[1,null,-2]'],
    ],
  },
  { type: 'INTEGER[3]', mode: 'array', values: [['[1, null, 3]', '[1,null,3]']] },
  {
    type: 'DECIMAL(10,2)[]',
    mode: 'array',
    values: [['[1.10, 2]', '[1.10,2.00]']],
  },
  {
    type: 'DOUBLE[]',
    mode: 'array',
    values: [[`['Infinity', '0.1', 'NaN']`, '["Infinity",0.1,"NaN"]']],
  },
  { type: 'FLOAT[]', mode: 'array', values: [['[0.1]', '[0.1]']] },
  { type: 'BLOB[]', mode: 'array', values: [[`[unhex('ff'), null]`, '["/w==",null]']] },
  {
    type: 'VARCHAR[][]',
    mode: 'array',
    values: [[`[['a"b', null], [], null, ['é,']]`, '[["a\\"b",null],[],null,["é,"]]']],
  },
  {
    type: 'TIMESTAMP[]',
    mode: 'array',
    values: [[`['2024-02-29 12:34:56', 'infinity']`, '["2024-02-29T12:34:56","infinity"]']],
  },
  {
    type: 'STRUCT(a INTEGER, "b ""c" VARCHAR[], d STRUCT(e HUGEINT))',
    mode: 'json',
    values: [
      [
        `row(1, ['x'], row(170141183460469231731687303715884105727))`,
        '{"a":1,"b \\"c":["x"],"d":{"e":170141183460469231731687303715884105727}}',
      ],
      ['row(null, null, null)', '{"a":null,"b \\"c":null,"d":null}'],
    ],
  },
  {
    type: 'MAP(VARCHAR, DECIMAL(5,2))',
    mode: 'json',
    values: [
      [`map {'a"': 1.1, '': null}`, '{"a\\"":1.10,"":null}'],
      ['map {}', '{}'],
    ],
  },
  {
    type: 'MAP(INTEGER, DATE)',
    mode: 'json',
    values: [[`map {7: date '2024-02-29'}`, '{"7":"2024-02-29"}']],
  },
  {
    type: 'UNION(n INTEGER, t VARCHAR)',
    mode: 'json',
    values: [
      ['union_value(n := 2)', '{"n":2}'],
      [`union_value(t := 'x')`, '{"t":"x"}'],
    ],
  },
  { type: 'mood[]', mode: 'array', values: [[`['sad', 'it''s']`, `["sad","it's"]`]] },
];
