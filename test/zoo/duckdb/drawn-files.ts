/** Random files, written from known values, some of them damaged afterwards. */
import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';

/** A value in a file: a text, other JSON (a number, a boolean, something nested), or nothing. */
export type Cell = { readonly text: string } | { readonly json: string } | null;

export interface GeneratedFile {
  /** Without the folder. */
  readonly name: string;
  readonly entity: string;
  readonly content: Uint8Array;
  /** Each row has one cell per column. */
  readonly rows: readonly (readonly Cell[])[];
  readonly isJson: boolean;
}

/** Texts that look like something else, and texts that cause problems in programs. */
const odd = [
  ...[
    '007',
    '00',
    '0',
    '-0',
    '+5',
    '1e5',
    '1E5',
    '1.',
    '.5',
    '0.0',
    '-0.0',
    '1,000',
    '1.000,50',
    '1.10',
    '1.1',
  ],
  ...['NA', 'null', 'NULL', 'inf', '-inf', 'Infinity', 'NaN', 'true', 'True', 'TRUE', 'false', 'yes', 't'],
  ...[
    '2024-02-29',
    '2023-02-29',
    '2024-2-9',
    '29.02.2024',
    '2/29/24',
    '2024-02-29T10:00:00',
    '2024-02-29 10:00:00',
  ],
  ...[
    '2024-02-29T10:00:00Z',
    '2024-02-29T10:00:00.123456',
    '2024-02-29T10:00:00.1234567',
    '2024-02-29T24:00:00',
  ],
  ...[
    '10:00',
    '10:00:00',
    '0001-01-01',
    '9999-12-31',
    '10000-01-01',
    '-0001-01-01',
    '0000-01-01',
    'epoch',
    'today',
  ],
  ...[
    ' ',
    '  x ',
    'x\ty',
    'ä',
    '😀',
    'e\u0301',
    '\u00a0',
    '\u200b',
    '\u2028',
    'a"b',
    '"',
    '""',
    "'",
    'a,b',
    'a;b',
    'a|b',
  ],
  ...[
    'line\nbreak',
    'line\r\nbreak',
    'return\rhere',
    '\\',
    '\\n',
    '\\N',
    '#x',
    '=1+1',
    '0x10',
    '1_000',
    '１２',
    '--1',
  ],
  ...[
    '9223372036854775807',
    '9223372036854775808',
    '-9223372036854775809',
    '99999999999999999999999999999999999999',
  ],
  ...[
    '170141183460469231731687303715884105727',
    '170141183460469231731687303715884105728',
    `0.${'1'.repeat(37)}`,
  ],
  ...['1e400', '5e-324', '0.1', '0.30000000000000004', '1e22', '1.7976931348623157e308', 'x'.repeat(70_000)],
];

const digits = (most: number) => fc.nat(most).map(String);
const two = (least: number, most: number) =>
  fc.integer({ min: least, max: most }).map((n) => String(n).padStart(2, '0'));
const day = fc
  .tuple(fc.integer({ min: 1, max: 9_999 }), two(1, 12), two(1, 28))
  .map(([year, month, date]) => `${String(year).padStart(4, '0')}-${month}-${date}`);
const moment = fc
  .tuple(day, two(0, 23), two(0, 59), two(0, 59))
  .map(([date, ...time]) => `${date}T${time.join(':')}`);
const words = fc.string({
  unit: fc
    .oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0xa0, max: 0x2ff }), fc.constant(0x1f600))
    .map((point) => String.fromCodePoint(point)),
  maxLength: 12,
});

/** The values of a column are mostly of one kind; `null` stands for an empty field. */
const columnValues: readonly fc.Arbitrary<string | null>[] = [
  digits(10 ** 9),
  fc.bigInt({ min: -(10n ** 39n), max: 10n ** 39n }).map(String),
  fc.tuple(fc.integer({ min: -999, max: 999 }), digits(99_999)).map(([whole, part]) => `${whole}.${part}`),
  fc.tuple(digits(99_999), fc.nat(99)).map(([whole, part]) => `${whole}.${String(part).padStart(2, '0')}`),
  fc.double({ noNaN: true }).map(String),
  day,
  moment,
  fc.constantFrom('true', 'false'),
  fc.option(fc.constantFrom('x', '')),
  fc.constantFrom(...odd),
  words,
  fc.option(digits(9_999)),
];

const headers = [
  ...[
    'id',
    'name',
    'Name',
    'NAME',
    'a b',
    ' a',
    'a ',
    '',
    'value',
    'ä',
    'select',
    '"q"',
    'a,b',
    'x\ny',
    '1',
    '2024',
  ],
  ...['a_2', 'column3', '__proto__', 'constructor', 'a.b', "o'b", '😀', '\\', '%', 'a/b', '*', '?'],
];

interface Grid {
  readonly header: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
}

const grid: fc.Arbitrary<Grid> = fc
  .array(fc.tuple(fc.constantFrom(...headers), fc.constantFrom(...columnValues)), {
    minLength: 1,
    maxLength: 6,
  })
  .chain((columns) =>
    fc.record({
      header: fc.constant(columns.map(([name]) => name)),
      rows: fc.array(fc.tuple(...columns.map(([, values]) => values)), { maxLength: 40 }),
      // A different kind of value at the very end, after type detection.
      surprise: fc.option(fc.tuple(fc.nat(columns.length - 1), fc.constantFrom(...odd))),
    }),
  )
  .map(({ header, rows, surprise }) => {
    if (surprise === null || rows.length === 0) return { header, rows };
    const [place, text] = surprise;
    return { header, rows: rows.map((row, i) => (i === rows.length - 1 ? row.with(place, text) : row)) };
  });

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
const encodings: readonly ((text: string) => Uint8Array)[] = [
  (text) => Buffer.from(text),
  (text) => Buffer.from(text),
  (text) => Buffer.from(`\ufeff${text}`),
  utf16,
  (text) => utf16(text).swap16(),
];
const packings: readonly (readonly [ending: string, pack: (bytes: Uint8Array) => Uint8Array])[] = [
  ['', (bytes) => bytes],
  ['', (bytes) => bytes],
  ['.gz', (bytes) => gzipSync(bytes)],
  ['.zst', (bytes) => zstdCompressSync(bytes)],
];

const manner = fc.record({
  separator: fc.constantFrom(',', ';', '\t', '|'),
  lineEnd: fc.constantFrom('\n', '\n', '\r\n', '\r'),
  quotesAll: fc.boolean(),
  endsWithLine: fc.boolean(),
  encode: fc.constantFrom(...encodings),
  packing: fc.constantFrom(...packings),
});

type Made = Omit<GeneratedFile, 'entity' | 'name'> & { readonly ending: string };

const separated: fc.Arbitrary<Made> = fc.tuple(grid, manner).map(([{ header, rows }, how]) => {
  const { separator, lineEnd, quotesAll, endsWithLine, encode, packing } = how;
  // A single column does not reveal the separator, so it is the comma.
  const between = header.length === 1 ? ',' : separator;
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const needsQuotes = (text: string) =>
    text === '' ||
    text.startsWith('"') ||
    text.startsWith('\ufeff') ||
    /[\r\n]/.test(text) ||
    text.includes(between);
  const field = (text: string | null) =>
    text === null ? '' : quotesAll || needsQuotes(text) ? quote(text) : text;
  const records = [
    header.map((name) => (/^\w+$/.test(name) ? name : quote(name))),
    ...rows.map((row) => row.map(field)),
  ].map((fields) => fields.join(between));
  // An empty last line is a record only if it has a line end.
  const end = endsWithLine || records.at(-1) === '' ? lineEnd : '';
  const [ending, pack] = packing;
  return {
    ending: `${between === '\t' ? 'tsv' : 'csv'}${ending}`,
    content: pack(encode(records.join(lineEnd) + end)),
    rows: rows.map((row) => row.map((text) => (text === null ? null : { text }))),
    isJson: false,
  };
});

const jsonNumbers = [
  '0',
  '-1',
  '1.50',
  '1e2',
  '2E-7',
  '12345678901234567890',
  '-0',
  '0.1',
  '1.0',
  `9.${'9'.repeat(40)}`,
];
const nested = ['{"b":1,"a":[]}', '[null, true, "x"]', '[]', '{}', '{"k": [1, 2.0]}', '[[1],[2.50]]'];

/** Undefined if a record lacks the member. */
const members: readonly fc.Arbitrary<Cell | undefined>[] = [
  fc.constantFrom(...jsonNumbers).map((json) => ({ json })),
  digits(10 ** 9).map((json) => ({ json })),
  fc.constantFrom(...odd).map((text) => ({ text })),
  words.map((text) => ({ text })),
  day.map((text) => ({ text })),
  fc.constantFrom('true', 'false').map((json) => ({ json })),
  fc.constantFrom(...nested).map((json) => ({ json })),
  fc.oneof(
    fc.constantFrom(...jsonNumbers, ...nested, 'true').map((json) => ({ json })),
    fc.constantFrom(...odd).map((text) => ({ text })),
    fc.constantFrom(null, undefined),
  ),
];

const jsonText = (cell: Cell) =>
  cell === null ? 'null' : 'json' in cell ? cell.json : JSON.stringify(cell.text);

const recordsOf: fc.Arbitrary<Made> = fc
  .tuple(
    fc
      .uniqueArray(fc.tuple(fc.constantFrom(...headers), fc.constantFrom(...members)), {
        minLength: 1,
        maxLength: 6,
        selector: ([name]) => name,
      })
      .chain((columns) =>
        fc.record({
          names: fc.constant(columns.map(([name]) => name)),
          rows: fc.array(fc.tuple(...columns.map(([, values]) => values)), { minLength: 1, maxLength: 30 }),
        }),
      ),
    fc.constantFrom('json', 'ndjson'),
    manner,
  )
  .map(
    ([
      { names, rows },
      format,
      {
        lineEnd,
        encode,
        packing: [ending, pack],
      },
    ]) => {
      const texts = rows.map((row) => {
        const written = row.flatMap((cell, i) =>
          cell === undefined ? [] : [`${JSON.stringify(names[i])}:${jsonText(cell)}`],
        );
        return `{${written.join(',')}}`;
      });
      const between = lineEnd === '\r' ? '\n' : lineEnd;
      const content = format === 'json' ? `[${texts.join(`,${between}`)}]` : texts.join(between);
      // Columns are in the order of their first occurrence in a record.
      const places = [
        ...new Set(rows.flatMap((row) => row.flatMap((cell, i) => (cell === undefined ? [] : i)))),
      ];
      return {
        ending: `${format}${ending}`,
        content: pack(encode(content)),
        rows: rows.map((row) => places.map((i) => row[i] ?? null)),
        isJson: true,
      };
    },
  )
  .filter(({ rows }) => (rows[0]?.length ?? 0) > 0);

export function generateFiles(count: number, seed: number): GeneratedFile[] {
  const drawn = fc.sample(
    fc.oneof({ weight: 3, arbitrary: separated }, { weight: 1, arbitrary: recordsOf }),
    {
      numRuns: count,
      seed,
    },
  );
  return drawn.map(({ ending, ...file }, i) => ({
    ...file,
    entity: `drawn${i}`,
    name: `drawn${i}.${ending}`,
  }));
}

/** Replacements of bytes: position in millionths of the file, number of bytes removed, and bytes inserted. */
const damages = fc.array(fc.tuple(fc.nat(999_999), fc.nat(3), fc.uint8Array({ maxLength: 3 })), {
  minLength: 1,
  maxLength: 4,
});

/** A copy of each file with some bytes replaced. */
export function damaged(
  files: readonly GeneratedFile[],
  seed: number,
): { name: string; entity: string; content: Uint8Array }[] {
  const changes = fc.sample(damages, { numRuns: files.length, seed });
  return files.map(({ name, entity, content }, i) => {
    let bytes = Buffer.from(content);
    for (const [place, gone, come] of changes[i] ?? []) {
      const at = Math.floor((place / 1_000_000) * bytes.length);
      bytes = Buffer.concat([bytes.subarray(0, at), come, bytes.subarray(at + gone)]);
    }
    return {
      name: name.replace('drawn', 'damaged'),
      entity: entity.replace('drawn', 'damaged'),
      content: bytes,
    };
  });
}
