import { expect, test } from 'vitest';
import { curlLine } from './rowsAddress.ts';

const address = "http://localhost:8080/api/queries/films/rows.xlsx?land=it's+%24HOME&n=1";

test('a curl command quotes the URL and the user for the shell', () => {
  const quoted = `'http://localhost:8080/api/queries/films/rows.xlsx?land=it'\\''s+%24HOME&n=1'`;
  expect(curlLine('films', address, 'csv', null)).toBe(`curl ${quoted}`);
  expect(curlLine('films', address, undefined, "o'neil $(id)")).toBe(
    `curl ${quoted} \\\n  --user 'o'\\''neil $(id):<session id>'`,
  );
});

test('a curl command for a workbook writes a file', () => {
  expect(curlLine('films', 'http://localhost/x', 'xlsx', null)).toBe(
    `curl 'http://localhost/x' \\\n  --output 'films.xlsx'`,
  );
});
