import { describe, expect, test } from 'vitest';
import { t } from '../messages/index.ts';
import { shop, step } from '../model/shop.fixture.ts';
import { encode } from './codec/codec.ts';
import { decodeDocument } from './codec/reading.ts';
import { encodeDocument } from './codec/writing.ts';
import { branch, emptyDocument, type QueryDocument, type Rule } from './document.ts';
import { addField, addRoot } from './edits.ts';
import { writeFilter } from './filters/filters.ts';
import { type Period, parsePeriod, periodToken } from './filters/relative.ts';
import { addRule } from './filters/rules.ts';
import { setComputed } from './formula/computed.ts';
import { setFilter } from './groups/counting.ts';
import { addMeasure, addOver, groupBy } from './groups/grouping.ts';
import { addRollup } from './groups/rollups.ts';
import { setHaving, setTop } from './groups/shownGroups.ts';
import { makeParameter, offerParameters } from './parameters.ts';
import { toSaved, toUniGrid } from './request.ts';
import { fromSaved, savedView } from './saved.ts';
import { setSort } from './sorting.ts';
import { hideColumn, renameColumn } from './view.ts';

const invoices = addRoot(emptyDocument, shop, 'Invoice');
const albums = addRoot(emptyDocument, shop, 'Album');
const own = (attribute: string) => ({ root: 'Invoice', steps: [], attribute });

function filtered(doc: QueryDocument, rule: Rule): QueryDocument {
  return addRule(doc, [], rule);
}

function inPeriod(period: Period, name = 'BETWEEN_INC'): QueryDocument {
  const token = { value: periodToken(period) };
  return filtered(invoices, { func: { name, args: [{ alias: 'InvoiceDate' }, token, token] } });
}

const tracksCalled = writeFilter(albums, shop, {
  path: { root: 'Album', steps: [step('Album', 'Track')], attribute: 'Name' },
  operator: 'ICONTAINS',
  values: [{ kind: 'literal', value: 'x' }],
  quantity: 'none',
});
const bySum = addMeasure(groupBy(invoices, shop, own('BuyerId')), shop, own('Total'), 'sum');
const expr = { fn: 'MUL', args: [{ alias: 'Total' }, { value: 2 }] };
const dear = filtered(invoices, { func: { name: 'GT', args: [{ alias: 'Total' }, { value: '5' }] } });
const [offer] = offerParameters(dear, shop, [0]);

const documents: Readonly<Record<string, QueryDocument>> = {
  'a plain list': albums,
  'related fields, sorted': setSort(
    addField(albums, shop, { root: 'Album', steps: [step('Album', 'Artist')], attribute: 'Name' }),
    'Title',
    false,
  ),
  'hidden and renamed columns': renameColumn(hideColumn(albums, 'AlbumId'), 'Title', 'Record'),
  'related records': filtered(
    tracksCalled?.doc ?? albums,
    tracksCalled?.rule ?? { func: { name: '', args: [] } },
  ),
  'a value of the latest related record': addRollup(
    albums,
    shop,
    { root: 'Album', steps: [step('Album', 'Track')], attribute: 'Name' },
    { end: 'latest', by: 'TrackId' },
  ),
  'groups with measures, conditions and a top': setTop(
    setHaving(bySum, { func: { name: 'GT', args: [{ alias: 'sum_Total' }, { value: '5' }] } }),
    { n: 3, by: 'sum_Total', asc: false, per: [] },
  ),
  'a top with nulls first': setTop(bySum, {
    n: 3,
    by: 'sum_Total',
    asc: false,
    nulls: 'first',
    per: [],
  }),
  'a share': addOver(bySum, shop, { fn: 'share', of: 'sum_Total' }, 'Share').doc,
  'a computed field': setComputed(invoices, shop, 'Invoice', { name: 'Twice', expr }),
  'a filter of a measure': setFilter(
    addMeasure(
      albums,
      shop,
      { root: 'Album', steps: [step('Album', 'Track')], attribute: 'UnitPrice' },
      'sum',
    ),
    shop,
    {
      path: { root: 'Album', steps: [step('Album', 'Track')], attribute: 'Name' },
      operator: 'ICONTAINS',
      values: [{ kind: 'literal', value: 'x' }],
      quantity: 'only',
    },
    { write: (doc) => doc },
  ),
  'a CASE': setComputed(invoices, shop, 'Invoice', {
    name: 'Size',
    expr: {
      case: [branch({ func: { name: 'GT', args: [{ alias: 'Total' }, { value: 5 }] } }, { value: 'large' })],
      else: { value: 'small' },
    },
  }),
  'a CASE with a computed condition': setComputed(invoices, shop, 'Invoice', {
    name: 'Size',
    expr: {
      case: [branch({ func: { name: 'GT', args: [{ alias: '= -[Total]' }, { value: 5 }] } }, { value: 'x' })],
    },
    asides: new Map([['= -[Total]', { fn: 'NEG', args: [{ alias: 'Total' }] }]]),
  }),
  'a parameter': offer ? makeParameter(dear, shop, [0], offer) : dear,
  'the last days': inPeriod({ kind: 'last', count: 30, unit: 'day' }),
  'the previous month': inPeriod({ kind: 'previous', count: 1, unit: 'month' }),
  'not this year': inPeriod({ kind: 'this', count: 1, unit: 'year' }, 'NOT_BETWEEN_INC'),
  'a fixed quarter': inPeriod({ kind: 'fixed', unit: 'quarter', start: '2024-04-01' }),
  'not a fixed day': inPeriod({ kind: 'fixed', unit: 'day', start: '2024-02-29' }, 'NOT_BETWEEN_INC'),
};

describe('a saved query', () => {
  test.each(Object.entries(documents))('is restored unchanged: %s', (_, doc) => {
    // As the service returns it: parsed from JSON.
    const { unigrid, view } = JSON.parse(
      JSON.stringify({ unigrid: toSaved(doc), view: savedView(doc.view) }),
    );
    const back = fromSaved(unigrid, view);
    expect(back).toEqual(doc);
    expect(back && encode(back)).toBe(encode(doc));
  });

  test('stores a period relative to the current date', () =>
    expect(toSaved(inPeriod({ kind: 'last', count: 30, unit: 'day' })).where).toEqual({
      cond: {
        with: 'AND',
        entries: [
          {
            func: {
              name: 'IN_PERIOD',
              args: [{ alias: 'InvoiceDate' }, { period: { unit: 'day', offset: -29, count: 30 } }],
            },
          },
        ],
      },
    }));

  test('does not store the current values of its parameters', () => {
    const asked = { ...documents['a parameter'], arguments: { total: '7' } } as QueryDocument;
    expect(toUniGrid(asked, new Date()).arguments).toEqual({ total: '7' });
    expect(toSaved(asked)).not.toHaveProperty('arguments');
    expect(toSaved(asked).parameters).toEqual([
      { name: 'total', label: 'Total', type: 'numeric', default: '5' },
    ]);
  });

  test('written by another program opens with default names and settings', () => {
    const doc = fromSaved({ entities: [{ id: 'Album', attributes: [{ id: 'Title' }] }] }, null);
    expect(doc).toEqual({
      ...emptyDocument,
      entities: [
        {
          id: 'Album',
          alias: 'Album',
          relation: null,
          attributes: [{ id: 'Title', alias: 'Title', selected: true }],
        },
      ],
    });
    expect(fromSaved({ entities: [] }, { page: 'nonsense' })?.view).toEqual(emptyDocument.view);
  });

  test('with a period up to now is opened, and the service resolves the period', () => {
    const period = { unit: 'month' as const, offset: -2, count: 3, to: 'now' as const };
    const where = { func: { name: 'IN_PERIOD', args: [{ alias: 'Day' }, { period }] } };
    const doc = fromSaved({ entities: [{ id: 'Album', attributes: [{ id: 'Day' }] }], where }, null);
    if (!doc) throw new Error('It is not opened.');
    const asked = { cond: { with: 'AND', entries: [where] } };
    expect(toSaved(doc).where).toEqual(asked);
    expect(toUniGrid(doc, new Date(2024, 2, 31)).where).toEqual(asked);
    expect(t.query.period({ kind: 'last', count: 3, unit: 'month', toNow: true })).toBe(
      'the last 3 months up to now',
    );
  });

  test('with a future period is opened and kept unchanged', () => {
    const period = { unit: 'quarter' as const, offset: 1, count: 2 };
    const where = { func: { name: 'IN_PERIOD', args: [{ alias: 'Day' }, { period }] } };
    const doc = fromSaved({ entities: [{ id: 'Album', attributes: [{ id: 'Day' }] }], where }, null);
    if (!doc) throw new Error('It is not opened.');
    const asked = { cond: { with: 'AND', entries: [where] } };
    expect(toSaved(doc).where).toEqual(asked);
    expect(decodeDocument(JSON.parse(JSON.stringify(encodeDocument(doc))))).toEqual(doc);
    expect(t.query.period({ kind: 'next', count: 2, unit: 'quarter' })).toBe('the next 2 quarters');
  });

  test('with a time zone and a position of nulls is opened, and both are kept and sent', () => {
    const order = [
      { alias: 'Title', asc: true, nulls: 'first' as const },
      { alias: 'Day', asc: false, nulls: 'last' as const },
    ];
    const period = { unit: 'month' as const, offset: 0 };
    const where = { func: { name: 'IN_PERIOD', args: [{ alias: 'Day' }, { period }] } };
    const attributes = [{ id: 'Title' }, { id: 'Day' }];
    const query = { entities: [{ id: 'Album', attributes }], order, where, timezone: 'Europe/Berlin' };
    const doc = fromSaved(query, null);
    if (!doc) throw new Error('It is not opened.');
    expect(decodeDocument(JSON.parse(JSON.stringify(encodeDocument(doc))))).toEqual(doc);
    const asked = { order, where: { cond: { with: 'AND', entries: [where] } }, timezone: 'Europe/Berlin' };
    expect(toSaved(doc)).toMatchObject(asked);
    // In another zone it may be another day, which only the service knows.
    expect(toUniGrid(doc, new Date(2024, 2, 31))).toMatchObject(asked);
  });

  test('with groups is opened with the same groups, whatever else it selects', () => {
    const attributes = [
      { id: 'Total', summaries: ['sum' as const] },
      { id: 'BuyerId', alias: 'buyer', selected: false },
      { id: 'InvoiceDate' },
    ];
    const group = ['buyer'];
    const opened = fromSaved({ entities: [{ id: 'Invoice', attributes }], group }, null);
    expect(opened && toUniGrid(opened, new Date()).group).toEqual(group);
    const total = { alias: 'double', expr: { fn: 'MUL', args: [{ alias: 'sum_Total' }, { value: 2 }] } };
    const kept = (more: typeof total) =>
      fromSaved({ entities: [{ id: 'Invoice', attributes: [...attributes, more] }], group }, null);
    const shown = kept(total);
    expect(shown && toUniGrid(shown, new Date()).entities[0]?.attributes.at(-1)).toMatchObject(total);
    // It is neither a group field nor computed from measures, so it is not valid in a grouped query.
    expect(kept({ ...total, expr: { fn: 'NEG', args: [{ alias: 'Total' }] } })).toBeUndefined();
  });

  test('with an empty list of groups is opened as the plain rows that it answers', () => {
    const attributes = [{ id: 'Total' }, { id: 'BuyerId' }];
    const opened = fromSaved({ entities: [{ id: 'Invoice', attributes }], group: [] }, null);
    expect(opened).toEqual(fromSaved({ entities: [{ id: 'Invoice', attributes }] }, null));
    expect(opened?.grouped).toBe(false);
  });

  test('is opened without its page', () =>
    expect(fromSaved({ entities: [{ id: 'Album' }], limit: 5, count: 'none' }, null)).toBeDefined());
});

test('the token of a period is recognised', () => expect(parsePeriod('@last 30 day')).toBeDefined());
