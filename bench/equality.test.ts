import { expect, test } from 'vitest';
import { difference, sameJson, sameLines } from './equality.ts';

const joinery = (text: string) => ({ address: 'http://127.0.0.1:1', text });
const floor = (text: string) => ({ address: 'http://127.0.0.1:22', text });

test('trailing zeros of a decimal, the server address and the cursor are ignored', () => {
  const ours = '{"data":[[1,19.90,"http://127.0.0.1:1/x"]],"next":"abc"}';
  const theirs = '{"data":[[1,19.9,"http://127.0.0.1:22/x"]]}';
  expect(sameJson(joinery(ours), floor(theirs))).toBe(true);
});

test.each([
  ['a value', '{"data":[[1,"a"]]}', '{"data":[[1,"b"]]}'],
  ['a type', '{"data":[[1]]}', '{"data":[["1"]]}'],
  ['a null', '{"data":[[null]]}', '{"data":[[0]]}'],
  ['the order of rows', '{"data":[[1],[2]]}', '{"data":[[2],[1]]}'],
  ['a row', '{"data":[[1],[2]]}', '{"data":[[1]]}'],
  ['the total', '{"size":{"total":3}}', '{"size":{"total":4}}'],
])('a difference in %s is noticed', (_, ours, theirs) => {
  expect(sameJson(joinery(ours), floor(theirs))).toBe(false);
});

test('exports are compared byte by byte, except for line endings', () => {
  expect(sameLines(joinery('a,1.50\r\n'), floor('a,1.50\n'))).toBe(true);
  expect(sameLines(joinery('a,1.50\r\n'), floor('a,1.5\r\n'))).toBe(false);
});

test('a difference is shown with its position', () => {
  expect(difference('abcdef', 'abcxef')).toContain('at 3:');
});
