import { expect, test } from 'vitest';
import { checkDriver } from './driver.ts';

test('the driver has the internals that we rely on', () => {
  expect(() => checkDriver()).not.toThrow();
});
