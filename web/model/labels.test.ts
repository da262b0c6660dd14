import { expect, test } from 'vitest';
import { labelColumns } from './labels.ts';
import type { Column } from './model.ts';

const text = (name: string, more: Partial<Column> = {}) => ({
  name,
  type: 'string' as const,
  inKey: false,
  inReference: false,
  nullable: true,
  ...more,
});

test('a name names a record', () => expect(labelColumns([text('Code'), text('Name')])).toEqual(['Name']));
test('a title does where there is no name', () =>
  expect(labelColumns([text('Notes'), text('Title')])).toEqual(['Title']));
test('first and last name come before the title of a person', () =>
  expect(labelColumns([text('LastName'), text('FirstName'), text('Title')])).toEqual([
    'FirstName',
    'LastName',
  ]));
test('a single name comes before its parts', () =>
  expect(labelColumns([text('first_name'), text('last_name'), text('name')])).toEqual(['name']));
test('any other text will do if it is always there', () => {
  expect(labelColumns([text('Project', { nullable: false })])).toEqual(['Project']);
  expect(labelColumns([text('BillingAddress')])).toEqual([]);
});
test('numbers and keys name nothing', () =>
  expect(labelColumns([text('id', { type: 'integer' }), text('code_of_key', { inKey: true })])).toEqual([]));

test('what many records share names none of them', () => {
  const needed = { nullable: false };
  expect(labelColumns([text('class', needed)])).toEqual([]);
  expect(labelColumns([text('OrderStatus', needed), text('Project', needed)])).toEqual(['Project']);
});
