import { describe, expect, test } from 'vitest';
import { shop, step } from '../../model/shop.fixture.ts';
import { resultColumns } from '../columns.ts';
import { emptyDocument, type QueryDocument } from '../document.ts';
import { addRoot } from '../edits.ts';
import { setComputed } from '../formula/computed.ts';
import { setFilter } from './counting.ts';
import { addMeasure, groupBy } from './grouping.ts';
import { rollupsOf } from './rollups.ts';
import { groupNarrowing, relatedBehind, rowsBehind } from './rowsBehind.ts';

test('the records behind a measure have its parameters, their values and the time zone', () => {
  const tracks = { root: 'Album', steps: [step('Album', 'Track')], attribute: 'UnitPrice' };
  const filter = {
    path: { ...tracks, attribute: 'Name' },
    operator: 'EQ',
    values: [{ kind: 'param', name: 'song' }],
    quantity: 'only',
  } as const;
  const asked: QueryDocument = {
    ...addMeasure(addRoot(emptyDocument, shop, 'Album'), shop, tracks, 'sum'),
    parameters: [
      { name: 'song', type: 'string' },
      { name: 'unused', type: 'string', required: true },
    ],
    arguments: { song: 'x' },
    timezone: 'Europe/Berlin',
  };
  const doc = {
    ...setFilter(asked, shop, filter, { write: (next) => next }),
    parameters: asked.parameters ?? [],
  };
  const behind = relatedBehind(doc, shop, 'Sum of Track › Unit Price', ['7']);
  expect(behind?.where.cond.entries).toEqual([
    { func: { name: 'EQ', args: [{ alias: 'Album.AlbumId' }, { value: '7' }] } },
    { func: { name: 'EQ', args: [{ alias: 'Name' }, { param: 'song' }] } },
  ]);
  expect(behind).toMatchObject({
    parameters: [{ name: 'song', type: 'string' }],
    arguments: { song: 'x' },
    timezone: 'Europe/Berlin',
  });
});

describe('the records behind a measure of groups by related records', () => {
  const tracks = [step('Album', 'Track')];
  const genre = { root: 'Album', steps: [...tracks, step('Track', 'Genre')], attribute: 'Name' };
  const title = { root: 'Album', steps: tracks, attribute: 'Name' };
  const byGenre = groupBy(addRoot(emptyDocument, shop, 'Album'), shop, genre);
  const priced = addMeasure(byGenre, shop, { ...title, attribute: 'UnitPrice' }, 'sum');
  const behind = (doc: QueryDocument, cell: (id: string) => string | null, label: string) => {
    const measured = resultColumns(doc, shop).find((column) => column.label === label);
    return rowsBehind(doc, shop, groupNarrowing(doc, shop, cell), measured) ?? emptyDocument;
  };
  const shown = (doc: QueryDocument) => resultColumns(doc, shop).map(({ label }) => label);

  test('are the counted records, each once', () => {
    const albums = behind(byGenre, () => 'Rock', 'Count of Album');
    expect(shown(albums).some((label) => label.includes('Genre'))).toBe(false);
    expect(albums.where.cond.entries.map((rule) => rule.func?.name)).toEqual(['EXISTS']);
  });

  test('have one related record that fits all group fields', () => {
    const both = groupBy(byGenre, shop, title);
    const cell = (id: string) => (id === 'Track.Name' ? null : 'Rock');
    const [rule, another] = behind(both, cell, 'Count of Album').where.cond.entries;
    expect(another).toBeUndefined();
    expect(rule?.func?.name).toBe('EXISTS');
    expect(JSON.stringify(rule)).toContain('Rock');
    expect(JSON.stringify(rule)).toContain('IS_NULL');
  });

  test('are the related records if these were measured', () => {
    const rows = behind(priced, () => 'Rock', 'Sum of Track › Unit Price');
    expect(shown(rows)).toContain('Track › Unit Price');
    expect(rows.where.cond.entries.map((rule) => rule.func?.name)).toEqual(['EQ', 'NOT_IS_NULL']);
  });

  test('include those without related records for a group without a value', () => {
    const rows = behind(byGenre, () => null, 'Count of Album');
    const [rule, another] = rows.where.cond.entries;
    expect(another).toBeUndefined();
    expect(rule?.cond?.with).toBe('OR');
    expect(rule?.cond?.entries.map((one) => one.func?.name)).toEqual(['NOT_EXISTS', 'EXISTS']);
    expect(JSON.stringify(rule?.cond?.entries[1])).toContain('IS_NULL');
    // Each record once, although two of its related ones may lack the value.
    expect(shown(rows).some((label) => label.includes('Genre'))).toBe(false);
  });

  test('are those without a value, without related records, or without further ones two relations away', () => {
    const artists = groupBy(addRoot(emptyDocument, shop, 'Artist'), shop, {
      root: 'Artist',
      steps: [step('Artist', 'Album'), ...tracks],
      attribute: 'Name',
    });
    const rows = behind(artists, () => null, 'Count of Artist');
    const [rule, another] = rows.where.cond.entries;
    expect(another).toBeUndefined();
    expect(rule?.cond?.with).toBe('OR');
    expect(rule?.cond?.entries.map((one) => one.func?.name)).toEqual(['NOT_EXISTS', 'EXISTS', 'EXISTS']);
    expect(shown(rows).some((label) => label.includes('Track'))).toBe(false);
  });
});

test('the rows behind the sum of a computed field show that field', () => {
  const invoices = addRoot(emptyDocument, shop, 'Invoice');
  const expr = { fn: 'MUL', args: [{ alias: 'Total' }, { value: 2 }] };
  const computed = setComputed(invoices, shop, 'Invoice', { name: 'Twice', expr });
  const grouped = groupBy(computed, shop, { root: 'Invoice', steps: [], attribute: 'BuyerId' });
  const summed = addMeasure(grouped, shop, { root: 'Invoice', steps: [], attribute: 'Twice' }, 'sum');
  const sum = resultColumns(summed, shop).find(({ label }) => label === 'Sum of Twice');
  const shown = resultColumns(rowsBehind(summed, shop, undefined, sum) ?? emptyDocument, shop).map(
    ({ label }) => label,
  );
  expect(shown).toContain('Twice');
});

describe('the records behind a number of values', () => {
  const tracks = [step('Album', 'Track')];
  const albums = addRoot(emptyDocument, shop, 'Album');
  const names = { root: 'Album', steps: tracks, attribute: 'Name' };

  test('of a group have a value', () => {
    const byTitle = groupBy(albums, shop, { root: 'Album', steps: [], attribute: 'Title' });
    const doc = addMeasure(byTitle, shop, names, 'count');
    const [, , measure] = resultColumns(doc, shop);
    const behind = rowsBehind(doc, shop, undefined, measure);
    expect(behind?.where.cond.entries.map((rule) => rule.func)).toContainEqual({
      name: 'NOT_IS_NULL',
      args: [{ alias: 'Track.Name' }],
    });
  });

  test('of a record have a value', () => {
    const doc = addMeasure(albums, shop, names, 'count');
    const [measure] = rollupsOf(doc, shop);
    const behind = relatedBehind(doc, shop, measure?.attribute.alias ?? '', ['7']);
    expect(behind?.where.cond.entries.map((rule) => rule.func?.name)).toEqual(['EQ', 'NOT_IS_NULL']);
  });
});
