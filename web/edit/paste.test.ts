import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { copyText } from '../result/copy.ts';
import { fitTable, readTable } from './paste.ts';

describe('a table on the clipboard', () => {
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
    // A quote within a text, or one that never ends, is a letter like any other.
    ['5" disc\t"open', [['5" disc', '"open']]],
    ['"a"b\tc', [['"a"b', 'c']]],
    ['""\tx', [['', 'x']]],
    ['a\n\nb', [['a'], [''], ['b']]],
  ])('%j', (text, rows) => expect(readTable(text)).toEqual(rows));

  test('is read as it was copied here, whatever the cells hold', () => {
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
        // The kinds of line ends do not survive a clipboard.
        const clean = rows.map((row) => row.map((text) => text.replace(/\r\n?/g, '\n')));
        expect(readTable(copyText({ names, rows: clean }, 'tsv'))).toEqual([names, ...clean]);
      }),
    );
  });
});

describe('the place it takes', () => {
  const headings = ['Id', 'Name', 'Price'];
  const at = { top: 2, bottom: 2, left: 1, right: 1 };
  const room = { rows: 4, headings };

  test('begins at the first selected cell', () =>
    expect(
      fitTable(
        [
          ['a', '1'],
          ['b', '2'],
        ],
        at,
        room,
      ),
    ).toEqual({
      cells: [
        ['a', '1'],
        ['b', '2'],
      ],
      rowsOver: 0,
      columnsOver: 0,
    }));
  test('is told where there is no room for it', () =>
    expect(fitTable([['a', '1', 'x'], ['b'], ['c'], ['d']], at, room)).toMatchObject({
      rowsOver: 2,
      columnsOver: 1,
    }));
  test('one cell fills the selection', () =>
    expect(fitTable([['9']], { top: 0, bottom: 1, left: 1, right: 2 }, room).cells).toEqual([
      ['9', '9'],
      ['9', '9'],
    ]));
  test('headings are no row', () => {
    expect(
      fitTable(
        [
          ['Name', 'Price'],
          ['a', '1'],
        ],
        at,
        room,
      ).cells,
    ).toEqual([['a', '1']]);
    expect(fitTable([['Name']], at, room).cells).toEqual([['Name']]);
  });
});
