import { describe, expect, test } from 'vitest';
import { isWhole, longestLine, writeLine } from './lines.ts';

function line(parts: readonly (string | null)[], separator = ','): string {
  const bytes = parts.map((part) => (part === null ? null : Buffer.from(part)));
  const to = Buffer.alloc(longestLine(bytes) + 2, '.');
  return to.subarray(2, writeLine(to, 2, bytes, separator.charCodeAt(0))).toString();
}

describe('a line of separated values', () => {
  test('has every other part as it is', () => {
    expect(line(['1,2,', 'a', ',3,', 'b', ',"'])).toBe('1,2,a,3,b,"');
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
