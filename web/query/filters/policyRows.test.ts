import { describe, expect, test } from 'vitest';
import type { PolicyWhere } from '../../../src/contract/policy.ts';
import { shop, step } from '../../model/shop.fixture.ts';
import type { QueryDocument } from '../document.ts';
import { sentenceText } from '../sentence.ts';
import { type Filter, readFilter, writeFilter } from './filters.ts';
import { toOperators } from './operators.ts';
import { rowsDocument, rowsOf } from './policyRows.ts';
import { addRule } from './rules.ts';
import { ruleParts } from './ruleWords.ts';

const operators = toOperators([
  {
    name: 'EQ',
    phrase: 'is',
    phrases: {},
    args: ['attribute', 'value'],
    types: ['integer', 'string'],
  },
] as never);

const func = (name: string, ...args: object[]): PolicyWhere => ({ func: { name, args } });
const own = func('EQ', { attr: 'SupportRepId' }, { user: 'employee' });
const ofCustomer = func('EXISTS', {
  entity: { id: 'Customer', relation: { attr_parent: 'BuyerId' } },
  where: own,
});

function documentOf(entity: string, rows: PolicyWhere | undefined): QueryDocument {
  const doc = rowsDocument(shop, entity, rows);
  if (!doc) throw new Error('there are no words for it');
  return doc;
}

describe('a row condition of a policy', () => {
  test.each<[string, string, PolicyWhere, PolicyWhere]>([
    ['an attribute of the user', 'Customer', own, own],
    [
      'a list of the user',
      'Customer',
      func('IN', { attr: 'LastName' }, { user: 'names' }),
      func('IN', { attr: 'LastName' }, { user: 'names' }),
    ],
    [
      'two fields',
      'Invoice',
      func('EQ', { attr: 'BuyerId' }, { attr: 'GiftedToId' }),
      func('EQ', { attr: 'BuyerId' }, { attr: 'GiftedToId' }),
    ],
    [
      'nested groups',
      'Customer',
      { cond: { with: 'OR', entries: [own, { cond: { with: 'NOT', entries: [own] } }] } },
      { cond: { with: 'OR', entries: [own, { cond: { with: 'NOT', entries: [own] } }] } },
    ],
    [
      'a relative period',
      'Invoice',
      func('IN_PERIOD', { attr: 'InvoiceDate' }, { period: { unit: 'day', offset: -29, count: 30 } }),
      func('IN_PERIOD', { attr: 'InvoiceDate' }, { period: { unit: 'day', offset: -29, count: 30 } }),
    ],
  ])('with %s is read and written back', (_, entity, rows, expected) => {
    expect(rowsOf(documentOf(entity, rows), shop)).toEqual(expected);
  });

  test('with related records is read and written back with the inner condition', () => {
    expect(rowsOf(documentOf('Invoice', ofCustomer), shop)).toEqual({
      func: {
        name: 'EXISTS',
        args: [
          {
            entity: { id: 'Customer', relation: { attr_parent: 'BuyerId' } },
            where: { cond: { with: 'AND', entries: [own] } },
          },
        ],
      },
    });
  });

  test('refers a shared column name to the nearer entity', () => {
    const rows: PolicyWhere = {
      cond: {
        with: 'AND',
        entries: [
          func('EQ', { attr: 'LastName' }, { value: 'Abel' }),
          func('EXISTS', {
            entity: { id: 'Employee', relation: { attr_parent: 'SupportRepId' } },
            where: func('EQ', { attr: 'LastName' }, { value: 'Baker' }),
          }),
        ],
      },
    };
    const doc = documentOf('Customer', rows);
    const [, exists] = doc.where.cond.entries;
    expect(exists && readFilter(doc, shop, exists)).toMatchObject({
      path: { steps: [step('Customer', 'Support Rep')], attribute: 'LastName' },
      quantity: 'some',
    });
    const again = JSON.stringify(rowsOf(doc, shop));
    expect(again.match(/"attr":"LastName"/g)).toHaveLength(2);
    expect(again).not.toContain('alias');
  });

  test('for all rows is empty', () => {
    expect(rowsOf(documentOf('Customer', undefined), shop)).toBeNull();
  });

  test('that the page cannot express is not opened', () => {
    const odd = func('EQ', { attr: 'LastName' }, { value: null });
    expect(rowsDocument(shop, 'Customer', odd)).toBeUndefined();
  });

  test('has a sentence', () => {
    const doc = documentOf('Invoice', ofCustomer);
    const parts = ruleParts({ doc, model: shop, operators, ofUser: true }, doc.where);
    expect(sentenceText(parts)).toBe(
      'there is at least one Buyer whose Support Rep ID is the user’s employee',
    );
  });
});

describe('a filter in the row condition of a policy', () => {
  const with_ = (entity: string, filter: Omit<Filter, 'quantity'>): QueryDocument => {
    const made = writeFilter(documentOf(entity, undefined), shop, { ...filter, quantity: undefined });
    if (!made) throw new Error('the filter cannot be written');
    return addRule(made.doc, [], made.rule);
  };
  const buyer = [step('Invoice', 'Buyer')];

  test('on a related record becomes a test for existence', () => {
    const path = { root: 'Invoice', steps: buyer, attribute: 'LastName' };
    const doc = with_('Invoice', { path, operator: 'EQ', values: [{ kind: 'literal', value: 'Abel' }] });
    expect(rowsOf(doc, shop)).toMatchObject({
      func: {
        name: 'EXISTS',
        args: [
          {
            entity: { id: 'Customer' },
            where: { cond: { entries: [func('EQ', { attr: 'LastName' }, { value: 'Abel' })] } },
          },
        ],
      },
    });
  });

  test('that compares fields of different records has no policy condition', () => {
    const path = { root: 'Invoice', steps: [], attribute: 'BuyerId' };
    const other = { root: 'Invoice', steps: buyer, attribute: 'CustomerId' };
    const doc = with_('Invoice', { path, operator: 'EQ', values: [{ kind: 'field', path: other }] });
    expect(rowsOf(doc, shop)).toBeUndefined();
  });
});
