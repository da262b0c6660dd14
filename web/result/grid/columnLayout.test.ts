import { describe, expect, test } from 'vitest';
import { type Cell, parseExact } from '../../api/exact.ts';
import { shop } from '../../model/shop.fixture.ts';
import { resultColumns } from '../../query/columns.ts';
import { emptyDocument } from '../../query/document.ts';
import { addRoot } from '../../query/edits.ts';
import type { ColumnFormat } from '../../values/columnFormat.ts';
import { fitWidths } from './columnLayout.ts';

describe('number columns', () => {
  const columns = resultColumns(addRoot(emptyDocument, shop, 'Invoice'), shop);
  const cols = columns.map(({ id }) => id);
  const row = (total: string) => cols.map((id) => (id === 'Total' ? parseExact<Cell>(total) : null));

  test('are wide enough for long numbers', () => {
    const widths = fitWidths(columns, cols, [row('1.5'), row('12345678901234567890.25')], {});
    expect(Object.keys(widths)).toEqual(['Total']);
    expect(widths.Total).toBeGreaterThan(200);
  });
  test('keep their width for short numbers', () => {
    expect(fitWidths(columns, cols, [row('1.5'), row('null')], {})).toEqual({});
  });
  test('have a maximum width', () => {
    expect(fitWidths(columns, cols, [row('9'.repeat(1000))], {})).toEqual({ Total: 400 });
  });
  test('are wide enough for their chosen format and colour', () => {
    const dear = [row('8104703.09')];
    const width = (format: ColumnFormat) => fitWidths(columns, cols, dear, { Total: format }).Total ?? 0;
    expect(width({ style: 'currency', currency: 'CHF', digits: 6 })).toBeGreaterThan(20 * 8);
    expect(width({ style: 'percent', digits: 2, rules: [] })).toBe(
      width({ style: 'percent', digits: 2 }) + 14,
    );
  });
  test('date columns with names of days are wide enough', () => {
    const day = [cols.map((id) => (id === 'InvoiceDate' ? '2025-09-24T00:00:00' : null))];
    const widths = (format: ColumnFormat) => fitWidths(columns, cols, day, { InvoiceDate: format });
    expect(widths({ date: 'long' }).InvoiceDate).toBeGreaterThan('Wednesday, September 24, 2025'.length * 7);
    expect(widths({ date: 'iso' })).toEqual({});
  });
});
