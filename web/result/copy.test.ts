import { expect, test } from 'vitest';
import { LosslessNumber } from '../api/exact.ts';
import { copyText } from './copy.ts';

const block = {
  names: ['Id', 'Na|me'],
  rows: [
    [new LosslessNumber('9007199254740993'), 'a|b'],
    [new LosslessNumber('2'), null],
    [new LosslessNumber('2'), 'tab\there "q"'],
  ],
};

test('cells are copied as TSV for spreadsheets', () =>
  expect(copyText(block, 'tsv')).toBe('Id\tNa|me\n9007199254740993\ta|b\n2\t\n2\t"tab\there ""q"""'));
test('cells are copied as Markdown', () =>
  expect(copyText(block, 'markdown').split('\n').slice(0, 3)).toEqual([
    '| Id | Na\\|me |',
    '| --- | --- |',
    '| 9007199254740993 | a\\|b |',
  ]));
test('cells are copied as JSON with all digits', () => {
  const text = copyText(block, 'json');
  expect(text).toContain('{"Id": 9007199254740993, "Na|me": "a|b"}');
  expect(text).toContain('"Na|me": null');
});
test('cells are copied as an SQL list, each value once', () => {
  expect(copyText(block, 'sql')).toBe('(9007199254740993, 2)');
  expect(copyText({ names: ['n'], rows: [["O'Neil"], [null]] }, 'sql')).toBe("('O''Neil')");
});
test('a single cell is copied unquoted', () =>
  expect(copyText({ names: ['n'], rows: [['a\tb']] }, 'tsv')).toBe('a\tb'));
