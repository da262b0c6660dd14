import { expect, test } from 'vitest';
import { shop } from '../model/shop.fixture.ts';
import { conditionsFor } from './recordSearch.ts';

test('a record without a name is found by its key only', () => {
  const invoice = shop.entities.get('Invoice');
  if (!invoice) throw new Error('the shop has no invoices');
  expect(invoice.labelColumns).toEqual([]);
  expect(conditionsFor(invoice, [])).toEqual([]);
  expect(conditionsFor(invoice, ['Lozano'])).toBeUndefined();
  const byKey = { func: { name: 'EQ', args: [{ alias: 'InvoiceId' }, { value: '42' }] } };
  expect(conditionsFor(invoice, ['42'])).toEqual([{ cond: { with: 'OR', entries: [byKey] } }]);
});
