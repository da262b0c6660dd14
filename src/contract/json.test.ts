import { expect, test } from 'vitest';
import { parseDigits, parseExact, UnparsedJson, writeExact } from './json.ts';

/** Numbers that JSON.parse would change. */
const beyond = ['9007199254740993', '-1E400', '12345.678901234567', '0.1000000000000000055'];
/** Numbers whose spelling alone JSON.parse would change. */
const decimals = ['10.00', '-3.0', '0.0', '1e5'];

test.each([...beyond, ...decimals])('%s keeps its digits as a value', (number) => {
  for (const place of [
    '{"value":N}',
    '{"value":\n\tN }',
    '[{"a":1,"value": N}]',
    '{"jsonrpc":"2.0","value":N}',
  ]) {
    const text = place.replace('N', number);
    expect(writeExact(parseExact(text))).toBe(text.replaceAll(/\s/g, ''));
  }
});

test.each(beyond)('%s keeps its digits in every place', (number) => {
  for (const place of ['N', '[N]', '[1,N]', '[ N ]', '{"limit":N}', '{"a":[[\nN]]}']) {
    const text = place.replace('N', number);
    expect(writeExact(parseExact(text))).toBe(text.replaceAll(/\s/g, ''));
  }
});

test('texts that look like numbers stay texts', () => {
  const text =
    '{"jsonrpc":"2.0","id":1,"note":"in 2024: 1e5, 9007199254740993","price":9.5,"list":[-1,0,12.25]}';
  expect(parseExact(text)).toEqual(JSON.parse(text));
  expect(writeExact(parseExact(text))).toBe(text);
});

// Concatenated character by character, such a text took a hundred times its size in memory.
test('a long text takes little memory', () => {
  const long = JSON.stringify('é"\\'.repeat(4_000_000));
  const before = process.memoryUsage().heapUsed;
  expect(parseDigits(long)).toBe(JSON.parse(long));
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200_000_000);
});

test('a text that is not parsed is written as it is', () => {
  const text = '{ "a": 1.50, "a": "\\u0000\\"" }';
  expect(writeExact({ now: new UnparsedJson(text), cells: [1] })).toBe(`{"now":${text},"cells":[1]}`);
});
