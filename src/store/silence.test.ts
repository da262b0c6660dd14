import { expect, test } from 'vitest';
import { Silence } from './silence.ts';

const longest = 5_000;

function begun() {
  let now = 10_000;
  const pass = (ms: number) => {
    now += ms;
  };
  return { silence: new Silence(() => now), pass };
}

test('after a silence the next requests may wait briefly, and those after them not at all for a while', () => {
  const { silence, pass } = begun();
  expect(silence.patience(longest)).toBe(longest);
  silence.noticed(longest);
  expect(silence.patience(longest)).toBe(250);
  pass(100);
  expect(silence.patience(longest)).toBe(150);
  pass(150);
  expect(silence.patience(longest)).toBe(0);
  pass(249);
  expect(silence.patience(longest)).toBe(0);
  pass(1);
  expect(silence.patience(longest)).toBe(250);
  pass(1_500);
  expect(silence.patience(longest)).toBe(longest);
});

test('a failed attempt prolongs the silence', () => {
  const { silence, pass } = begun();
  silence.noticed(longest);
  expect(silence.patience(longest)).toBe(250);
  pass(250);
  silence.noticed(250);
  pass(1_999);
  expect(silence.patience(longest)).toBe(250);
});

test('a request that began before the last answer is no sign of silence', () => {
  const { silence, pass } = begun();
  silence.noticed(longest);
  silence.heard();
  expect(silence.patience(longest)).toBe(longest);
  pass(4_000);
  silence.noticed(longest);
  expect(silence.patience(longest)).toBe(longest);
});
