import { describe, expect, test } from 'vitest';
import { ReadYielder } from './yielding.ts';

describe('a long statement', () => {
  const reads = new Int32Array(new SharedArrayBuffer(4));
  /** Advances further each time than any rest can last. */
  let clock = performance.now();
  const later = () => (clock += 3_600_000);

  test('rests once for short reads that arrived while it worked', () => {
    const courtesy = new ReadYielder(reads.buffer);
    expect(courtesy.yieldToReads(later())).toBe(false);
    Atomics.add(reads, 0, 1);
    expect(courtesy.yieldToReads(later())).toBe(true);
    expect(courtesy.yieldToReads(later())).toBe(false);
  });

  test('does not rest again before it has worked', () => {
    const courtesy = new ReadYielder(reads.buffer);
    const now = later();
    courtesy.yieldToReads(now);
    Atomics.add(reads, 0, 1);
    expect(courtesy.yieldToReads(now)).toBe(false);
  });
});
