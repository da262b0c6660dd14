import { expect, test } from 'vitest';
import { shop, step } from '../model/shop.fixture.ts';
import { rankingColumns, requestedColumns, resultColumns } from './columns.ts';
import { emptyDocument } from './document.ts';
import { addRoot } from './edits.ts';
import { addMeasure, groupBy } from './groups/grouping.ts';
import { addRollup } from './groups/rollups.ts';

test('columns are ranked with computed ones first and keys last, without foreign keys', () => {
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

test('requested columns include the fields of the group, or the name of the record', () => {
  const invoices = addRoot(emptyDocument, shop, 'Invoice');
  const own = (attribute: string) => ({ root: 'Invoice', steps: [], attribute });
  const perBuyer = addMeasure(groupBy(invoices, shop, own('BuyerId')), shop, own('Total'), 'sum');
  expect([...requestedColumns(perBuyer, shop)]).toEqual(['BuyerId', 'count_InvoiceId', 'sum_Total']);
  const customers = addRoot(emptyDocument, shop, 'Customer');
  const spent = { root: 'Customer', steps: [step('Customer', 'Invoice (Buyer)')], attribute: 'Total' };
  const asked = [...requestedColumns(addRollup(customers, shop, spent, 'sum'), shop)];
  expect(asked.slice(0, 2)).toEqual(['FirstName', 'LastName']);
  expect(asked).toHaveLength(3);
});
