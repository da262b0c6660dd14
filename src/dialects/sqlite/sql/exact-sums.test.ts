import { describe, expect, test } from 'vitest';
import { integerSum, looseSum, unitSum } from './exact-sums.ts';

/** The partial sums of whole numbers that the engine computes. */
function parts(values: readonly bigint[]) {
  const high = values.reduce((sum, value) => sum + (value >> 32n), 0n);
  const low = values.reduce((sum, value) => sum + (value & 0xffffffffn), 0n);
  const total = Number(values.reduce((sum, value) => sum + value, 0n));
  return [BigInt(values.length), high, low, total] as const;
}

const largest = 2n ** 63n - 1n;

describe('whole numbers', () => {
  test('are summed beyond 64 bits', () => {
    expect(integerSum('sum')(...parts([largest, largest, 1n]))).toBe('18446744073709551615');
    expect(integerSum('sum')(...parts([-largest - 1n, -largest - 1n]))).toBe('-18446744073709551616');
  });

  test('have an average with twelve decimals, rounded half away from zero', () => {
    expect(integerSum('avg')(...parts([1n, 2n, 2n]))).toBe('1.666666666667');
    expect(integerSum('avg')(...parts([-1n, -2n, -2n]))).toBe('-1.666666666667');
    expect(integerSum('avg')(...parts([1n, 2n]))).toBe('1.500000000000');
  });

  test('that include a fraction are summed as doubles', () => {
    expect(integerSum('sum')(2n, 0n, 3.5, 3.5)).toBe('3.5');
  });

  test('have no sum if there are none', () => {
    expect(integerSum('sum')(0n, null, null, 0)).toBeNull();
    expect(integerSum('avg')(0n, null, null, 0)).toBeNull();
  });

  test('have a sum and an average with all digits as values', () => {
    expect(integerSum('sum_value')(...parts([largest, 1n]))).toBe('9223372036854775808');
    expect(integerSum('sum_value')(...parts([largest - 1n, 1n]))).toBe(largest);
    expect(integerSum('avg_value')(...parts([12345n, 12345n, 12346n]))).toBe('12345.333333333333');
    expect(integerSum('avg_value')(...parts([1n, 2n]))).toBe(1.5);
  });
});

describe('decimals of a scale', () => {
  test('are summed in units', () => {
    expect(unitSum('sum')(2n, 3n, 30, 1n, 0.30000000000000004)).toBe('0.30');
    expect(unitSum('avg')(2n, 3n, 100, 1n, 1)).toBe('0.333333333333');
    expect(unitSum('sum')(2n, 1n, -5, 1n, -0.05)).toBe('-0.05');
  });

  test('that do not fit the scale are summed as doubles', () => {
    expect(unitSum('sum')(2n, 1n, 12, 0n, 0.125)).toBe('0.125');
    expect(unitSum('sum')(2n, 2n, 2 ** 60, 1n, 1.5e16)).toBe('15000000000000000');
    expect(unitSum('sum')(2n, 1n, Number.POSITIVE_INFINITY, 0n, Number.POSITIVE_INFINITY)).toBe('"Infinity"');
  });
});

describe('numbers of unknown scale', () => {
  test('are summed in units, with the decimals that they need', () => {
    expect(looseSum('sum')(2n, 271n, 1.59, 271_590_000, 1n, 271.59000000000003)).toBe('271.59');
    expect(looseSum('avg')(3n, 0n, 1.5, 1_000_000, 1n, 1)).toBe('0.3333333333333333333');
  });

  test('that are all whole are summed beyond 64 bits', () => {
    const [count, high, low, total] = parts([largest, largest, 1n]);
    expect(looseSum('sum')(count, high, low, total * 1e6, 0n, total)).toBe('18446744073709551615');
  });

  test('with more decimals have the certain digits of a double', () => {
    expect(looseSum('sum')(2n, 0n, 0.5, 300_000, 0n, 0.30000000000000004)).toBe('0.3');
  });
});
