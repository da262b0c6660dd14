import { describe, expect, test } from 'vitest';
import { isQuantity } from '../values/types.ts';
import { buildModel } from './model.ts';
import { shop, table } from './shop.fixture.ts';

const entity = (name: string) => {
  const found = shop.entities.get(name);
  if (!found) throw new Error(name);
  return found;
};

describe('relations', () => {
  test('lead both ways and are called by what they lead to', () => {
    expect(entity('Album').relations.map(({ type, label }) => [type, label])).toEqual([
      ['many2one', 'Artist'],
      ['one2many', 'Track'],
    ]);
  });
  test('of two keys to the same parent are told apart on both sides', () => {
    expect(
      entity('Invoice')
        .relations.slice(0, 2)
        .map(({ label }) => label),
    ).toEqual(['Buyer', 'Gifted To']);
    expect(
      entity('Customer')
        .relations.slice(1)
        .map(({ label }) => label),
    ).toEqual(['Invoice (Buyer)', 'Invoice (Gifted To)']);
  });
  test('are ambiguous on the wire only where two leave by the same column to the same entity', () => {
    expect(entity('Customer').relations.map(({ ambiguous }) => ambiguous)).toEqual([false, true, true]);
    expect(entity('Invoice').relations.every(({ ambiguous }) => !ambiguous)).toBe(true);
  });
  test('to itself give both ends', () => {
    expect(entity('Employee').relations.map(({ label }) => label)).toEqual([
      'Reports To',
      'Customer',
      'Employee (Reports To)',
    ]);
  });
  test('by a column that is only a part of the key are called by the entity', () => {
    const section = table({ course_id: 'integer', term: 'string', number: 'integer' }, [
      'course_id',
      'term',
      'number',
    ]);
    const person = table({ id: 'integer' }, ['id']);
    const columns = ['course_id', 'term', 'number'];
    const earlier = columns.map((column) => `earlier_${column}`);
    const { entities } = buildModel({
      engine: { name: 'sqlite', title: 'Test' },
      entities: {
        section,
        person,
        enrolment: {
          ...table({ id: 'integer', course_id: 'integer', term: 'string', number: 'integer' }, ['id']),
          foreignKeys: [
            { columns, entity: 'section', entityColumns: columns },
            { columns: earlier, entity: 'section', entityColumns: columns },
            { columns: ['id'], entity: 'person', entityColumns: ['id'] },
          ],
        },
      },
    });
    const labels = (name: string) => entities.get(name)?.relations.map(({ label }) => label);
    expect(labels('enrolment')?.toSorted()).toEqual(['Earlier Number', 'Person', 'Section']);
    expect(labels('section')).toEqual(['Enrolment (Section)', 'Enrolment (Earlier Number)']);
  });
});

test('the columns of a key of several are no quantities, and name no record', () => {
  const copies = table({ book: 'string', number: 'integer' }, ['book', 'number']);
  const loans = table({ id: 'integer', book: 'string', number: 'integer', fine: 'numeric' }, ['id']);
  const foreignKeys = [{ columns: ['book', 'number'], entity: 'copies', entityColumns: ['book', 'number'] }];
  const { entities } = buildModel({
    engine: { name: 'sqlite', title: 'Test' },
    entities: { copies, loans: { ...loans, foreignKeys } },
  });
  const { columns = [], labelColumns } = entities.get('loans') ?? {};
  expect(columns.filter(isQuantity).map(({ name }) => name)).toEqual(['fine']);
  expect(labelColumns).toEqual([]);
});

describe('the name of a record', () => {
  test('is its Name or Title', () => {
    expect(entity('Artist').labelColumns).toEqual(['Name']);
    expect(entity('Album').labelColumns).toEqual(['Title']);
  });
  test('is first and last name of a person, in that order', () =>
    expect(entity('Employee').labelColumns).toEqual(['FirstName', 'LastName']));
  test('is nothing but the key where no column can tell', () =>
    expect(entity('InvoiceLine').labelColumns).toEqual([]));
});
