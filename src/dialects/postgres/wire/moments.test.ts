import { expect, test } from 'vitest';
import { RowChunks } from './chunks.ts';
import { MomentLines } from './moments.ts';

/** The result for lines that arrive in pieces of this size; their second and fourth fields are moments. */
function written(lines: readonly string[], size: number, separator = ','): string {
  const chunks = new RowChunks('\n');
  const sink = new MomentLines(chunks, separator, [1, 3]);
  for (const line of lines) {
    const bytes = Buffer.from(line);
    sink.begin();
    for (let at = 0; at < bytes.length; at += size) sink.write(bytes, at, Math.min(bytes.length, at + size));
  }
  return chunks.take()?.toString() ?? '';
}

const cases: readonly { readonly title: string; readonly line: string; readonly shown: string }[] = [
  {
    title: 'timestamps get a T, and texts with spaces do not',
    line: 'a b,2021-03-11 03:09:00,c d,2021-03-11 03:09:00.123456,e f',
    shown: 'a b,2021-03-11T03:09:00,c d,2021-03-11T03:09:00.123456,e f',
  },
  {
    title: 'a timestamp before Christ keeps its second space',
    line: 'a,0044-03-15 12:00:00 BC,b,0044-03-15 12:00:00 BC,c',
    shown: 'a,0044-03-15T12:00:00 BC,b,0044-03-15T12:00:00 BC,c',
  },
  {
    title: 'an infinite or null timestamp stays unchanged',
    line: '1 2,infinity,3 4,,5 6',
    shown: '1 2,infinity,3 4,,5 6',
  },
  {
    title: 'a separator or a line break within quotes begins no field',
    line: '"a, b\n c",2021-03-11 03:09:00,"d, "" e, ""","",f g',
    shown: '"a, b\n c",2021-03-11T03:09:00,"d, "" e, ""","",f g',
  },
  {
    title: 'doubled quotes do not end a field',
    line: '""", "" , """,2021-03-11 03:09:00,"""",2021-03-11 03:09:00,"x y"',
    shown: '""", "" , """,2021-03-11T03:09:00,"""",2021-03-11T03:09:00,"x y"',
  },
  {
    title: 'a text of multi-byte characters stays unchanged',
    line: 'é 漢 😀,2021-03-11 03:09:00,é 漢 😀,2021-03-11 03:09:00,é 漢 😀',
    shown: 'é 漢 😀,2021-03-11T03:09:00,é 漢 😀,2021-03-11T03:09:00,é 漢 😀',
  },
];

test.each(cases)('$title, wherever the bytes are split', ({ line, shown }) => {
  for (let size = 1; size <= Buffer.byteLength(line); size++) expect(written([line], size)).toBe(shown);
});

test('every line is handled on its own', () => {
  const lines = cases.map(({ line }) => line);
  expect(written(lines, 5)).toBe(cases.map(({ shown }) => shown).join('\n'));
});

test('another separator can be used', () => {
  expect(written(['a, b\t2021-03-11 03:09:00\tc, d\t\te f'], 3, '\t')).toBe(
    'a, b\t2021-03-11T03:09:00\tc, d\t\te f',
  );
});
