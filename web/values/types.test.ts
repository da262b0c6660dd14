import { expect, test } from 'vitest';
import { isDigitName } from './types.ts';

test.each([
  ['CustomerId', true],
  ['order_id', true],
  ['ID', true],
  ['InvoiceNo', true],
  ['zipcode', true],
  ['PhoneNumber', true],
  ['release_year', true],
  ['paid', false],
  ['amount_paid', false],
  ['AmountPaid', false],
  ['bid', false],
  ['PIANO', false],
  ['Sum of Enrolment › Paid', false],
])('a number in %s is shown without separators: %s', (name, isName) =>
  expect(isDigitName({ name, inKey: false, inReference: false })).toBe(isName),
);
