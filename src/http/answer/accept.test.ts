import { describe, expect, test } from 'vitest';
import { Problem } from '../../contract/problem.ts';
import { acceptedFormat, asksForPage } from './accept.ts';

describe('an Accept header', () => {
  test.each([
    [undefined, 'csv'],
    ['', 'csv'],
    ['*/*', 'csv'],
    ['text/*', 'csv'],
    ['text/csv', 'csv'],
    ['text/csv;charset=utf-8', 'csv'],
    ['text/csv;q=0, text/*', 'tsv'],
    ['text/csv;q=0, */*', 'tsv'],
    ['application/json', 'json'],
    ['application/json; charset=UTF-8', 'json'],
    ['application/json, text/plain, */*', 'csv'],
    ['application/json, */*;q=0.9', 'json'],
    ['text/csv;q=0.5, application/x-ndjson;q=0.8', 'ndjson'],
    ['text/html, Application/X-NDJSON;q=0.5, */*;q=0.1', 'ndjson'],
    ['application/*', 'json'],
    ['text/csv;q=nonsense, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet;q=0.1', 'xlsx'],
  ])('%j selects %s', (header, format) => {
    expect(acceptedFormat(header)).toBe(format);
  });

  test.each(['text/html', 'application/json;q=0', 'nonsense'])('%j is refused', (header) => {
    expect(() => acceptedFormat(header)).toThrow(Problem);
  });

  test.each(['a/b,'.repeat(16_000), 'text/csv,'.repeat(7_000), `text/csv;${'x=y;'.repeat(15_000)}`])(
    'that is longer than any client needs is refused',
    (header) => {
      expect(() => acceptedFormat(header)).toThrow('longer than 2048');
      expect(asksForPage(`text/html,${header}`)).toBe(false);
    },
  );

  test.each([
    ['text/html', true],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8', true],
    ['application/json, text/html;q=0.1', true],
    ['text/html;q=0, */*', false],
    ['*/*', false],
    ['text/*', false],
    ['application/json;note="text/html"', false],
    ['', false],
    [undefined, false],
  ])('%j is that of a browser: %j', (header, isBrowser) => {
    expect(asksForPage(header)).toBe(isBrowser);
  });
});
