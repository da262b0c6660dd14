import { expect, test } from 'vitest';
import { shop, step } from '../../model/shop.fixture.ts';
import { decode, encode } from '../codec/codec.ts';
import { resultColumns } from '../columns.ts';
import { emptyDocument, type QueryDocument } from '../document.ts';
import { addRoot } from '../edits.ts';
import { toFile } from '../file.ts';
import { addMeasure, groupBy, removeMeasure, ungroup } from '../groups/grouping.ts';
import { toPivot } from '../groups/pivot.ts';
import { setHaving } from '../groups/shownGroups.ts';
import { toUniGrid } from '../request.ts';
import { fromSaved } from '../saved.ts';
import { asGroupFormula, formulaNames, previewOf, setComputed } from './computed.ts';

const now = new Date(0);
const date = { root: 'Invoice', steps: [], attribute: 'InvoiceDate' };
const total = { root: 'Invoice', steps: [], attribute: 'Total' };
const buyer = { root: 'Invoice', steps: [step('Invoice', 'Buyer')], attribute: 'LastName' };
const perMonth = addMeasure(groupBy(addRoot(emptyDocument, shop, 'Invoice'), shop, date), shop, total, 'sum');
const expr = { fn: 'DIV', args: [{ alias: 'Sum of Total' }, { alias: 'Count of Invoice' }] };
const each = setComputed(perMonth, shop, 'Invoice', { name: 'Each', expr });

const attributes = (doc: QueryDocument) =>
  toUniGrid(doc, now).entities[0]?.attributes.filter((item) => 'alias' in item && item.alias === 'Each');
const sent = {
  alias: 'Each',
  expr: { fn: 'DIV', args: [{ alias: 'sum_Total' }, { alias: 'count_InvoiceId' }] },
  selected: true,
};

test('a formula of groups may use their measures, and is not a group field', () => {
  expect(formulaNames(perMonth, shop).slice(0, 2).toSorted()).toEqual(['Count of Invoice', 'Sum of Total']);
  expect(formulaNames(addRoot(emptyDocument, shop, 'Invoice'), shop)).not.toContain('Sum of Total');
  expect(attributes(each)).toEqual([sent]);
  expect(toUniGrid(each, now).group).toEqual(['InvoiceDate']);
  const column = resultColumns(each, shop).at(-1);
  expect(column).toMatchObject({ id: 'Each', kind: 'over', type: 'numeric', isRounded: true });
  // Its preview shows values of the groups.
  expect(toUniGrid(previewOf(perMonth, shop, 'Invoice', expr), now).group).toEqual(['InvoiceDate']);
});

test('a formula of groups names the field of single rows that it uses', () => {
  const mixed = { fn: 'DIV', args: [{ alias: 'Sum of Total' }, { alias: 'Total' }] };
  expect(asGroupFormula(perMonth, shop, mixed)?.rowFieldLabel).toBe('Total');
  expect(asGroupFormula(perMonth, shop, expr)?.rowFieldLabel).toBeUndefined();
  expect(asGroupFormula(perMonth, shop, { alias: 'Total' })).toBeUndefined();
});

test('a formula of groups is removed with its measures', () => {
  expect(attributes(removeMeasure(each, 'Total', 'sum'))).toEqual([]);
  expect(attributes(ungroup(each, shop))).toEqual([]);
  expect(attributes(groupBy(each, shop, buyer))).toEqual([sent]);
});

test('a formula of groups is kept in links, saved queries and exports', () => {
  expect(attributes(decode(encode(each)) ?? emptyDocument)).toEqual([sent]);
  expect(attributes(fromSaved(toUniGrid(each, now), null) ?? emptyDocument)).toEqual([sent]);
  const [root] = toFile(each, shop, now).unigrid.entities;
  expect(root?.attributes).toContainEqual({
    alias: 'Each',
    expr: { fn: 'DIV', args: [{ alias: 'sum_Total' }, { alias: 'count_Invoice ID' }] },
    selected: true,
  });
});

test('a formula of groups may filter the groups, and may be changed', () => {
  const rule = { func: { name: 'GT', args: [{ alias: 'Each' }, { value: 5 }] } };
  const picked = setHaving(each, rule);
  const other = setComputed(picked, shop, 'Invoice', {
    name: 'Each',
    expr: { fn: 'NEG', args: [{ alias: 'Sum of Total' }] },
    replaces: 'Each',
  });
  expect(toUniGrid(other, now).having).toEqual({ cond: { with: 'AND', entries: [rule] } });
  expect(attributes(other)).toEqual([
    { alias: 'Each', expr: { fn: 'NEG', args: [{ alias: 'sum_Total' }] }, selected: true },
  ]);
});

test('a formula of groups may be used in a pivot table', () => {
  const both = groupBy(each, shop, buyer);
  const pivot = { down: ['Buyer.LastName'], across: 'InvoiceDate', measure: 'Each' };
  const { query } = toPivot(both, shop, now, pivot);
  expect(JSON.stringify(query.entities)).toContain('"alias":"Each","expr"');
  expect(query.pivot).toBe('InvoiceDate');
});
