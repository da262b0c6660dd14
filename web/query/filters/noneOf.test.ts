import { describe, expect, test } from 'vitest';
import { shop } from '../../model/shop.fixture.ts';
import { type Combinator, emptyDocument, type Rule } from '../document.ts';
import { addRoot } from '../edits.ts';
import { toSaved, toUniGrid } from '../request.ts';
import { fromSaved } from '../saved.ts';
import { periodRule } from './rules.ts';

const invoices = addRoot(emptyDocument, shop, 'Invoice');
const compare = (alias: string, name: string, ...args: Parameters<typeof periodRule>[0][]): Rule => ({
  func: { name, args: [{ alias }, ...args] },
});
const dear = compare('Total', 'GT', { value: '5' });
const byBuyer = compare('BuyerId', 'EQ', { param: 'buyer' });
const in2024 = periodRule({ alias: 'InvoiceDate' }, { kind: 'fixed', unit: 'year', start: '2024-01-01' });
const group = (combinator: Combinator, ...entries: readonly Rule[]): Rule => ({
  cond: { with: combinator, entries },
});
const has = (alias: string) => compare(alias, 'NOT_IS_NULL');
const where = (rule: Rule) =>
  toUniGrid({ ...invoices, where: { cond: { with: 'AND', entries: [rule] } } }, new Date()).where?.cond
    .entries[0];

describe('NONE', () => {
  test('includes rows without a value, unlike the opposite comparison', () => {
    expect(where(group('NONE', dear))).toEqual(group('NOT', group('AND', dear, has('Total'))));
    const both = compare('Total', 'GT', { alias: 'BuyerId' });
    expect(where(group('NONE', both))).toEqual(
      group('NOT', group('AND', both, has('Total'), has('BuyerId'))),
    );
    const deep = group('NONE', group('OR', dear, group('NOT', dear)));
    expect(where(deep)).toEqual(
      group(
        'NOT',
        group('OR', group('AND', dear, has('Total')), group('AND', group('NOT', dear), has('Total'))),
      ),
    );
  });

  test('is a plain NOT if its rules are never null', () => {
    for (const rule of [has('Total'), byBuyer, group('NONE', has('Total'))])
      expect(where(group('NONE', rule))).toEqual(group('NOT', rule.cond ? group('NOT', has('Total')) : rule));
  });

  test('is saved and read back, and NOT stays NOT', () => {
    for (const rule of [
      group('NONE', dear),
      group('NONE', dear, has('BuyerId'), byBuyer),
      group('NONE', group('AND', dear, in2024), in2024),
      group('NONE', group('OR', dear, group('NOT', dear))),
      group('NONE', group('NONE', dear)),
      group('NOT', dear),
      group('NOT', dear, has('BuyerId')),
    ]) {
      const doc = { ...invoices, where: { cond: { with: 'AND', entries: [rule] } } } as const;
      expect(fromSaved(toSaved(doc), undefined)?.where).toEqual(doc.where);
    }
  });
});
