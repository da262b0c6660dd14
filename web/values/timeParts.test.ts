import { expect, test } from 'vitest';
import { partName, timeParts } from './timeParts.ts';

test('parts of a moment are called as people say them', () => {
  expect(timeParts.map((part) => partName(part, '1'))).toEqual(['Monday', '1 AM', '1', 'January', 'Q1']);
  expect(partName('weekday', '7')).toBe('Sunday');
  expect(partName('hour', '0')).toBe('12 AM');
});

test('what is no such part stays as it is', () => {
  expect(partName('weekday', '8')).toBe('8');
  expect(partName('hour', '24')).toBe('24');
  expect(partName('month', '1.5')).toBe('1.5');
});
