import { expect, test } from 'vitest';
import { buildModel, type Model } from '../model/model.ts';
import { shop, table } from '../model/shop.fixture.ts';
import { conditionsFor, requestFor, searchedEntities } from './recordSearch.ts';

const is = (alias: string, name: string, value: string) => ({ func: { name, args: [{ alias }, { value }] } });
const either = (...entries: readonly object[]) => ({ cond: { with: 'OR', entries } });

const conditionsIn =
  (model: Model) =>
  (name: string, ...words: string[]) => {
    const entity = model.entities.get(name);
    return entity && conditionsFor(entity, words);
  };

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
  const conditions = conditionsIn(model);
  expect(conditions('vehicle', 'HH-1006')).toEqual([
    either(is('plate', 'IEQ', 'HH-1006'), either(is('plate', 'ICONTAINS', 'HH-1006'))),
  ]);
  expect(conditions('customer', 'alfki')).toEqual([
    either(is('code', 'IEQ', 'alfki'), either(is('company_name', 'ICONTAINS', 'alfki'))),
  ]);
  expect(conditions('customer', 'around', 'horn')).toHaveLength(2);
});

test('a unique code besides the key finds its record, with and without a name', () => {
  const unique = (...columns: readonly string[]) => ({
    name: columns.join(),
    columns: [...columns],
    unique: true,
  });
  const model = buildModel({
    engine: { name: 'postgres', title: 'Test' },
    entities: {
      patient: {
        ...table({ id: 'integer', mrn: 'string', name: 'string', ward: 'string' }, ['id']),
        indexes: [unique('id'), unique('mrn'), unique('name'), unique('ward', 'mrn')],
      },
      edition: {
        ...table({ id: 'integer', isbn: 'text', year: 'integer', shelf: 'string' }, ['id']),
        indexes: [unique('isbn'), unique('year'), { ...unique('shelf'), unique: false }],
      },
      order: { ...table({ id: 'integer', total: 'numeric' }, ['id']), indexes: [unique('id')] },
    },
  });
  expect(searchedEntities(model, ['MRN-7']).entities.map(({ name }) => name)).toEqual(['patient', 'edition']);
  const conditions = conditionsIn(model);
  expect(conditions('patient', 'mrn-7')).toEqual([
    either(is('mrn', 'IEQ', 'mrn-7'), either(is('name', 'ICONTAINS', 'mrn-7'))),
  ]);
  expect(conditions('patient', '4711')).toEqual([
    either(is('id', 'EQ', '4711'), is('mrn', 'IEQ', '4711'), either(is('name', 'ICONTAINS', '4711'))),
  ]);
  expect(conditions('patient', 'Ada', 'Lovelace')).toEqual([
    either(is('name', 'ICONTAINS', 'Ada')),
    either(is('name', 'ICONTAINS', 'Lovelace')),
  ]);
  expect(conditions('edition', '978-3')).toEqual([
    either(is('isbn', 'IEQ', '978-3'), either(is('isbn', 'ICONTAINS', '978-3'))),
  ]);
  expect(conditions('order', 'x')).toBeUndefined();
  const patient = model.entities.get('patient');
  expect(
    patient && requestFor(patient, conditions('patient', 'mrn-7') ?? [], []).entities[0]?.attributes,
  ).toEqual([
    { id: 'id', alias: 'id', selected: true },
    { id: 'name', alias: 'name', selected: true },
    { id: 'mrn', alias: 'mrn', selected: false },
  ]);
});
