import { describe, expect, test } from 'vitest';
import { shop, step } from '../model/shop.fixture.ts';
import { emptyDocument, type QueryDocument } from '../query/document.ts';
import { addField, addRoot, removeField } from '../query/edits.ts';
import { addMeasure } from '../query/groups/grouping.ts';
import { renameColumn } from '../query/view.ts';
import { chartFields } from './chartFields.ts';
import { barsRequest } from './chartRequest.ts';
import { chartFor, possibleKinds, suggestChart, xChoices } from './suggestChart.ts';
import { measureName } from './words.ts';

const start = (entity: string) => addRoot(emptyDocument, shop, entity);
const without = (doc: QueryDocument, ...aliases: string[]) => aliases.reduce(removeField, doc);
const brief = (doc: QueryDocument) => {
  const chart = suggestChart(doc, shop);
  return chart && [chart.kind, chart.x.label, chart.y?.label ?? 'rows', chart.aggregate, chart.reason];
};

describe('the suggested chart', () => {
  test('for a date and a number is a line', () =>
    expect(brief(start('Invoice'))).toEqual(['line', 'Invoice Date', 'Total', 'sum', 'time-and-number']));

  test('for a category and a number is a bar chart', () =>
    expect(brief(start('Track'))).toEqual(['bars', 'Album', 'Unit Price', 'avg', 'category-and-number']));

  test('for records with a measure has a bar for each record', () => {
    const tracks = { root: 'Album', steps: [step('Album', 'Track')], attribute: 'TrackId' };
    const counted = addMeasure(start('Album'), shop, tracks, 'count');
    expect(brief(counted)).toEqual(['bars', 'Album', 'Count of Track', 'sum', 'category-and-number']);
    const chart = suggestChart(counted, shop);
    if (!chart) throw new Error('no chart');
    expect(measureName(chart)).toBe('Count of Track');
    const { group, entities } = barsRequest(counted, shop, chart, 20, new Date(2024, 0, 1));
    // Albums of the same title are distinguished by key.
    expect(group).toHaveLength(2);
    expect(JSON.stringify(entities)).toContain(
      '"summaries":["sum"],"rollup":{"entity":{"id":"Track","relation":{"attr_parent":"AlbumId"}',
    );
  });

  test('for one number is a histogram', () =>
    expect(brief(without(start('Track'), 'AlbumId', 'GenreId'))).toEqual([
      'histogram',
      'Unit Price',
      'rows',
      'count',
      'one-number',
    ]));

  test('for two numbers is a scatter plot', () => {
    const lines = without(start('InvoiceLine'), 'InvoiceId', 'TrackId');
    const priced = addField(lines, shop, {
      root: 'InvoiceLine',
      steps: [step('InvoiceLine', 'Track')],
      attribute: 'UnitPrice',
    });
    expect(brief(priced)).toEqual(['scatter', 'Quantity', 'Track › Unit Price', 'avg', 'two-numbers']);
  });

  test('for a category alone counts its rows', () =>
    expect(brief(start('Album'))).toEqual(['bars', 'Artist', 'rows', 'count', 'category-alone']));

  test('uses only fields that the result shows', () => {
    const [genre] = [without(start('Track'), 'TrackId', 'Name', 'AlbumId', 'UnitPrice')];
    expect(brief(genre)).toEqual(['bars', 'Genre', 'rows', 'count', 'category-alone']);
    expect(chartFor(chartFields(genre, shop), { kind: 'histogram' })).toBeUndefined();
  });

  test('for a date alone counts its rows', () =>
    expect(brief(without(start('Invoice'), 'Total', 'BuyerId', 'GiftedToId'))).toEqual([
      'line',
      'Invoice Date',
      'rows',
      'count',
      'time-alone',
    ]));

  test('does not exist for names that only identify records', () =>
    expect(suggestChart(start('Artist'), shop)).toBeUndefined());

  test('does not exist for a query without entities', () =>
    expect(suggestChart(emptyDocument, shop)).toBeUndefined());

  test('never uses keys as amounts', () => {
    const roles = chartFields(start('InvoiceLine'), shop).filter(({ role }) => role === 'number');
    expect(roles.map(({ label }) => label)).toEqual(['Quantity']);
  });
});

describe('a foreign key on an axis', () => {
  test('is labelled with the name of its record', () => {
    const genre = chartFields(start('Track'), shop).find(({ label }) => label === 'Genre');
    expect(genre?.node.steps).toEqual([step('Track', 'Genre')]);
    expect(genre?.attributes).toEqual(['Name']);
  });
  test('is labelled with first and last name together', () => {
    const buyer = chartFields(start('Invoice'), shop).find(({ label }) => label === 'Buyer');
    expect(buyer?.attributes).toEqual(['FirstName', 'LastName']);
  });
});

describe('a chart setting', () => {
  const fields = chartFields(start('Invoice'), shop);
  test('that is empty returns the suggestion with its reason', () =>
    expect(chartFor(fields, {})?.reason).toBe('time-and-number'));
  test('for another kind gets axes that fit the kind', () => {
    const chart = chartFor(fields, { kind: 'bars' });
    expect([chart?.x.label, chart?.y?.label, chart?.reason]).toEqual(['Buyer', 'Total', 'chosen']);
  });
  test('for the number of rows is used', () =>
    expect(chartFor(fields, { y: 'rows' })).toMatchObject({ y: undefined, aggregate: 'count' }));
  test('for a missing field is ignored', () =>
    expect(chartFor(fields, { x: 'gone' })?.x.label).toBe('Invoice Date'));
  test('is offered only if the fields allow it', () => {
    expect(possibleKinds(fields)).toEqual(['line', 'bars', 'histogram']);
    expect(xChoices(fields, 'line').map(({ label }) => label)).toEqual(['Invoice Date']);
  });
});

test('a chart uses the renamed label of a column', () => {
  const named = renameColumn(start('Invoice'), 'Total', 'What it came to');
  expect(chartFields(named, shop).map(({ label }) => label)).toContain('What it came to');
});
