import { expect, test } from 'vitest';
import { curlLine } from './rowsAddress.ts';

const address = "http://localhost:8080/api/queries/films/rows.xlsx?land=it's+%24HOME&n=1";

test('what is pasted into a shell is the address as it is, whoever asks', () => {
  const quoted = `'http://localhost:8080/api/queries/films/rows.xlsx?land=it'\\''s+%24HOME&n=1'`;
  expect(curlLine('films', address, 'csv', null)).toBe(`curl ${quoted}`);
  expect(curlLine('films', address, undefined, "o'neil $(id)")).toBe(
    `curl ${quoted} \\\n  --user 'o'\\''neil $(id):<session id>'`,
  );
});

test('a workbook is written into a file, since curl shows nobody bytes', () => {
  expect(curlLine('films', 'http://localhost/x', 'xlsx', null)).toBe(
    `curl 'http://localhost/x' \\\n  --output 'films.xlsx'`,
  );
});
