import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { afterAll, describe, expect, test } from 'vitest';
import { ZipFile } from 'yazl';
import { formatOfName, openTabular, type TabularFormat, tabularFormats } from './open.ts';
import { layoutOf, SeparatedReader } from './separated.ts';
import { type CellText, type TableRow, UnreadableTable } from './table.ts';
import { numberText } from './xlsx/sheet.ts';

const folder = mkdtempSync(join(tmpdir(), 'joinery-tabular-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;

async function rowsOf(
  content: string | Uint8Array,
  format: TabularFormat,
  sheet?: string,
): Promise<TableRow[]> {
  const path = join(folder, `file${files++}`);
  writeFileSync(path, content);
  const tables = await openTabular(path, format);
  const table = sheet === undefined ? tables[0] : tables.find(({ name }) => name === sheet);
  const rows: TableRow[] = [];
  for await (const batch of table?.batches() ?? []) rows.push(...batch);
  return rows;
}

const textsOf = async (content: string | Uint8Array, format: TabularFormat, sheet?: string) =>
  (await rowsOf(content, format, sheet)).map(({ texts }) => texts);

const failureOf = (content: string | Uint8Array, format: TabularFormat) =>
  rowsOf(content, format).then(
    () => 'no failure',
    (error: unknown) => (error instanceof UnreadableTable ? error.message : error),
  );

describe('separated values', () => {
  test('a first line may name the separator, and is not a row', async () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const rows = await rowsOf(['sep=|', 'a,b|c', '1|2', ''].join(end), 'csv');
      expect(rows.map(({ number, texts }) => [number, ...texts])).toEqual([
        [2, 'a,b', 'c'],
        [3, '1', '2'],
      ]);
    }
    expect(await textsOf('sep=,b\n1,2\n', 'csv')).toEqual([
      ['sep=', 'b'],
      ['1', '2'],
    ]);
  });

  test('an empty field is null, and a quoted one is an empty text', async () => {
    expect(await textsOf('a,b,c\n1,,""\n', 'csv')).toEqual([
      ['a', 'b', 'c'],
      ['1', null, ''],
    ]);
  });

  test.each<[string, string, CellText[][]]>([
    [
      'quotes, separators and line breaks within quotes',
      'a,"b,""\r\n""c"\n"d",e',
      [
        ['a', 'b,"\r\n"c'],
        ['d', 'e'],
      ],
    ],
    ['a quote within a field that is not quoted', '5" pipe,a"b"\n', [['5" pipe', 'a"b"']]],
    [
      'Windows line ends, even after quotes',
      '"a",b\r\nc,"d"\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'old Macintosh line ends',
      'a,b\r"c\rx",d\r',
      [
        ['a', 'b'],
        ['c\rx', 'd'],
      ],
    ],
    ['Windows line ends in a file with old Macintosh line ends', 'a\r1\r\n2\r\n', [['a'], ['1'], ['2']]],
    [
      'empty old Macintosh lines before the header',
      '\r\ra;b\r1;2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'the separator that the header has most of',
      'a;b;c,d\n1;2;3,5\n',
      [
        ['a', 'b', 'c,d'],
        ['1', '2', '3,5'],
      ],
    ],
    [
      'empty lines between rows',
      'a,b\n\n1,2\n\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['empty lines of one column, which are rows', 'a\n\n1\n', [['a'], [null], ['1']]],
    ['rows shorter and longer than the first', 'a,b\n1\n1,2,3\n', [['a', 'b'], ['1'], ['1', '2', '3']]],
    ['an empty file', '', []],
  ])('reads %s', async (_, text, expected) => {
    expect(await textsOf(text, 'csv')).toEqual(expected);
  });

  test('a long header is read completely before its separator is chosen', async () => {
    const names = Array.from({ length: 6_000 }, (_, i) => `column ${i}`);
    const values = names.map((_, i) => String(i));
    const lines = [names, values].map((fields) => fields.join('|')).join('\r');
    expect(await textsOf(gzipSync(lines), 'csv')).toEqual([names, values]);
  });

  test('a row has the number of the line where it begins', async () => {
    const rows = await rowsOf('a,b\n"x\ny",1\n\nz,2\n', 'csv');
    expect(rows.map(({ number }) => number)).toEqual([1, 2, 5]);
  });

  test('tabs separate TSV even if there are more commas', async () => {
    expect(await textsOf('a,b,c\td\n', 'tsv')).toEqual([['a,b,c', 'd']]);
  });

  test('UTF-16 in both byte orders, a UTF-8 mark, and gzip are read', async () => {
    const text = 'ä,€\n1,😀\n';
    const expected = [
      ['ä', '€'],
      ['1', '😀'],
    ];
    const little = Buffer.from(`\ufeff${text}`, 'utf16le');
    expect(await textsOf(little, 'csv')).toEqual(expected);
    expect(await textsOf(Buffer.from(little).swap16(), 'csv')).toEqual(expected);
    expect(await textsOf(`\ufeff${text}`, 'csv')).toEqual(expected);
    expect(await textsOf(gzipSync(text), 'csv')).toEqual(expected);
  });

  test('a file that was compressed in several parts is read completely', async () => {
    const pieces = ['a\n', '1\n'.repeat(50_000), '2\n3\n'];
    const linesOf = async (packed: Uint8Array) => (await textsOf(packed, 'csv')).flat().join('\n');
    const frames = Buffer.concat(pieces.map((piece) => zstdCompressSync(piece)));
    // A failed comparison would print this many lines.
    expect((await linesOf(Buffer.concat(pieces.map((piece) => gzipSync(piece))))).length).toBe(100_005);
    expect((await linesOf(frames)).length).toBe(100_005);
    expect(await failureOf(Buffer.concat([frames, Buffer.from('no frame')]), 'csv')).toMatch(
      /^it cannot be unpacked/,
    );
    expect(await failureOf(frames.subarray(0, -3), 'csv')).toMatch(/^it cannot be unpacked/);
  });

  // A stream that fails before it has a listener would end the process.
  test.each(tabularFormats)('a missing file of %s is an ordinary failure', async (format) => {
    const read = async () => {
      const [table] = await openTabular(join(folder, 'gone'), format);
      for await (const _ of table?.batches() ?? []);
    };
    await expect(read()).rejects.toThrow('ENOENT');
    await setImmediate();
  });

  test('unreadable content is reported with its place', async () => {
    expect(await failureOf('a\n"b', 'csv')).toBe('on line 2, a quoted field has no end');
    expect(await failureOf('a\n"b"c\n', 'csv')).toBe(
      'on line 2, something follows the closing quote of a field',
    );
    expect(await failureOf(Buffer.from([0x61, 0x0a, 0xff, 0x0a]), 'csv')).toBe('it is not UTF-8, on line 2');
    // The first chunk ends within a character, and the second contains the invalid one.
    const halves = Buffer.from(`a\n${'b'.repeat(262_141)}€\nc\n`);
    expect(await failureOf(Buffer.concat([halves, Buffer.from([0xe9, 0x0a])]), 'csv')).toBe(
      'it is not UTF-8, on line 4',
    );
    expect(await failureOf(Buffer.from([0x61, 0x0a, 0xe2]), 'csv')).toBe('it is not UTF-8, on line 2');
    expect(await failureOf('a\0b', 'csv')).toBe('it is no text');
    expect(await failureOf(gzipSync('a,b\n').subarray(0, 15), 'csv')).toMatch(/^it cannot be unpacked/);
    expect(await failureOf(zstdCompressSync('a,b\n').subarray(0, 12), 'csv')).toMatch(
      /^it cannot be unpacked/,
    );
  });

  test('reads what csv-parse reads, wherever the text is split', () => {
    const field = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r\n', ' ', 'é', ';') }),
      fc.constant(''),
    );
    const quote = (text: string) =>
      /[",\n\r;]/.test(text) || text === '' ? `"${text.replaceAll('"', '""')}"` : text;
    fc.assert(
      fc.property(
        fc.array(fc.array(field, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 6 }),
        fc.constantFrom('\n', '\r\n'),
        fc.array(fc.nat(60), { maxLength: 8 }),
        (rows, lineEnd, cuts) => {
          const text = rows.map((row) => row.map(quote).join(',')).join(lineEnd);
          const reader = new SeparatedReader({ separator: ',', lineEnd: '\n' });
          const read: TableRow[] = [];
          let at = 0;
          for (const cut of cuts.toSorted((a, b) => a - b)) {
            read.push(...reader.take(text.slice(at, cut)));
            at = Math.max(at, cut);
          }
          read.push(...reader.take(text.slice(at)), ...reader.end());
          expect(read.map(({ texts }) => texts)).toEqual(rows);
          const refereed = parse(text, { relax_column_count: true, record_delimiter: lineEnd });
          expect(refereed).toEqual(rows);
        },
      ),
    );
  });

  test('the layout of a text is detected', () => {
    expect(layoutOf('"a;b";c\n')).toEqual({ separator: ';', lineEnd: '\n' });
    expect(layoutOf('a\r')).toEqual({ separator: ',', lineEnd: '\n' });
    expect(layoutOf('a|b\r\nc')).toEqual({ separator: '|', lineEnd: '\n' });
  });
});

describe('records of JSON', () => {
  const expected = [
    { number: 0, texts: ['id', 'n', 'more', 'late'] },
    {
      number: 1,
      texts: ['1', '1.50', '{"a": [1e400]}', undefined],
      kinds: ['number', 'number', 'json', 'text'],
    },
    { number: 2, texts: ['a"}', null, undefined, 'true'], kinds: ['text', 'number', 'text', 'boolean'] },
  ];
  const first = '{"id": 1, "n": 1.50, "more": {"a": [1e400]}}';
  const second = '{"id": "a\\"}", "n": null, "late": true}';

  test.each<[string, string, TabularFormat]>([
    ['a list', `[${first} , ${second}]`, 'json'],
    ['lines', `${first}\n${second}`, 'ndjson'],
  ])(
    'of %s keep digits and nested values, and a missing member differs from null',
    async (_, text, format) => {
      expect(await rowsOf(text, format)).toMatchObject(expected);
    },
  );

  test('have the numbers of their lines', async () => {
    const rows = await rowsOf('{"a":1}\n\n{"a":12345678901234567890.10}\n', 'ndjson');
    expect(rows.map(({ number, texts }) => [number, ...texts])).toEqual([
      [0, 'a'],
      [1, '1'],
      [3, '12345678901234567890.10'],
    ]);
  });

  test('are found wherever the text is split', async () => {
    const { ListItems } = await import('./list-items.ts');
    const items = ['{"a":"\\\\\\"]}"}', '{}', '{"b":[{"c":"{"}]}'];
    const text = ` [${items.join(' , ')} ] \n`;
    for (let size = 1; size <= text.length; size++) {
      const finder = new ListItems('{');
      const found = [];
      for (let at = 0; at < text.length; at += size) found.push(...finder.take(text.slice(at, at + size)));
      expect([...found, ...finder.end()].map((item) => item.text)).toEqual(items);
    }
  });

  test('of an answer of the service are its rows, wherever the text is split', async () => {
    const answer =
      '{"cols":["id","a \\"b\\""],"data":[[1.50,"]}"],[null,{"c":[2]}]],"size":{"offset":0,"total":2}}';
    const rows = [
      { number: 0, texts: ['id', 'a "b"'] },
      { number: 1, texts: ['1.50', ']}'], kinds: ['number', 'text'] },
      { number: 2, texts: [null, '{"c":[2]}'], kinds: ['number', 'json'] },
    ];
    expect(await rowsOf(answer, 'json')).toMatchObject(rows);
    expect(await rowsOf('{"cols":["id"],"data":[],"size":{}}', 'json')).toHaveLength(1);
    const { answerHead, answerRows } = await import('./answers.ts');
    for (let size = 1; size <= answer.length; size++) {
      const pieces = async function* () {
        for (let at = 0; at < answer.length; at += size) yield answer.slice(at, at + size);
      };
      const head = await answerHead(pieces());
      const found: TableRow[] = [];
      for await (const batch of head ? answerRows(pieces(), head) : []) found.push(...batch);
      expect(found).toMatchObject(rows);
    }
  });

  test.each<[string, string, TabularFormat]>([
    ['[{"a":1}', 'its list has no end', 'json'],
    ['[{"a":1} {"a":2}]', 'no comma follows record 1', 'json'],
    ['[{"a":1},]', 'record 2 is no object', 'json'],
    ['[{"a":1}] x', 'something follows the end of its list', 'json'],
    ['{"a":1}', 'it is no list of objects', 'json'],
    ['{"cols":["a"],"data":[[1]', 'its list has no end', 'json'],
    ['{"cols":["a"],"data":[[1,2]]}', 'record 1 has more or fewer values than there are columns', 'json'],
    ['{"cols":["a"],"data":[{}]}', 'record 1 is no list', 'json'],
    ['{"a":1}\n[2]\n', 'line 2 is no object', 'ndjson'],
    ['{"a":1}\n12345678901234567890\n', 'line 2 is no object', 'ndjson'],
  ])('%s is refused: %s', async (text, sentence, format) => {
    expect(await failureOf(text, format)).toBe(sentence);
  });

  test('with a duplicate name or invalid JSON are refused', async () => {
    expect(await failureOf('[{"a":1,"a":2}]', 'json')).toMatch(/^record 1: Duplicate key 'a'/);
    expect(await failureOf('[{"a":tru}]', 'json')).toMatch(/^record 1: /);
  });

  test('may nest as deep as what is sent', async () => {
    const nested = (depth: number) => `${'['.repeat(depth)}"[\\"["${']'.repeat(depth)}`;
    const [deepest, deeper] = [nested(255), nested(256)];
    expect(await textsOf(`[{"a":${deepest}}]`, 'json')).toEqual([['a'], [deepest]]);
    const sentence = 'is nested deeper than 256 levels';
    expect(await failureOf(`[{"a":1},{"a":${deeper}}]`, 'json')).toBe(`record 2 ${sentence}`);
    expect(await failureOf(`{"a":${deeper}}`, 'ndjson')).toBe(`line 1 ${sentence}`);
    expect(await failureOf(`{"cols":["a"],"data":[[${nested(100_000)}]]}`, 'json')).toBe(
      `record 1 ${sentence}`,
    );
  });
});

/** A workbook with this sheet XML, as minimal as the standard allows. */
async function workbookOf(
  cells: string,
  more: { styles?: string; shared?: string; main?: string; before?: string; stored?: true } = {},
) {
  const zip = new ZipFile();
  const add = (name: string, text: string) =>
    zip.addBuffer(Buffer.from(text), name, { compress: more.stored !== true });
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;
  add('_rels/.rels', `<Relationships>${relation('r1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`);
  add(
    'xl/_rels/workbook.xml.rels',
    `<Relationships>${relation('rId1', 'worksheet', '/xl/worksheets/sheet1.xml')}${relation('rId2', 'styles', 'styles.xml')}${relation('rId3', 'sharedStrings', 'sharedStrings.xml')}</Relationships>`,
  );
  add(
    'xl/workbook.xml',
    `<?xml version="1.0"?><workbook xmlns:r="x">${more.main ?? ''}<sheets>${more.before ?? ''}<sheet name="R&amp;D" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  );
  if (more.styles !== undefined) add('xl/styles.xml', more.styles);
  if (more.shared !== undefined) add('xl/sharedStrings.xml', `<sst>${more.shared}</sst>`);
  add('xl/worksheets/sheet1.xml', `<x:worksheet><x:sheetData>${cells}</x:sheetData></x:worksheet>`);
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

describe('workbooks', () => {
  test('every kind of cell is read, with gaps and row numbers', async () => {
    const book = await workbookOf(
      `<x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="C1" t="inlineStr"><x:is><x:r><x:t>a &lt;</x:t></x:r><x:r><x:t xml:space="preserve"> b</x:t></x:r></x:is></x:c></x:row>
       <x:row r="2"><x:c r="A2" s="1"/></x:row>
       <row r="7"><c r="A7"><v>12345678901234567890.10</v></c><c t="b"><v>1</v></c><c t="e"><f>1/0</f><v>#DIV/0!</v></c><c t="str"><f>"a"&amp;"b"</f><v>ab_x000D_</v></c><c r="AB7"><v>1.1000000000000001</v></c></row>
       <row><c><v><![CDATA[5]]></v></c><!-- a comment > --></row>`,
      { shared: '<si><t>one</t><rPh sb="0" eb="1"><t>WAN</t></rPh></si>' },
    );
    const rows = await rowsOf(book, 'xlsx');
    const wide = Array.from({ length: 28 }, () => null as CellText);
    wide.splice(0, 4, '12345678901234567890.10', 'true', '#DIV/0!', 'ab\r');
    wide[27] = '1.1';
    expect(rows.map(({ number, texts }) => [number, texts])).toEqual([
      [1, ['one', null, 'a < b']],
      [7, wide],
      [8, ['5']],
    ]);
    expect(rows[1]?.kinds.slice(0, 4)).toEqual(['number', 'boolean', 'error', 'text']);
  });

  test('a cell without a value is empty, unless a formula should have one', async () => {
    const blank = '<c r="A2" t="s"/><c t="b"><v/></c><c t="e"/><c t="str"><f>""</f><v></v></c>';
    const book = await workbookOf(`<row r="2">${blank}<c t="s"><v>2</v></c></row>`, {
      shared: '<si/><si><t/></si><si><t>one</t></si>',
    });
    expect(await textsOf(book, 'xlsx')).toEqual([[null, null, null, '', 'one']]);
    expect(await failureOf(await workbookOf('<row r="3"><c><f>A2+1</f><v></v></c></row>'), 'xlsx')).toBe(
      'row 3 has a formula without its value; a spreadsheet program that opens and saves the file adds it',
    );
  });

  const styles = `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd hh:mm:ss.000"/><numFmt numFmtId="165" formatCode="[Red]0.00&quot; days&quot;"/><numFmt numFmtId="166" formatCode="[$-409]mmm d;@"/><numFmt numFmtId="167" formatCode="[h]:mm"/></numFmts>
    <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
    <cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="166"/><xf numFmtId="167"/><xf numFmtId="21"/></cellXfs></styleSheet>`;
  const cell = (style: number, value: string) => `<c s="${style}"><v>${value}</v></c>`;

  test('days and times are recognised by the format of their cells', async () => {
    const book = await workbookOf(
      `<row>${cell(1, '45413')}${cell(2, '45413.520844907405')}${cell(3, '45413')}${cell(4, '61')}${cell(1, '59')}${cell(1, '60')}${cell(6, '0.75')}${cell(5, '1.5')}${cell(1, '45413.25')}${cell(1, '-1')}${cell(2, '45413.500005787037')}${cell(5, '0.0006944444444')}</row>`,
      { styles },
    );
    const [row] = await rowsOf(book, 'xlsx');
    expect(row?.texts.map((text, i) => `${row.kinds[i]} ${text}`)).toEqual([
      'date 2024-05-01',
      'datetime 2024-05-01T12:30:01',
      'number 45413',
      'date 1900-03-01',
      'date 1900-02-28',
      'number 60',
      'time 18:00:00',
      'time 36:00:00',
      'datetime 2024-05-01T06:00:00',
      'number -1',
      'datetime 2024-05-01T12:00:00.5',
      'time 00:01:00',
    ]);
  });

  test('a format with a Z gives a timestamp with that offset', async () => {
    const codes = [
      'yyyy\\-mm\\-dd\\ hh:mm:ss\\Z',
      'yyyy-mm-dd&quot;T&quot;hh:mm&quot;Z&quot;;@',
      'hh:mm\\Z',
      'dd.mm.yyyy hh:mm;\\Z',
    ];
    const formats = codes.map((code, i) => `<numFmt numFmtId="${200 + i}" formatCode="${code}"/>`);
    const looks = codes.map((_, i) => `<xf numFmtId="${200 + i}"/>`);
    const book = await workbookOf(`<row>${codes.map((_, i) => cell(i, '45413.25')).join('')}</row>`, {
      styles: `<styleSheet><numFmts>${formats.join('')}</numFmts><cellXfs>${looks.join('')}</cellXfs></styleSheet>`,
    });
    expect(await textsOf(book, 'xlsx')).toEqual([
      ['2024-05-01T06:00:00Z', '2024-05-01T06:00:00Z', '2024-05-01T06:00:00', '2024-05-01T06:00:00'],
    ]);
  });

  test('dates may count from 1904', async () => {
    const book = await workbookOf(`<row>${cell(1, '43951')}${cell(1, '0')}</row>`, {
      styles,
      main: '<workbookPr date1904="1"/>',
    });
    expect(await textsOf(book, 'xlsx')).toEqual([['2024-05-01', '1904-01-01']]);
  });

  test('hidden sheets are marked', async () => {
    const hidden = ['hidden', 'veryHidden'].map(
      (state) => `<sheet name="${state}" state="${state}" r:id="rId1"/>`,
    );
    const path = join(folder, 'hidden.xlsx');
    writeFileSync(path, await workbookOf('<row><c><v>1</v></c></row>', { before: hidden.join('') }));
    const tables = await openTabular(path, 'xlsx');
    expect(tables.map(({ name, isHidden }) => [name, isHidden])).toEqual([
      ['hidden', true],
      ['veryHidden', true],
      ['R&D', false],
    ]);
  });

  test('several sheets are read by name, as another library writes and reads them', async () => {
    const rows: (string | number | boolean | null)[][] = Array.from({ length: 1_200 }, (_, i) => [
      i,
      i / 8,
      `text ${i % 7} <&> "é😀"`,
      i % 3 === 0,
      i % 5 === 0 ? null : 'x',
      'y',
    ]);
    const book = await writeXlsx({ sheets: [{ name: 'Empty' }, { name: 'Größe & more', rows }] });
    const path = join(folder, 'several.xlsx');
    writeFileSync(path, book);
    expect((await openTabular(path, 'xlsx')).map(({ name }) => name)).toEqual(['Empty', 'Größe & more']);
    const refereed = (await readXlsx(book)).sheets[1]?.rows;
    const read = await textsOf(book, 'xlsx', 'Größe & more');
    expect(read).toEqual(refereed?.map((row) => row.map((value) => (value === null ? null : String(value)))));
    expect(read).toHaveLength(1_200);
    expect(await textsOf(book, 'xlsx', 'Empty')).toEqual([]);
  });

  test('a file that is not a workbook is refused with the reason', async () => {
    expect(await failureOf('a,b\n', 'xlsx')).toBe('it is no workbook');
    expect(await failureOf(Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'xlsx')).toBe(
      'it has a password or is of the old format .xls',
    );
    const book = await workbookOf('<row><c t="s"><v>9</v></c></row>', { shared: '' });
    expect(await failureOf(book, 'xlsx')).toBe('row 1 refers to a text that is not there');
    expect(await failureOf(book.subarray(100), 'xlsx')).toMatch(/damaged|no part/);
    const cut = await workbookOf('<row><c><v>1</v></c></row><row><c><v>2</v>');
    expect(await failureOf(cut, 'xlsx')).toBe('it is damaged: a part of it is no XML');
    const changed = await workbookOf('<row><c><v>12</v></c></row>', { stored: true });
    changed.write('7', changed.indexOf('<v>12') + 3);
    expect(await failureOf(changed, 'xlsx')).toBe(
      'it is damaged: its part xl/worksheets/sheet1.xml is not as it was packed',
    );
    const bomb = await workbookOf('', { main: '<!DOCTYPE a [<!ENTITY b "c">]>' });
    expect(await failureOf(bomb, 'xlsx')).toBe('its XML has definitions, which no workbook needs');
  });

  test.each([
    ['1.1000000000000001', '1.1'],
    ['0.30000000000000004', '0.30000000000000004'],
    ['-2.2999999999999998', '-2.3'],
    ['9007199254740993', '9007199254740993'],
    ['1234567890.12345678', '1234567890.12345678'],
    ['20000000000000001', '20000000000000001'],
    ['1.10', '1.10'],
    ['3.1399999999999997E-2', '0.0314'],
  ])('%s is shown as %s', (written, shown) => {
    expect(numberText(written)).toBe(shown);
  });
});

test('the format is derived from the file name', () => {
  expect(['a.CSV', 'a.b.tsv.gz', 'x.jsonl', 'y.xlsx', 'z.xls', 'json'].map(formatOfName)).toEqual([
    'csv',
    'tsv',
    'ndjson',
    'xlsx',
    null,
    null,
  ]);
});
