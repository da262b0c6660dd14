import { expect, test } from 'vitest';
import { Silence } from './silence.ts';

function at() {
  let now = 10_000;
  const silence = new Silence(() => now);
  const pass = (ms: number) => {
    now += ms;
  };
  return { silence, pass };
}

test('after a silence others are told at once, for as long as they are told to wait', () => {
  const { silence, pass } = at();
  expect(silence.isNear).toBe(false);
  silence.noticed(5_000);
  expect(silence.isNear).toBe(true);
  pass(1_999);
  expect(silence.isNear).toBe(true);
  pass(1);
  expect(silence.isNear).toBe(false);
});

test('what began before the last answer says nothing', () => {
  const { silence, pass } = at();
  silence.noticed(5_000);
  silence.heard();
  expect(silence.isNear).toBe(false);
  pass(4_000);
  silence.noticed(5_000);
  expect(silence.isNear).toBe(false);
});

test('what is found out meanwhile does not put off the next who try', () => {
  const { silence, pass } = at();
  silence.noticed(5_000);
  pass(1_500);
  silence.noticed(5_000);
  pass(500);
  expect(silence.isNear).toBe(false);
});
