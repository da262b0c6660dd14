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

test('a column Name is the label', () =>
  expect(labelColumns([text('Code'), text('Name')])).toEqual(['Name']));
test('a column Title is the label if there is no Name', () =>
  expect(labelColumns([text('Notes'), text('Title')])).toEqual(['Title']));
test("first and last name are preferred to a person's Title", () =>
  expect(labelColumns([text('LastName'), text('FirstName'), text('Title')])).toEqual([
    'FirstName',
    'LastName',
  ]));
test('a single name column is preferred to first and last name', () =>
  expect(labelColumns([text('first_name'), text('last_name'), text('name')])).toEqual(['name']));
test('any other text column is the label if it is never null', () => {
  expect(labelColumns([text('Project', { nullable: false })])).toEqual(['Project']);
  expect(labelColumns([text('BillingAddress')])).toEqual([]);
});
test('numbers and keys are not labels', () =>
  expect(labelColumns([text('id', { type: 'integer' }), text('code_of_key', { inKey: true })])).toEqual([]));

test('columns that many records share are not labels', () => {
  const needed = { nullable: false };
  expect(labelColumns([text('class', needed)])).toEqual([]);
  expect(labelColumns([text('OrderStatus', needed), text('Project', needed)])).toEqual(['Project']);
});
