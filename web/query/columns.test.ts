import { expect, test } from 'vitest';
import { shop, step } from '../model/shop.fixture.ts';
import { rankingColumns, resultColumns } from './columns.ts';
import { emptyDocument } from './document.ts';
import { addRoot } from './edits.ts';
import { addRollup } from './rollups.ts';

test('rows are ranked by what was worked out first, by keys last, and never by the number of a reference', () => {
  const invoices = addRoot(emptyDocument, shop, 'Invoice');
  const lines = { root: 'Invoice', steps: [step('Invoice', 'Invoice Line')], attribute: 'Quantity' };
  const measured = addRollup(invoices, shop, lines, 'sum');
  expect(rankingColumns(resultColumns(measured, shop)).map(({ label }) => label)).toEqual([
    'Sum of Invoice Line › Quantity',
    'Invoice Date',
    'Total',
    'Invoice ID',
  ]);
});
