import { describe, expect, test } from 'vitest';
import { shop, step } from '../../model/shop.fixture.ts';
import { decode, encode } from '../codec/codec.ts';
import { resultColumns } from '../columns.ts';
import { emptyDocument, type QueryDocument } from '../document.ts';
import { addRoot, removeField } from '../edits.ts';
import { toOperators } from '../filters/operators.ts';
import { toUniGrid } from '../request.ts';
import { sentence, sentenceText } from '../sentence.ts';
import { addMeasure, groupBy } from './grouping.ts';
import { groupNarrowing, rowsBehind } from './rowsBehind.ts';
import { setTimeGroup } from './timeGroups.ts';

const date = { root: 'Invoice', steps: [], attribute: 'InvoiceDate' };
const byMonth = groupBy(addRoot(emptyDocument, shop, 'Invoice'), shop, date);
const weekday = 'Invoice Date (day of the week)';
const byWeekday = setTimeGroup(byMonth, shop, 'InvoiceDate', { part: 'weekday' });
const labels = (doc: QueryDocument) => resultColumns(doc, shop).map(({ label }) => label);
const words = (doc: QueryDocument) =>
  sentenceText(sentence({ doc, model: shop, operators: toOperators([]) }));
const sent = (doc: QueryDocument) => toUniGrid(doc, new Date(2024, 0, 1));

describe('a group by a part of a date', () => {
  test('uses a computed field, and is read back from a link', () => {
    expect(labels(byWeekday)).toEqual([weekday, 'Count of Invoice']);
    expect(words(byWeekday)).toBe(`Count of Invoice by ${weekday}.`);
    const { group, entities } = sent(byWeekday);
    expect(group).toEqual([weekday]);
    expect(entities[0]?.attributes).toContainEqual({
      alias: weekday,
      selected: true,
      expr: { fn: 'PART', args: [{ alias: 'InvoiceDate' }, { value: 'weekday' }] },
    });
    expect(entities[0]?.attributes).toContainEqual({
      id: 'InvoiceDate',
      alias: 'InvoiceDate',
      selected: false,
    });
    expect(decode(encode(byWeekday))).toEqual(byWeekday);
  });

  test('may be changed to another part, to periods, or to the date itself', () => {
    expect(labels(setTimeGroup(byWeekday, shop, weekday, { part: 'hour' }))).toEqual([
      'Invoice Date (hour of the day)',
      'Count of Invoice',
    ]);
    expect(setTimeGroup(byWeekday, shop, weekday, { bucket: 'month' }).entities).toEqual(
      expect.arrayContaining(byMonth.entities.map((root) => expect.objectContaining({ alias: root.alias }))),
    );
    expect(labels(setTimeGroup(byWeekday, shop, weekday, { bucket: 'year' }))).toEqual([
      'Invoice Date (year)',
      'Count of Invoice',
    ]);
    expect(labels(setTimeGroup(byWeekday, shop, weekday, { bucket: undefined }))).toEqual([
      'Invoice Date',
      'Count of Invoice',
    ]);
  });

  test('may be combined with another part or with periods of the same date', () => {
    const both = setTimeGroup(groupBy(byWeekday, shop, date), shop, 'InvoiceDate', { part: 'hour' });
    expect(sent(both).group).toEqual([weekday, 'Invoice Date (hour of the day)']);
    expect(sent(groupBy(byWeekday, shop, date)).group).toEqual(['InvoiceDate', weekday]);
    const back = setTimeGroup(both, shop, weekday, { bucket: 'quarter' });
    expect(sent(back).group).toEqual(['InvoiceDate', 'Invoice Date (hour of the day)']);
  });

  test('is removed with its computed field', () => {
    const without = removeField(groupBy(byWeekday, shop, { ...date, attribute: 'BuyerId' }), weekday);
    expect(JSON.stringify(without.entities)).not.toContain('PART');
    expect(JSON.stringify(without.entities)).not.toContain('InvoiceDate');
  });

  test('may use related records', () => {
    const steps = [step('Customer', 'Invoice (Buyer)')];
    const customers = groupBy(addRoot(emptyDocument, shop, 'Customer'), shop, {
      ...date,
      root: 'Customer',
      steps,
    });
    const grouped = setTimeGroup(customers, shop, 'Invoice.InvoiceDate', { part: 'weekday' });
    expect(labels(grouped)).toEqual([`Invoice (Buyer) › ${weekday}`, 'Count of Customer']);
  });

  test('leads to its rows, with the day by its name', () => {
    const summed = addMeasure(byWeekday, shop, { ...date, attribute: 'Total' }, 'sum');
    const behind = rowsBehind(
      summed,
      shop,
      groupNarrowing(summed, shop, () => '5'),
      undefined,
    );
    expect(words(behind ?? emptyDocument)).toContain(`where ${weekday} EQ Friday`);
  });
});
