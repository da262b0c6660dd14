import { expect, test } from 'vitest';
import { readDuration, readHost } from './values.ts';

test('a time is written with its unit, or in seconds', () => {
  const written = ['500ms', '90', '1.5s', '30m', '12h', '0'];
  expect(written.map(readDuration)).toEqual([500, 90_000, 1_500, 1_800_000, 43_200_000, 0]);
  for (const text of ['', 'soon', '-1s', '1 d', '25d', '600h'])
    expect(() => readDuration(text)).toThrow('500ms');
});

test('a time that is not zero does not become zero, which means no limit', () => {
  expect(readDuration('0.4ms')).toBe(1);
  expect(readDuration('0.0001s')).toBe(1);
});

test('a host is not empty', () => {
  expect(readHost(' ::1 ')).toBe('::1');
  for (const text of ['', ' ']) expect(() => readHost(text)).toThrow('127.0.0.1');
});
