import { expect, test } from 'vitest';
import { shop } from '../model/shop.fixture.ts';
import { suggestionQuery } from './useSuggestions.ts';

function queryFor(entity: string, column: string, typed: string) {
  const home = shop.entities.get(entity);
  const field = home?.column.get(column);
  if (!home || !field) throw new Error(`There is no ${entity}.${column}`);
  return suggestionQuery(shop, home, field, typed);
}

test('suggestions are counted, the most frequent first', () => {
  const { group, order, where } = queryFor('Genre', 'Name', '');
  expect(group).toEqual(['v']);
  expect(order).toEqual([{ alias: 'count_n', asc: false }]);
  expect(where).toBeUndefined();
});

test('a foreign key is found by the label of its record, each word in any field', () => {
  const { group, where } = queryFor('Invoice', 'BuyerId', 'leo köh');
  expect(group).toEqual(['v', 'name 0', 'name 1']);
  expect(where?.cond.entries).toHaveLength(2);
  expect(where?.cond.entries[0]).toEqual({
    cond: {
      with: 'OR',
      entries: ['v', 'name 0', 'name 1'].map((alias) => ({
        func: { name: 'ICONTAINS', args: [{ alias }, { value: 'leo' }] },
      })),
    },
  });
});
