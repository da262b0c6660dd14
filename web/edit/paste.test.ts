import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { copyText } from '../result/copy.ts';
import { fitTable, readTable, withoutHeadings } from './paste.ts';

describe('a table from the clipboard', () => {
  test.each([
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['a', [['a']]],
    ['', [['']]],
    [
      'a\t\n\tb',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    ['"two\nlines"\t"say ""hi"""', [['two\nlines', 'say "hi"']]],
    ['"tab\tin it"\tx', [['tab\tin it', 'x']]],
    // A quote within a text, or an unclosed one, is an ordinary character.
    ['5" disc\t"open', [['5" disc', '"open']]],
    ['"a"b\tc', [['"a"b', 'c']]],
    ['""\tx', [['', 'x']]],
    ['a\n\nb', [['a'], [''], ['b']]],
  ])('%j is split into cells', (text, rows) => expect(readTable(text)).toEqual(rows));

  test('is read as it was copied, whatever the cells contain', () => {
    const cell = fc.oneof(fc.constantFrom('', '"', '\t', '\n', 'a"b', '"a"', '""'), fc.string());
    const table = fc
      .tuple(fc.integer({ min: 2, max: 4 }), fc.integer({ min: 1, max: 4 }))
      .chain(([width, height]) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
          minLength: height,
          maxLength: height,
        }),
      );
    fc.assert(
      fc.property(table, (rows) => {
        const names = (rows[0] ?? []).map((_, i) => `h${i}`);
        // The clipboard does not preserve the kind of line ends.
        const clean = rows.map((row) => row.map((text) => text.replace(/\r\n?/g, '\n')));
        expect(readTable(copyText({ names, rows: clean }, 'tsv'))).toEqual([names, ...clean]);
      }),
    );
  });
});

describe('the target of a pasted table', () => {
  const at = { top: 2, bottom: 2, left: 1, right: 1 };
  const room = { rows: 4, columns: 3, cells: 1000 };

  test('starts at the first selected cell', () => {
    const pasted = [
      ['a', '1'],
      ['b', '2'],
    ];
    expect(fitTable(pasted, at, room)).toEqual({
      cells: pasted,
      rows: 2,
      columns: 2,
      rowsOver: 0,
      columnsOver: 0,
    });
  });
  test('reports rows and columns that do not fit', () =>
    expect(fitTable([['a', '1', 'x'], ['b'], ['c'], ['d']], at, room)).toMatchObject({
      rowsOver: 2,
      columnsOver: 1,
    }));
  test('is the whole selection for a single cell', () =>
    expect(fitTable([['9']], { top: 0, bottom: 1, left: 1, right: 2 }, room).cells).toEqual([
      ['9', '9'],
      ['9', '9'],
    ]));
  test('is every selected row for a single row, with its full width', () => {
    const row = [['a', 'b']];
    expect(fitTable(row, { top: 0, bottom: 2, left: 0, right: 1 }, room).cells).toEqual([
      ...row,
      ...row,
      ...row,
    ]);
    expect(fitTable(row, { top: 0, bottom: 2, left: 0, right: 0 }, room).cells).toEqual([
      ...row,
      ...row,
      ...row,
    ]);
    const pasted = [['a'], ['b']];
    expect(fitTable(pasted, { top: 0, bottom: 2, left: 0, right: 0 }, room).cells).toEqual(pasted);
  });
  test('is only counted if it has too many cells to change at once', () => {
    const column = Array.from({ length: 300_000 }, (_, i) => [String(i)]);
    expect(fitTable(column, at, room)).toMatchObject({ cells: undefined, rows: 300_000, columns: 1 });
    const all = { top: 0, bottom: 9_999_999, left: 0, right: 0 };
    expect(fitTable([['9']], all, room)).toMatchObject({ cells: undefined, rows: 10_000_000 });
  });
  test('excludes a row of headings', () => {
    const pasted = [
      ['Name', 'Price'],
      ['a', '1'],
    ];
    expect(withoutHeadings(pasted, ['Name', 'Price', 'Sold'])).toEqual([['a', '1']]);
    expect(withoutHeadings(pasted, ['Price', 'Name'])).toEqual(pasted);
    expect(withoutHeadings([['Name']], ['Name'])).toEqual([['Name']]);
  });
});
