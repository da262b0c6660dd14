// Comparisons with numbers in questions: they apply to the nearest thing, and never to another quantity.
import { describe, expect, test } from 'vitest';
import { buildModel } from '../../model/model.ts';
import { shop, table } from '../../model/shop.fixture.ts';
import { sentence, sentenceText } from '../sentence.ts';
import { interpretQuestion } from './question.ts';
import { stem } from './vocabulary.ts';

const cellar = buildModel({
  engine: { name: 'sqlite', title: 'Test' },
  entities: {
    person: table({ id: 'integer', given_name: 'string', family_name: 'string', born: 'date' }, ['id']),
    wines: table({ id: 'integer', name: 'string', list_price: 'numeric' }, ['id']),
    order: table(
      { id: 'integer', placed_at: 'datetime', buyer_id: 'integer', seller_id: 'integer', fee: 'numeric' },
      ['id'],
      [
        ['buyer_id', 'person', 'id'],
        ['seller_id', 'person', 'id'],
      ],
    ),
    order_line: table(
      { id: 'integer', order_id: 'integer', wine_id: 'integer', quantity: 'integer', discount: 'numeric' },
      ['id'],
      [
        ['order_id', 'order', 'id'],
        ['wine_id', 'wines', 'id'],
      ],
    ),
    payment: table(
      { id: 'integer', order_id: 'integer', paid_at: 'datetime', amount: 'numeric' },
      ['id'],
      [['order_id', 'order', 'id']],
    ),
    tasting: table(
      { id: 'integer', wine_id: 'integer', taster_id: 'integer', held_on: 'date', score: 'integer' },
      ['id'],
      [
        ['wine_id', 'wines', 'id'],
        ['taster_id', 'person', 'id'],
      ],
    ),
  },
});

/** The reading as a sentence, without the shown fields, and the words that were not understood. */
function taken(text: string): readonly string[] {
  const asked = interpretQuestion(cellar, text, (word) => /^\p{Lu}/u.test(word));
  const [doc] = asked?.readings ?? [];
  const said = doc && sentenceText(sentence({ doc, model: cellar, operators: new Map() }));
  const short = said?.replace(/ with .*?(?=, (where|counting|the top|the bottom)|\.$)/, '') ?? '';
  return [short.replace(/ from Order(?=[,.])/, ''), ...(asked?.unknown ?? [])];
}

describe('a number is compared with the quantity before it', () => {
  test.each([
    ['orders with payments over 500', 'Order, where there is at least one Payment whose Amount GT 500.'],
    [
      'orders with payment amount over 500',
      'Order, where there is at least one Payment whose Amount GT 500.',
    ],
    ['orders without payments over 500', 'Order, where there is no Payment whose Amount GT 500.'],
    [
      'orders with more than 3 order lines with quantity over 5',
      'Order, where Count of Order Line GT 3, counting only those whose Order Line › Quantity GT 5.',
    ],
    [
      'orders with quantity over 5 and under 9',
      'Order, where there is at least one Order Line whose Quantity GT 5 and whose Quantity LT 9.',
    ],
    ['orders with a total quantity over 20', 'Order, where Sum of Order Line › Quantity GT 20.'],
    ['wines with average score above 80', 'Wines, where Average of Tasting › Score GT 80.'],
    ['wines with number of tastings over 3', 'Wines, where Count of Tasting GT 3.'],
    ['orders with fee over 5 and under 9', 'Order, where Fee GT 5 and Fee LT 9.'],
    [
      'orders with more than 2 order lines and over 1 payment and under 9 order lines',
      'Order, where Count of Order Line GT 2, Count of Payment GT 1 and Count of Order Line LT 9.',
    ],
  ])('%s is understood', (words, said) => expect(taken(words)).toEqual([said]));

  test.each([
    // The lines have two quantities, and neither is the default.
    ['orders with order lines over 5', ['Order, where there is at least one Order Line.', 'over 5']],
    // A measure of groups is not a quantity of the records.
    ['average fee over 6 per buyer', ['Count of Order and Average of Fee by Buyer.', 'over 6']],
    ['sum of fee over 100 per buyer', ['Count of Order and Sum of Fee by Buyer.', 'over 100']],
    [
      'wines with tastings with more than 3 order lines',
      ['Wines, where there is at least one Tasting and Count of Order Line GT 3.'],
    ],
    // The number of tastings is meant, not what they are worth.
    ['folk who wrote more than 3 tastings', ['Tasting.', 'folk', 'wrote', 'more than 3']],
    // The buyer's date of birth is not a date of the order.
    ['orders with buyer born before 1970', ['Order, where Buyer ID NOT_IS_NULL.', 'born', 'before 1970']],
  ])('%s is understood in part', (words, said) => expect(taken(words)).toEqual(said));

  test.each([
    ['exactly 3', 'EQ 3'],
    ['only 1', 'EQ 1'],
    ['3 or more', 'GTE 3'],
    ['3 or fewer', 'LTE 3'],
    ['no more than 3', 'LTE 3'],
    ['not more than 3', 'LTE 3'],
    ['no fewer than two', 'GTE 2'],
    ['up to 2', 'LTE 2'],
    ['fewer than 2', 'LT 2'],
    ['between 2 and 4', 'BETWEEN_INC 2 and 4'],
    ['at least 2 but fewer than 4', 'BETWEEN_INC 2 and 3'],
    ['more than 2 and at most 5', 'BETWEEN_INC 3 and 5'],
  ])('orders with %s order lines are selected by their count', (words, said) =>
    expect(taken(`orders with ${words} order lines`)).toEqual([`Order, where Count of Order Line ${said}.`]),
  );

  test('a total belongs to a single related record, or is reported as not understood', () => {
    const words = (text: string) => {
      const asked = interpretQuestion(shop, text);
      const [doc] = asked?.readings ?? [];
      const said = doc && sentenceText(sentence({ doc, model: shop, operators: new Map() }));
      return [said?.match(/(?<=where ).*/)?.[0], asked?.unknown];
    };
    expect(words('customers with a total over 40')).toEqual([undefined, ['total over 40']]);
    expect(words('customers with invoices with a total over 40')).toEqual([
      'there is at least one Invoice (Buyer) whose Total GT 40.',
      [],
    ]);
  });

  test('a number of records behind related records is reported as not understood', () => {
    expect(taken('persons with orders with more than 3 order lines')).toEqual([
      'Person, where there is at least one Order (Buyer).',
      'more than 3 order lines',
    ]);
  });

  test('irregular plurals are recognised', () => {
    expect(taken('people with at most 2 tastings')).toEqual(['Person, where Count of Tasting LTE 2.']);
    expect(
      ['Addresses', 'boxes', 'caches', 'branches', 'movies', 'invoices', 'categories'].map(stem),
    ).toEqual(['Address', 'box', 'cache', 'branch', 'movie', 'invoice', 'category'].map(stem));
  });

  test('a score is not summed to find the highest', () => {
    expect(taken('wines with the highest score')).toEqual([
      'Wines, the top 10 by Maximum of Tasting › Score.',
    ]);
    expect(taken('top 3 wines by score')).toEqual(['Wines, the top 3 by Average of Tasting › Score.']);
    expect(taken('wines with the lowest score')).toEqual([
      'Wines, the bottom 10 by Minimum of Tasting › Score (empty ones first).',
    ]);
  });
});
