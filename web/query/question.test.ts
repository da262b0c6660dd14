import { describe, expect, test } from 'vitest';
import { shop } from '../model/shop.fixture.ts';
import { askedFor, namedEntity, wordsOf } from './question.ts';
import { searchedWord } from './textSearch.ts';

const named = (text: string) => {
  const found = namedEntity(shop, wordsOf(text));
  return found && [found.entity.name, found.rest];
};

describe('a question', () => {
  test('names an entity, also in the plural and in the midst of other words', () => {
    expect(named('customers')).toEqual(['Customer', []]);
    expect(named('customer 387')).toEqual(['Customer', ['387']]);
    expect(named('Germany invoices 2024?')).toEqual(['Invoice', ['Germany', '2024']]);
    expect(named('fritz vogel')).toBeUndefined();
  });

  test('takes the longest name that fits', () =>
    expect(named('invoice lines 5')).toEqual(['InvoiceLine', ['5']]));

  test('takes a year for a period where the entity has a date, and other words for texts', () => {
    const doc = askedFor(shop, 'invoices Germany 2024');
    const [text, from] = doc?.where.cond.entries ?? [];
    expect(doc && text && searchedWord(doc, shop, text)).toBe('Germany');
    expect(from).toEqual({
      func: {
        name: 'BETWEEN_INC',
        args: [{ alias: 'InvoiceDate' }, { value: '@year 2024-01-01' }, { value: '@year 2024-01-01' }],
      },
    });
  });

  test('that is only a name, or none, is no question', () => {
    expect(askedFor(shop, 'invoices')).toBeUndefined();
    expect(askedFor(shop, 'fritz vogel')).toBeUndefined();
  });
});
