/** Unusual types of every engine, each with a generator of values: the SQL that stores one, and the expected JSON. */
import fc from 'fast-check';
import type { Engine } from '../support/servers.ts';
import type { Value } from '../zoo/zoo.ts';

export interface GeneratedType {
  readonly what: string;
  /** The definition of column `v`, and of `n` if it is computed from `v`. */
  readonly columns: string;
  /** Statements to run before the table is created. */
  readonly setUp?: string;
  readonly values: fc.Arbitrary<Value>;
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`;
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const base64 = (bytes: Uint8Array) => JSON.stringify(Buffer.from(bytes).toString('base64'));
const bytes = (most: number) => fc.uint8Array({ maxLength: most });
const digits = (length: number) =>
  fc.array(fc.constantFrom('0', '1'), { minLength: length, maxLength: length }).map((bits) => bits.join(''));

/** Texts without backslashes, which engines interpret differently, and without trailing spaces. */
const text = fc
  .string({ unit: fc.constantFrom(...`ab 0,;"'{}()[]%_<&é日🎺`), maxLength: 8 })
  .map((drawn) => drawn.trim());

const labels = [
  ...['sad', 'ok', 'happy', '', '1', '01', 'none', 'null', 'true', 'a,b', 'say "hi"', "it's", '{}', '[x]'],
  ...['ünï', '日本', '🎺', 'a b', '%', '_', '</b>', '#', '--', '$1', '?'],
];
const labelList = labels.map(quote).join(', ');
const label = fc.constantFrom(...labels).map((one): Value => [quote(one), JSON.stringify(one)]);

const doubled = fc
  .bigInt({ min: -(2n ** 62n), max: 2n ** 62n - 1n })
  .map((number): Value => [String(number), String(number * 2n)]);
const greeted = text.map((drawn): Value => [quote(drawn), JSON.stringify(`<${drawn}>`)]);

/** PostgreSQL's ISO 8601 notation: each part has a sign, and zero parts are omitted. */
function isoInterval(months: number, days: number, micros: number): string {
  const part = (value: number, unit: string) => (value === 0 ? '' : `${value}${unit}`);
  const whole = (divisor: number, of: number) => Math.trunc(micros / divisor) % of;
  const left = micros % 60_000_000;
  const fraction = String(Math.abs(left) % 1_000_000)
    .padStart(6, '0')
    .replace(/0+$/, '');
  const seconds = `${left < 0 ? '-' : ''}${Math.trunc(Math.abs(left) / 1_000_000)}${fraction && `.${fraction}`}S`;
  const date = part(Math.trunc(months / 12), 'Y') + part(months % 12, 'M') + part(days, 'D');
  const time =
    part(Math.trunc(micros / 3_600_000_000), 'H') +
    part(whole(60_000_000, 60), 'M') +
    (left === 0 ? '' : seconds);
  return date + time === '' ? 'PT0S' : `P${date}${time && `T${time}`}`;
}

const interval = fc
  .tuple(
    fc.integer({ min: -20_000, max: 20_000 }),
    fc.integer({ min: -40_000, max: 40_000 }),
    fc.integer({ min: -400_000_000_000, max: 400_000_000_000 }),
  )
  .map(
    ([months, days, micros]): Value => [
      `'${months} months ${days} days ${micros} microseconds'`,
      JSON.stringify(isoInterval(months, days, micros)),
    ],
  );

const integers = fc
  .array(fc.option(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })), { minLength: 1, maxLength: 6 })
  .map(
    (items): Value => [
      `array[${items.map((item) => item ?? 'null').join(', ')}]::integer[]`,
      JSON.stringify(items),
    ],
  );
const texts = fc
  .array(fc.array(fc.option(text), { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 3 })
  .map(
    (rows): Value => [
      `array[${rows.map((row) => `array[${row.map((item) => (item === null ? 'null' : quote(item))).join(', ')}]`).join(', ')}]::text[]`,
      JSON.stringify(rows),
    ],
  );
const range = fc
  .tuple(fc.option(fc.nat(1_000_000)), fc.option(fc.integer({ min: 1_000_002, max: 2_000_000 })))
  .map(([from, to]): Value => {
    const stored = `${from === null ? '(' : '['}${from ?? ''},${to ?? ''}`;
    return [`'${stored})'`, JSON.stringify(`${stored})`)];
  });
const byte = fc.nat(255);
const address4 = fc.tuple(byte, byte, byte, byte).map((parts) => parts.join('.'));
/** No group is zero, so there is only one notation. */
const address6 = fc
  .array(fc.integer({ min: 1, max: 0xffff }), { minLength: 8, maxLength: 8 })
  .map((groups) => groups.map((group) => group.toString(16)).join(':'));
const asText = (drawn: string): Value => [quote(drawn), JSON.stringify(drawn)];
const network = fc.oneof(
  fc.tuple(address4, fc.nat(31)).map(([host, length]) => asText(`${host}/${length}`)),
  fc.tuple(address6, fc.nat(127)).map(([host, length]) => asText(`${host}/${length}`)),
  address4.map(asText),
);
const amount = fc
  .tuple(fc.bigInt({ min: 1n, max: 10n ** 18n }), fc.nat(99_999))
  .map(([whole, part]) => `${whole}.${String(part).padStart(5, '0')}`)
  .map((digitsOf): Value => [digitsOf, digitsOf]);

const postgres: readonly GeneratedType[] = [
  { what: 'bytea', columns: 'v bytea', values: bytes(90).map((b): Value => [`'\\x${hex(b)}'`, base64(b)]) },
  { what: 'bit', columns: 'v bit(12)', values: digits(12).map((d): Value => [`B'${d}'`, `"${d}"`]) },
  {
    what: 'bit varying',
    columns: 'v bit varying(40)',
    values: fc
      .nat(40)
      .chain(digits)
      .map((d): Value => [`B'${d}'`, `"${d}"`]),
  },
  { what: 'interval', columns: 'v interval', values: interval },
  { what: 'array', columns: 'v integer[]', values: integers },
  { what: 'array of arrays', columns: 'v text[]', values: texts },
  { what: 'range', columns: 'v int8range', values: range },
  { what: 'inet', columns: 'v inet', values: network },
  { what: 'enum', setUp: `create type label as enum (${labelList});`, columns: 'v label', values: label },
  {
    what: 'char',
    columns: 'v char(8)',
    values: text.map(
      (drawn): Value => [quote(drawn), JSON.stringify(drawn + ' '.repeat(8 - [...drawn].length))],
    ),
  },
  {
    what: 'domain',
    setUp: 'create domain price as numeric(30, 5) check (value > 0); create domain fee as price not null;',
    columns: 'v fee',
    values: amount,
  },
  {
    what: 'generated',
    columns: 'n bigint, v bigint generated always as (n * 2) stored',
    values: doubled,
  },
  {
    what: 'generated text',
    columns: `n text, v text generated always as ('<' || n || '>') stored`,
    values: greeted,
  },
];

const members = ['a', 'b', 'ü', '1', 'say "hi"', "it's", 'a b', '日', '%', '{}', 'null', 'Z'];

const mysql: readonly GeneratedType[] = [
  { what: 'blob', columns: 'v blob', values: bytes(90).map((b): Value => [`x'${hex(b)}'`, base64(b)]) },
  {
    what: 'binary',
    columns: 'v binary(8)',
    values: bytes(8).map(
      (b): Value => [`x'${hex(b)}'`, base64(Buffer.concat([b, Buffer.alloc(8 - b.length)]))],
    ),
  },
  { what: 'bit', columns: 'v bit(12)', values: digits(12).map((d): Value => [`b'${d}'`, `"${d}"`]) },
  { what: 'enum', columns: `v enum(${labelList})`, values: label },
  {
    what: 'set',
    columns: `v set(${members.map(quote).join(', ')})`,
    values: fc
      .subarray(members)
      .map((some): Value => [quote(some.join(',')), JSON.stringify(some.join(','))]),
  },
  {
    what: 'year',
    columns: 'v year',
    values: fc.integer({ min: 1901, max: 2155 }).map((year): Value => [String(year), String(year)]),
  },
  {
    what: 'char',
    columns: 'v char(8)',
    values: text.map((drawn): Value => [quote(`${drawn}`), JSON.stringify(drawn)]),
  },
  { what: 'decimal', columns: 'v decimal(30, 5)', values: amount },
  { what: 'generated', columns: 'n bigint, v bigint generated always as (n * 2) stored', values: doubled },
  {
    what: 'generated text',
    columns: `n varchar(20), v varchar(30) generated always as (concat('<', n, '>')) virtual`,
    values: greeted,
  },
];

const sqlite: readonly GeneratedType[] = [
  { what: 'blob', columns: 'v blob', values: bytes(90).map((b): Value => [`x'${hex(b)}'`, base64(b)]) },
  {
    what: 'text that is no UTF-8',
    columns: 'v text',
    values: fc
      .tuple(text, fc.constantFrom('ff', 'fe', '80', 'c3', 'c328', 'e282', 'f09f8e', 'eda080', 'c080'), text)
      .map(([before, wrong, after]): Value => {
        const all = Buffer.concat([Buffer.from(before), Buffer.from(wrong, 'hex'), Buffer.from(after)]);
        return [`cast(x'${all.toString('hex')}' as text)`, JSON.stringify(all.toString())];
      }),
  },
  { what: 'char', columns: 'v char(8)', values: text.map(asText) },
  {
    what: 'integer in a text column of any kind',
    columns: 'v',
    values: doubled.map(([, both]) => [both, both]),
  },
  { what: 'generated', columns: 'n integer, v integer generated always as (n * 2) virtual', values: doubled },
  {
    what: 'generated text',
    columns: `n text, v text generated always as ('<' || n || '>') stored`,
    values: greeted,
  },
];

const duckdb: readonly GeneratedType[] = [
  {
    what: 'blob',
    columns: 'v blob',
    values: bytes(90).map((b): Value => [`unhex('${hex(b)}')`, base64(b)]),
  },
  { what: 'enum', columns: `v enum (${labelList})`, values: label },
  { what: 'text', columns: 'v varchar(8)', values: text.map(asText) },
  {
    what: 'list of texts',
    columns: 'v varchar[]',
    values: fc
      .array(text, { maxLength: 4 })
      .map((list): Value => [`[${list.map(quote).join(', ')}]::varchar[]`, JSON.stringify(list)]),
  },
  {
    what: 'struct',
    columns: 'v struct("a ""b" varchar, n hugeint)',
    values: fc
      .tuple(text, fc.bigInt({ min: -(2n ** 126n), max: 2n ** 126n }))
      .map(
        ([one, number]): Value => [
          `row(${quote(one)}, ${number}::hugeint)`,
          `{"a \\"b":${JSON.stringify(one)},"n":${number}}`,
        ],
      ),
  },
  {
    what: 'map',
    columns: 'v map(varchar, blob)',
    values: fc
      .uniqueArray(fc.tuple(text, bytes(8)), { selector: ([key]) => key, maxLength: 3 })
      .map(
        (entries): Value => [
          `map([${entries.map(([key]) => quote(key)).join()}]::varchar[], [${entries.map(([, b]) => `unhex('${hex(b)}')`).join()}]::blob[])`,
          `{${entries.map(([key, b]) => `${JSON.stringify(key)}:${base64(b)}`).join()}}`,
        ],
      ),
  },
  { what: 'bit', columns: 'v bit', values: digits(13).map((b): Value => [`'${b}'::bit`, `"${b}"`]) },
  { what: 'decimal', columns: 'v decimal(30, 5)', values: amount },
  { what: 'generated', columns: 'n bigint, v bigint generated always as (n * 2) virtual', values: doubled },
  {
    what: 'generated text',
    columns: `n varchar, v varchar generated always as ('<' || n || '>') virtual`,
    values: greeted,
  },
];

export const generatedTypes: Readonly<Record<Engine, readonly GeneratedType[]>> = {
  sqlite,
  postgres,
  mysql,
  duckdb,
};
