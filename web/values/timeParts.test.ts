import { expect, test } from 'vitest';
import { partName, timeParts } from './timeParts.ts';

test('parts of a date have readable names', () => {
  expect(timeParts.map((part) => partName(part, '1'))).toEqual(['Monday', '1 AM', '1', 'January', 'Q1']);
  expect(partName('weekday', '7')).toBe('Sunday');
  expect(partName('hour', '0')).toBe('12 AM');
});

test('an invalid part stays unchanged', () => {
  expect(partName('weekday', '8')).toBe('8');
  expect(partName('hour', '24')).toBe('24');
  expect(partName('month', '1.5')).toBe('1.5');
});
