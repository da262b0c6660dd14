import { describe, expect, test } from 'vitest';
import { type Cell, parseExact } from '../../api/exact.ts';
import { shop } from '../../model/shop.fixture.ts';
import { resultColumns } from '../../query/columns.ts';
import { emptyDocument } from '../../query/document.ts';
import { addRoot } from '../../query/edits.ts';
import { numberWidths } from './columnLayout.ts';

describe('columns of numbers', () => {
  const columns = resultColumns(addRoot(emptyDocument, shop, 'Invoice'), shop);
  const cols = columns.map(({ id }) => id);
  const row = (total: string) => cols.map((id) => (id === 'Total' ? parseExact<Cell>(total) : null));

  test('are wide enough for long ones', () => {
    const widths = numberWidths(columns, cols, [row('1.5'), row('12345678901234567890.25')]);
    expect(Object.keys(widths)).toEqual(['Total']);
    expect(widths.Total).toBeGreaterThan(200);
  });
  test('stay as they are for short ones', () => {
    expect(numberWidths(columns, cols, [row('1.5'), row('null')])).toEqual({});
  });
  test('do not grow without end', () => {
    expect(numberWidths(columns, cols, [row('9'.repeat(1000))])).toEqual({ Total: 400 });
  });
});
