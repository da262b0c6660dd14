import { describe, expect, test } from 'vitest';
import { LongText } from './long-text.ts';

describe('a long text', () => {
  const written = (pieces: readonly string[]) => {
    const text = new LongText();
    for (const piece of pieces) text.add(piece);
    return text;
  };

  test('consists of all its pieces in order, however many there are', () => {
    const pieces = Array.from({ length: 20_000 }, (_, i) => `${i}: Bjørn 東京 🎻\n`);
    expect(`${written(pieces)}`).toBe(pieces.join(''));
    expect(written(pieces).bytes).toEqual(Buffer.from(pieces.join('')));
  });

  test('stands between two more pieces, as a text or as bytes', () => {
    expect(written(['a', 'ß']).between('[', ']')).toBe('[aß]');
    const pieces = Array.from({ length: 20_000 }, (_, i) => `${i},`);
    expect(written(pieces).between('é', '🎻')).toEqual(Buffer.from(`é${pieces.join('')}🎻`));
  });

  test('may consist of one piece or none', () => {
    expect(`${written([])}`).toBe('');
    expect(written([]).bytes).toHaveLength(0);
    expect(`${written(['ß'.repeat(50_000), 'end'])}`).toBe(`${'ß'.repeat(50_000)}end`);
  });
});
