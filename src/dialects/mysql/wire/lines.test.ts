import { describe, expect, test } from 'vitest';
import { maxLineLength, missing, type WireRow, writeLine, writeOnly } from './lines.ts';

function lengthOf(text: Buffer): Buffer {
  const { length } = text;
  if (length < 251) return Buffer.from([length]);
  const bytes = Buffer.alloc(length < 2 ** 16 ? 3 : length < 2 ** 24 ? 4 : 9);
  bytes[0] = length < 2 ** 16 ? 0xfc : length < 2 ** 24 ? 0xfd : 0xfe;
  bytes.writeUIntLE(length, 1, Math.min(6, bytes.length - 1));
  return bytes;
}

/** A row as sent by a server, surrounded by other bytes. */
function row(columns: readonly (string | null)[]): WireRow {
  const nulls = Buffer.alloc(Math.ceil((columns.length + 2) / 8));
  const texts = columns.flatMap((column, i) => {
    const bit = i + 2;
    if (column === null) nulls[bit >> 3] = (nulls[bit >> 3] ?? 0) | (1 << (bit & 7));
    const text = Buffer.from(column ?? '');
    return column === null ? [] : [lengthOf(text), text];
  });
  const before = Buffer.alloc(9, 0xff);
  const bytes = Buffer.concat([Buffer.from([0]), nulls, ...texts]);
  const end = before.length + bytes.length;
  return { buffer: Buffer.concat([before, bytes, before]), offset: before.length, end };
}

function line(columns: readonly (string | null)[], separator = ','): string {
  const wire = row(columns);
  const to = Buffer.alloc(maxLineLength(wire) + 2, '.');
  return to.subarray(2, writeLine(to, 2, wire, columns.length, separator.charCodeAt(0))).toString();
}

describe('a line of separated values', () => {
  test('leaves every other part unquoted', () => {
    expect(line(['1,2,', 'a', ',3,', 'b', ',"'])).toBe('1,2,a,3,b,"');
  });

  test('has a T between date and time, and keeps the spaces of texts', () => {
    const moments = '1,2021-03-11 03:09:00,2021-03-11,2021-03-11 03:09:00.123456,';
    expect(line([moments, 'a b ', ',0000-00-00 00:00:00'])).toBe(
      '1,2021-03-11T03:09:00,2021-03-11,2021-03-11T03:09:00.123456,a b ,0000-00-00T00:00:00',
    );
  });

  test('is missing if an unquoted part is null', () => {
    const to = Buffer.alloc(100);
    expect(writeLine(to, 0, row(['1,', null]), 2, 0x2c)).toBe(2);
    expect(writeLine(to, 0, row(['1,', null, null]), 3, 0x2c)).toBe(missing);
  });

  test('has nothing for null and quotes for an empty text', () => {
    expect(line(['', 'a', ',', null, ',', '', ',', 'b'])).toBe('a,,"",b');
    expect(line(['', null, ',', null])).toBe(',');
  });

  test('quotes texts with special characters, and doubles their quotes', () => {
    expect(line(['', 'a,b', ',', 'say "x"', ',', 'two\nlines'])).toBe('"a,b","say ""x""","two\nlines"');
    expect(line(['', 'cr\r', ',', '"'])).toBe('"cr\r",""""');
    expect(line(['', 'tab\there', '\t', 'a,b'], '\t')).toBe('"tab\there"\ta,b');
  });

  test('keeps every character', () => {
    expect(line(['', 'é,ß', ',', '日本', ',', '🎵"'])).toBe('"é,ß",日本,"🎵"""');
    expect(line(['', '"'.repeat(50), ',', '"'.repeat(50)])).toBe(`"${'""'.repeat(50)}","${'""'.repeat(50)}"`);
  });

  test.each([0, 1, 249, 250, 251, 252, 65_535, 65_536, 16_777_215, 16_777_216])(
    'can have texts of %i bytes',
    (length) => {
      const text = 'x'.repeat(length);
      expect(line(['1,', text, ',2,', 'y']) === `1,${text || '""'},2,y`).toBe(true);
    },
  );

  test('can have many columns', () => {
    const columns = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? ',' : i % 3 === 0 ? null : `${i}`));
    expect(line(columns)).toBe(columns.map((column) => column ?? '').join(''));
  });

  test('is refused if a column would be longer than its row', () => {
    const wire = row(['1,', 'abc']);
    const to = Buffer.alloc(100);
    expect(() => writeLine(to, 0, { ...wire, end: wire.end - 1 }, 2, 0x2c)).toThrow('longer than its row');
  });
});

describe('the only text of a row', () => {
  test.each([0, 1, 250, 251, 70_000])('is copied unchanged, with %i bytes', (length) => {
    const text = '"'.repeat(length);
    const to = Buffer.alloc(length + 2, '.');
    expect(writeOnly(to, 1, row([text]))).toBe(length + 1);
    expect(to.toString() === `.${text}.`).toBe(true);
  });

  test('is missing if it is null', () => {
    expect(writeOnly(Buffer.alloc(9), 0, row([null]))).toBe(missing);
  });

  test('is refused if it would be longer than its row', () => {
    const wire = row(['abc']);
    expect(() => writeOnly(Buffer.alloc(9), 0, { ...wire, end: wire.end - 1 })).toThrow(
      'longer than its row',
    );
  });
});
