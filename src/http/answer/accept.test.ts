import { describe, expect, test } from 'vitest';
import { Problem } from '../../contract/problem.ts';
import { acceptedFormat } from './accept.ts';

describe('an Accept header', () => {
  test.each([
    [undefined, 'csv'],
    ['', 'csv'],
    ['*/*', 'csv'],
    ['text/*', 'csv'],
    ['text/csv;q=0, text/*', 'tsv'],
    ['application/json', 'json'],
    ['application/json, text/plain, */*', 'csv'],
    ['application/json, */*;q=0.9', 'json'],
    ['text/html, Application/X-NDJSON;q=0.5, */*;q=0.1', 'ndjson'],
    ['application/*', 'json'],
    ['text/csv;q=nonsense, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet;q=0.1', 'xlsx'],
  ])('%j asks for %s', (header, format) => {
    expect(acceptedFormat(header)).toBe(format);
  });

  test.each(['text/html', 'application/json;q=0', 'nonsense'])('%j asks for nothing there is', (header) => {
    expect(() => acceptedFormat(header)).toThrow(Problem);
  });
});
