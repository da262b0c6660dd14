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
  expect(silence.timeoutFor(longest)).toBe(longest);
  silence.noteTimeout(longest);
  expect(silence.timeoutFor(longest)).toBe(250);
  pass(100);
  expect(silence.timeoutFor(longest)).toBe(150);
  pass(150);
  expect(silence.timeoutFor(longest)).toBe(0);
  pass(249);
  expect(silence.timeoutFor(longest)).toBe(0);
  pass(1);
  expect(silence.timeoutFor(longest)).toBe(250);
  pass(1_500);
  expect(silence.timeoutFor(longest)).toBe(longest);
});

test('a failed attempt prolongs the silence', () => {
  const { silence, pass } = begun();
  silence.noteTimeout(longest);
  expect(silence.timeoutFor(longest)).toBe(250);
  pass(250);
  silence.noteTimeout(250);
  pass(1_999);
  expect(silence.timeoutFor(longest)).toBe(250);
});

test('a request that began before the last answer is no sign of silence', () => {
  const { silence, pass } = begun();
  silence.noteTimeout(longest);
  silence.noteAnswer();
  expect(silence.timeoutFor(longest)).toBe(longest);
  pass(4_000);
  silence.noteTimeout(longest);
  expect(silence.timeoutFor(longest)).toBe(longest);
});
