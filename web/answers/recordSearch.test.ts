import { expect, test } from 'vitest';
import { buildModel } from '../model/model.ts';
import { shop, table } from '../model/shop.fixture.ts';
import { conditionsFor, searchedEntities } from './recordSearch.ts';

test('a record without a name is found by its key only', () => {
  const invoice = shop.entities.get('Invoice');
  if (!invoice) throw new Error('the shop has no invoices');
  expect(invoice.labelColumns).toEqual([]);
  expect(conditionsFor(invoice, [])).toEqual([]);
  expect(conditionsFor(invoice, ['Lozano'])).toBeUndefined();
  const byKey = { func: { name: 'EQ', args: [{ alias: 'InvoiceId' }, { value: '42' }] } };
  expect(conditionsFor(invoice, ['42'])).toEqual([{ cond: { with: 'OR', entries: [byKey] } }]);
});

test('a key that is a text finds its record, with and without a name', () => {
  const model = buildModel({
    engine: { name: 'postgres', title: 'Test' },
    entities: {
      vehicle: table({ plate: 'text', seats: 'integer' }, ['plate']),
      customer: table({ code: 'string', company_name: 'string' }, ['code']),
      ride: table({ plate: 'text', day: 'date' }, ['plate', 'day'], [['plate', 'vehicle', 'plate']]),
    },
  });
  const { entities } = searchedEntities(model, ['HH-1006']);
  expect(entities.map(({ name }) => name).toSorted()).toEqual(['customer', 'vehicle']);
  const is = (alias: string, name: string, value: string) => ({
    func: { name, args: [{ alias }, { value }] },
  });
  const either = (...entries: readonly object[]) => ({ cond: { with: 'OR', entries } });
  const conditions = (name: string, ...words: string[]) => {
    const entity = model.entities.get(name);
    return entity && conditionsFor(entity, words);
  };
  expect(conditions('vehicle', 'HH-1006')).toEqual([
    either(is('plate', 'IEQ', 'HH-1006'), either(is('plate', 'ICONTAINS', 'HH-1006'))),
  ]);
  expect(conditions('customer', 'alfki')).toEqual([
    either(is('code', 'IEQ', 'alfki'), either(is('company_name', 'ICONTAINS', 'alfki'))),
  ]);
  expect(conditions('customer', 'around', 'horn')).toHaveLength(2);
});
