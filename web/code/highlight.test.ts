import { expect, test } from 'vitest';
import { layOutSql, tokens } from './highlight.ts';

const kinds = (text: string, language: 'sql' | 'json') =>
  tokens(text, language)
    .filter(({ kind }) => kind !== 'plain')
    .map(({ kind, text: word }) => `${kind} ${word}`);

test('SQL', () =>
  expect(kinds(`select "Title" from "Al""bum" where x = 'it''s' limit 10`, 'sql')).toEqual([
    'word select',
    'name "Title"',
    'word from',
    'name "Al""bum"',
    'word where',
    "text 'it''s'",
    'word limit',
    'number 10',
  ]));
test('JSON', () =>
  expect(kinds('{"a": "b", "c": [1.5, null]}', 'json')).toEqual([
    'name "a"',
    'text "b"',
    'name "c"',
    'number 1.5',
    'word null',
  ]));
test('nothing is lost', () => {
  const text = 'select 1 -- "unfinished';
  expect(
    tokens(text, 'sql')
      .map((token) => token.text)
      .join(''),
  ).toBe(text);
});

test('a statement has one clause a line, and is otherwise the same', () => {
  const sql = `select "a", max(b, c) from "t" left join "u, from" on x = ' where ' where y in (select 1 from z) order by 1`;
  expect(layOutSql(sql).split('\n')).toEqual([
    'select "a",',
    '  max(b, c)',
    'from "t"',
    `left join "u, from" on x = ' where '`,
    'where y in (select 1 from z)',
    'order by 1',
  ]);
});
