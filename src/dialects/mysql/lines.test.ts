import { describe, expect, test } from 'vitest';
import { isWhole, longestLine, writeLine } from './lines.ts';

function line(parts: readonly (string | null)[], separator = ','): string {
  const bytes = parts.map((part) => (part === null ? null : Buffer.from(part)));
  const to = Buffer.alloc(longestLine(bytes) + 2, '.');
  return to.subarray(2, writeLine(to, 2, bytes, separator.charCodeAt(0))).toString();
}

describe('a line of separated values', () => {
  test('has every other part without quotes', () => {
    expect(line(['1,2,', 'a', ',3,', 'b', ',"'])).toBe('1,2,a,3,b,"');
  });

  test('has a T between day and time, and every space of a text', () => {
    const moments = '1,2021-03-11 03:09:00,2021-03-11,2021-03-11 03:09:00.123456,';
    expect(line([moments, 'a b ', ',0000-00-00 00:00:00'])).toBe(
      '1,2021-03-11T03:09:00,2021-03-11,2021-03-11T03:09:00.123456,a b ,0000-00-00T00:00:00',
    );
  });

  test('is not whole where a part that is no text is missing', () => {
    expect(isWhole([Buffer.from('1,'), null])).toBe(true);
    expect(isWhole([Buffer.from('1,'), null, null])).toBe(false);
  });

  test('has nothing for null and quotes for an empty text', () => {
    expect(line(['', 'a', ',', null, ',', '', ',', 'b'])).toBe('a,,"",b');
    expect(line(['', null, ',', null])).toBe(',');
  });

  test('has quotes around what would end a text, and two for one', () => {
    expect(line(['', 'a,b', ',', 'say "x"', ',', 'two\nlines'])).toBe('"a,b","say ""x""","two\nlines"');
    expect(line(['', 'cr\r', ',', '"'])).toBe('"cr\r",""""');
    expect(line(['', 'tab\there', '\t', 'a,b'], '\t')).toBe('"tab\there"\ta,b');
  });

  test('keeps every character', () => {
    expect(line(['', 'é,ß', ',', '日本', ',', '🎵"'])).toBe('"é,ß",日本,"🎵"""');
    expect(line(['', '"'.repeat(50), ',', '"'.repeat(50)])).toBe(`"${'""'.repeat(50)}","${'""'.repeat(50)}"`);
  });
});
