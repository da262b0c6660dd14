import { expect, test } from 'vitest';
import { buildModel, type CatalogEntity } from './model.ts';
import { partsOf } from './parts.ts';

function table(...columns: string[]): CatalogEntity {
  return {
    kind: 'table',
    columns: columns.map((name) => ({
      name,
      type: 'integer',
      nativeType: 'INTEGER',
      nullable: false,
      default: null,
      generated: false,
      comment: null,
    })),
    key: columns.slice(0, 1),
    foreignKeys: [],
    rowEstimate: null,
    comment: null,
  };
}

function parts(entities: Readonly<Record<string, CatalogEntity>>) {
  return [...partsOf(buildModel({ engine: { name: 'sqlite', title: 'Test' }, entities }))];
}

test('tables with the same columns and a longer name are parts of a table', () =>
  expect(
    parts({
      payment_p2: table('id', 'amount'),
      payment: table('id', 'amount'),
      payment_p1: table('id', 'amount'),
      payment_type: table('id'),
      paymentlike: table('id', 'amount'),
    }),
  ).toEqual([['payment', ['payment_p1', 'payment_p2']]]));

test('a single twin, different columns, or a missing whole make no parts', () => {
  expect(parts({ orders: table('id', 'x'), orders_archive: table('id', 'x') })).toEqual([]);
  expect(parts({ a: table('id'), a_1: table('id', 'x'), a_2: table('id', 'y') })).toEqual([]);
  expect(parts({ log_1: table('id'), log_2: table('id'), log_3: table('id') })).toEqual([]);
});
