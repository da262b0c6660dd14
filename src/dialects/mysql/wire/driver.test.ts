import { expect, test } from 'vitest';
import { checkDriver } from './driver.ts';

test('the driver has the parts that we use of it', () => {
  expect(() => checkDriver()).not.toThrow();
});
