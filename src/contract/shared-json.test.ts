import { expect, test } from 'vitest';
import { isLosslessNumber, parseExact } from './json.ts';
import { parseShared } from './shared-json.ts';

test('equal objects of the level are shared, and everything else is parsed as usual', () => {
  const text = `{"a": {"x": {"n": 1, "m": [{"k": {}}]}, "y": {"n": 1, "m": [{"k": {}}]}, "z": {"n": 2}},
    "b": {"x": {"n": 1, "m": [{"k": {}}]}, "list": [{"n": 1}], "text": "{\\"n\\": \\\\ } [", "__proto__": {"n": 2}, "one": true}}`;
  for (const level of [0, 1, 2, 3, 4, 9]) expect(parseShared(text, level)).toEqual(parseExact(text));
  const { a, b } = parseShared(text, 2) as Record<string, Record<string, unknown>>;
  expect(a?.x).toBe(a?.y);
  expect(a?.x).toBe(b?.x);
  expect(a?.x).not.toBe(a?.z);
  expect(Object.keys(b ?? {})).toEqual(['x', 'list', 'text', '__proto__', 'one']);
});

test('equal objects above the level are shared, wherever they are', () => {
  const role = '{"x": {"n": [1]}, "y": {"n": 2}}';
  const { a, b, c } = parseShared(
    `{"a": ${role}, "b": ${role}, "c": {"x": {"n": [1]}, "y": {"n": 3}}}`,
    2,
  ) as Record<string, Record<string, unknown>>;
  expect(b).toBe(a);
  expect(c).not.toBe(a);
  expect(c?.x).toBe(a?.x);
});

test('an object is not mistaken for one that begins alike', () => {
  for (const [first, second] of [
    ['{"n": "a"}', '{"n": "a}"}'],
    ['{"n": {}}', '{"n": {}, "m": 1}'],
    ['{"n": "\\\\"}', '{"n": "\\\\"} '],
    ['{}', '{ }'],
    ['{"n": 1}', '{"n": 10}'],
  ]) {
    const text = `{"a": {"x": ${first}, "y": ${second}}, "b": {"x": ${second}, "y": ${first}}}`;
    for (const level of [0, 1, 2, 3]) expect(parseShared(text, level), text).toEqual(JSON.parse(text));
  }
});

test('names are parsed as usual', () => {
  const text = '{"a\\u00e9\\n\\"": {"\\\\": {"n": 1}, "": {"n": 1}, "é\u{1f600}": {}}}';
  for (const level of [1, 2, 3]) expect(parseShared(text, level)).toEqual(JSON.parse(text));
  expect(() => parseShared('{"a": {"b\n": {"n": 1}}}', 2)).toThrow();
});

test('a text that looks like a placeholder is not mistaken for one', () => {
  const text =
    '{"a": {"x": {"": 0}, "y": [{"": 0}], "z": {"n": 1}}, "b": {"": 1}, "c": {"one": 1, "two": {"n": 1}}}';
  for (const level of [0, 1, 2, 3]) expect(parseShared(text, level)).toEqual(JSON.parse(text));
});

test('digits are kept, and invalid JSON and duplicate names are refused', () => {
  const { a } = parseShared('{"a": {"b": {"n": 12345678901234567890}}}', 2) as {
    a: { b: { n: unknown } };
  };
  expect(isLosslessNumber(a.b.n) && a.b.n.value).toBe('12345678901234567890');
  for (const wrong of [
    '{"a": {"b": {"n": 1}}',
    '{"a": {"b": {"n": 1}}}}',
    '{"a": {"b": {"n": 1} {"n": 1}}}',
    '{"a": {"b": {"n": "1}}}',
    '{"a": {"b": {"n": 1]}}',
    '{"a": {"b": {"n": 1}, "b": {"n": 2}}}',
    '{"a": {"b": {"n": 1, "n": 2}}}',
    '{"a": {"b": {"n": 1}}, "a": {}}',
    '',
  ]) {
    expect(() => parseShared(wrong, 2), wrong).toThrow();
  }
});
