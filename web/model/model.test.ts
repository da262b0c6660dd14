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
  test('lead in both directions, and are named after their target', () => {
    expect(entity('Album').relations.map(({ type, label }) => [type, label])).toEqual([
      ['many2one', 'Artist'],
      ['one2many', 'Track'],
    ]);
  });
  test('by two keys to the same parent have different names on both sides', () => {
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
  test('are ambiguous in requests only if two lead to the same entity by the same column', () => {
    expect(entity('Customer').relations.map(({ ambiguous }) => ambiguous)).toEqual([false, true, true]);
    expect(entity('Invoice').relations.every(({ ambiguous }) => !ambiguous)).toBe(true);
  });
  test('of an entity with itself have both directions', () => {
    expect(entity('Employee').relations.map(({ label }) => label)).toEqual([
      'Reports To',
      'Customer',
      'Employee (Reports To)',
    ]);
  });
  test('by a shared part of a composite key are named after the entity', () => {
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

test('columns of a composite foreign key are neither quantities nor labels', () => {
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
  test('is its Name or its Title', () => {
    expect(entity('Artist').labelColumns).toEqual(['Name']);
    expect(entity('Album').labelColumns).toEqual(['Title']);
  });
  test("is a person's first and last name, in that order", () =>
    expect(entity('Employee').labelColumns).toEqual(['FirstName', 'LastName']));
  test('is only its key if no column is suitable', () =>
    expect(entity('InvoiceLine').labelColumns).toEqual([]));
});
