import { expect, test } from 'vitest';
import { layOutSql, tokens } from './highlight.ts';

const kinds = (text: string, language: 'sql' | 'json') =>
  tokens(text, language)
    .filter(({ kind }) => kind !== 'plain')
    .map(({ kind, text: word }) => `${kind} ${word}`);

test('SQL is split into words, names, texts and numbers', () =>
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
test('JSON is split into names, texts, numbers and words', () =>
  expect(kinds('{"a": "b", "c": [1.5, null]}', 'json')).toEqual([
    'name "a"',
    'text "b"',
    'name "c"',
    'number 1.5',
    'word null',
  ]));
test('no character is lost', () => {
  const text = 'select 1 -- "unfinished';
  expect(
    tokens(text, 'sql')
      .map((token) => token.text)
      .join(''),
  ).toBe(text);
});

test('SQL is laid out with one clause per line, and is otherwise unchanged', () => {
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
