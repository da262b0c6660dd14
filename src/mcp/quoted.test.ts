import { expect, test } from 'vitest';
import { joined, quoted } from './quoted.ts';

const texts = [
  '',
  'plain',
  '"quoted" \\ twice',
  'Αθήνα, 東京, 🎻',
  '\u0000\t\r\n\u001f\u007f\u0080\u2028',
  'é'.repeat(70_000),
];

test.each(texts)('text and bytes become the same JSON string', (text) => {
  const bytes = Buffer.from(text);
  for (const parts of [[text], [bytes], [text, bytes, text], [Uint8Array.from(bytes)]]) {
    const message = Buffer.from(quoted('{"a":"', parts, '","b":1}')).toString();
    expect(JSON.parse(message)).toEqual({ a: joined(parts), b: 1 });
    expect(JSON.stringify(JSON.parse(message))).toBe(message);
  }
});
