// What questions are about: the records, their quantities, and the dates that these have.
import { describe, expect, test } from 'vitest';
import { buildModel } from '../../model/model.ts';
import { table } from '../../model/shop.fixture.ts';
import { sentence, sentenceText } from '../sentence.ts';
import { interpretQuestion } from './question.ts';

const store = buildModel({
  engine: { name: 'sqlite', title: 'Test' },
  entities: {
    bills: table(
      { id: 'integer', supplier_id: 'integer', billed_on: 'date', amount: 'numeric', amount_paid: 'numeric' },
      ['id'],
      [['supplier_id', 'suppliers', 'id']],
    ),
    suppliers: table({ id: 'integer', name: 'string', country: 'string' }, ['id']),
    customers: table(
      {
        id: 'integer',
        first_name: 'string',
        last_name: 'string',
        member_since: 'date',
        credit_limit: 'numeric',
        referred_by: 'integer',
      },
      ['id'],
      [['referred_by', 'customers', 'id']],
    ),
    orders: table(
      {
        id: 'integer',
        customer_id: 'integer',
        ordered_on: 'date',
        channel: 'string',
        ship_country: 'string',
        shipping_cost: 'numeric',
        total: 'numeric',
      },
      ['id'],
      [['customer_id', 'customers', 'id']],
    ),
    products: table({ id: 'integer', product_name: 'string', launched_on: 'date' }, ['id']),
    order_items: table(
      { id: 'integer', order_id: 'integer', product_id: 'integer', pieces: 'integer' },
      ['id'],
      [
        ['order_id', 'orders', 'id'],
        ['product_id', 'products', 'id'],
      ],
    ),
    returns: table(
      { id: 'integer', order_id: 'integer', returned_on: 'date', refund_amount: 'numeric' },
      ['id'],
      [['order_id', 'orders', 'id']],
    ),
  },
});

function taken(text: string) {
  const asked = interpretQuestion(store, text, (word) => word === 'paid');
  const [doc] = asked?.readings ?? [];
  const said = doc && sentenceText(sentence({ doc, model: store, operators: new Map() }));
  return [said?.replace(/ with (?!the ).*?(?=, (where|the|with|counting)|\.$)/, ''), asked?.unknown];
}

test.each([
  // What is sold, rather than what is owed, and what has channels.
  ['revenue per country', 'Count of Orders and Sum of Total by Ship Country from Orders.'],
  ['revenue per channel', 'Count of Orders and Sum of Total by Channel from Orders.'],
  [
    'total refund amount per year',
    'Count of Returns and Sum of Refund Amount by Returned On (year) from Returns.',
  ],
  // People are ranked by what they bought, not by what they may owe, or whom they brought.
  [
    'best customers 2025',
    'Customers, counting only those whose Orders › Ordered On is in 2025, the top 10 by Sum of Orders › Total.',
  ],
  ['orders over 1000', 'Orders, where Total GT 1,000.'],
  ['paid bills', 'Bills, where any text contains “paid”.'],
])('%s', (text, said) => expect(taken(text)).toEqual([said, []]));

describe('a time', () => {
  test.each([
    // Of the orders, whenever the products were launched, but not of the products that were ordered.
    [
      'orders with more than 3 items in 2025',
      'Orders, where Count of Order Items GT 3 and Ordered On is in 2025.',
    ],
    [
      'products with more than 3 items in 2025',
      'Products, where Count of Order Items GT 3, counting only those whose Order Items › Order › Ordered On is in 2025.',
    ],
    ['customers member since 2020', 'Customers, where Member Since GTE Jan 1, 2020.'],
    ['bills with billed date in 2025', 'Bills, where Billed On is in 2025.'],
  ])('%s', (text, said) => expect(taken(text)).toEqual([said, []]));
});
