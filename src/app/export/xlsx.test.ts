import { expect, test } from 'vitest';
import { unzip } from '../../../test/support/unzip.ts';
import type { ModeType } from '../../contract/mode.ts';
import type { RowStream } from '../../dialects/dialect.ts';
import { workbook } from './xlsx.ts';

function rowsOf(chunks: readonly string[]): RowStream {
  return {
    rows: 0,
    async *[Symbol.asyncIterator]() {
      for (const chunk of chunks) yield Buffer.from(chunk);
    },
  };
}

async function bytesOf(parts: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const part of parts) all.push(part);
  return Buffer.concat(all);
}

const columnsOf = (types: readonly ModeType[]) => types.map((type) => ({ type, isApproximate: false }));

async function sheetOf(
  chunks: readonly string[],
  names: string[],
  types: readonly ModeType[],
): Promise<string> {
  const files = unzip(await bytesOf(workbook(names, columnsOf(types), rowsOf(chunks))));
  return String(files.get('xl/worksheets/sheet1.xml'));
}

const cells = (sheet: string) =>
  [...sheet.matchAll(/<row>(.*?)<\/row>/gs)].slice(1).map(([, row = '']) => row.match(/<c\/>|<c.*?<\/c>/gs));

test('numbers are numeric cells, unless they have more digits than a spreadsheet can hold', async () => {
  const sheet = await sheetOf(
    ['["1.5"]\\n["123456789012345"]\\n["1234567890123456"]\\n["abc"]\\n[null]'.replaceAll('\\n', '\n')],
    ['n'],
    ['numeric'],
  );
  expect(cells(sheet).flat()).toEqual([
    '<c><v>1.5</v></c>',
    '<c><v>123456789012345</v></c>',
    '<c t="inlineStr"><is><t xml:space="preserve">1234567890123456</t></is></c>',
    '<c t="inlineStr"><is><t xml:space="preserve">abc</t></is></c>',
    '<c/>',
  ]);
});

test('digits in a text stay a text, and a boolean stays a boolean', async () => {
  const sheet = await sheetOf(['["007","true"]'], ['code', 'yes'], ['string', 'boolean']);
  expect(cells(sheet)).toEqual([
    ['<c t="inlineStr"><is><t xml:space="preserve">007</t></is></c>', '<c t="b"><v>1</v></c>'],
  ]);
});

test('dates and times become dates of the spreadsheet, unless it has no number for them', async () => {
  const sheet = await sheetOf(
    [
      '["2024-02-29","2024-02-29T18:00:00"]\n["1900-03-01","2024-02-29 00:00:00.000"]\n',
      '["1899-12-31","2024-02-29T06:00:00Z"]\n["2023-02-29","2024-02-29T06:00:00+02:00"]\n',
      '["infinity","2024-02-29T06:00:00.250+00"]\n[null,"2024-02-29T24:00:00"]\n["0001-01-01","0099-12-31T06:00:00"]\n',
      '[null,"2024-02-29T06:00:00.250000"]\n[null,"2024-02-29T06:00:00.123456"]',
    ],
    ['day', 'moment'],
    ['date', 'datetime'],
  );
  const text = (content: string) => `<c t="inlineStr"><is><t xml:space="preserve">${content}</t></is></c>`;
  expect(cells(sheet)).toEqual([
    ['<c s="1"><v>45351</v></c>', '<c s="2"><v>45351.75</v></c>'],
    ['<c s="1"><v>61</v></c>', '<c s="2"><v>45351</v></c>'],
    [text('1899-12-31'), '<c s="4"><v>45351.25</v></c>'],
    [text('2023-02-29'), text('2024-02-29T06:00:00+02:00')],
    [text('infinity'), '<c s="4"><v>45351.25000289352</v></c>'],
    ['<c/>', text('2024-02-29T24:00:00')],
    [text('0001-01-01'), text('0099-12-31T06:00:00')],
    ['<c/>', '<c s="2"><v>45351.25000289352</v></c>'],
    // Spreadsheets are exact to the millisecond.
    ['<c/>', text('2024-02-29T06:00:00.123456')],
  ]);
});

test('the headings are frozen, and columns are as wide as their first rows need', async () => {
  const files = unzip(
    await bytesOf(
      workbook(
        ['n', 'a heading of 23 letters', 'day'],
        columnsOf(['integer', 'text', 'date']),
        rowsOf([`["1","${'x'.repeat(40)}","2024-02-29"]\n["123456789012","${'y'.repeat(500)}",null]`]),
      ),
    ),
  );
  const sheet = String(files.get('xl/worksheets/sheet1.xml'));
  expect(sheet).toMatch(
    /<pane ySplit="1" topLeftCell="A2"[^>]* state="frozen"\/>.*<cols>.*<sheetData><row><c s="3"/s,
  );
  expect([...sheet.matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => Number(width))).toEqual([
    14, 60, 12,
  ]);
  expect(files.get('xl/_rels/workbook.xml.rels')).toContain('Target="styles.xml"');
  expect(files.get('xl/styles.xml')).toContain('formatCode="yyyy\\-mm\\-dd"');
});

test('what XML reserves or forbids is escaped, even if a row arrives in pieces', async () => {
  const sheet = await sheetOf(['["a<b>&', '\\u0001 _x0041_ é', '"]'], ['t'], ['text']);
  expect(sheet).toContain('a&lt;b&gt;&amp;_x0001_ _x005F_x0041_ é');
});

test('code points that XML never allows are escaped, too', async () => {
  const sheet = await sheetOf(['["\ufffe \uffff \\uffff \ufffd"]'], ['t'], ['text']);
  expect(sheet).toContain('>_xFFFE_ _xFFFF_ _xFFFF_ \ufffd<');
});

test('a text is cut at the limit of a cell, never within a character', async () => {
  const sheet = await sheetOf(
    [`["${'a'.repeat(32_766)}😀b","${'ü'.repeat(40_000)}"]`],
    ['t', 'u'],
    ['text', 'text'],
  );
  const texts = [...sheet.matchAll(/preserve">([^<]*)</g)].map(([, text = '']) => text).slice(2);
  expect(texts).toEqual(['a'.repeat(32_766), 'ü'.repeat(32_767)]);
});

test('a failure of the rows is a failure of the workbook', async () => {
  const failing: RowStream = {
    rows: 0,
    // biome-ignore lint/correctness/useYield: it fails before it yields anything.
    async *[Symbol.asyncIterator]() {
      throw new Error('the connection is gone');
    },
  };
  await expect(bytesOf(workbook(['t'], columnsOf(['text']), failing))).rejects.toThrow(
    'the connection is gone',
  );
});

test('a row that is too large ends the workbook', async () => {
  const cell = `"${'x'.repeat(32_000)}"`;
  const rows = rowsOf([`[${Array<string>(2_200).fill(cell).join()}`, `,${cell}]`]);
  await expect(bytesOf(workbook(['t'], columnsOf(['text']), rows))).rejects.toThrow('too large for a sheet');
});

test('a row of huge texts contains as much of them as its cells can hold', async () => {
  const megabytes = 80;
  const long = 'x'.repeat(1024 * 1024);
  const chunks = ['["', ...Array<string>(megabytes).fill(long), '","after"]\n["next","row"]'];
  const sheet = await sheetOf(chunks, ['a', 'b'], ['text', 'text']);
  const texts = cells(sheet).map((row) => row?.map((cell) => cell.replace(/<.*?>/g, '')));
  expect(texts).toEqual([
    ['x'.repeat(32_767), 'after'],
    ['next', 'row'],
  ]);
});

test('texts are cut at the same place, wherever a row is split into pieces', async () => {
  // Escapes, and characters of two, three and four bytes, at every distance from the end of a piece.
  const units = ['a', 'ü', '€', '🎺', '\\n', '\\"', '\\\\', '\\u0001', '<', '_x'];
  const filler = units.join('').repeat(6_000);
  const line = (length: number) =>
    `["${'b'.repeat(length)}${filler}${'c'.repeat(1_100_000)}${filler}","end"]`;
  for (const length of [32_700, 32_745, 32_766]) {
    const bytes = Buffer.from(line(length));
    const short = Buffer.from(`["${'b'.repeat(length)}${units.join('').repeat(20)}","end"]`);
    const expected = await bookOf([short]);
    for (const size of [7_919, 65_537, 1_048_577, bytes.length]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
        Uint8Array.from(bytes.subarray(i * size, (i + 1) * size)),
      );
      expect((await bookOf(pieces)) === expected, `${length} in pieces of ${size}`).toBe(true);
    }
  }
});

async function bookOf(pieces: readonly Uint8Array[]): Promise<string> {
  const rows: RowStream = {
    rows: 0,
    async *[Symbol.asyncIterator]() {
      yield* pieces.map((piece) => Uint8Array.from(piece));
    },
  };
  const files = unzip(await bytesOf(workbook(['a', 'b'], columnsOf(['text', 'text']), rows)));
  // Without the widths, which the first piece alone decides.
  return String(files.get('xl/worksheets/sheet1.xml')).replace(/<cols>.*<\/cols>/s, '');
}
