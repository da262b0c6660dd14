import { expect, test } from 'vitest';
import { shop, step } from '../model/shop.fixture.ts';
import { setFilter } from './counting.ts';
import { emptyDocument, type QueryDocument } from './document.ts';
import { addRoot } from './edits.ts';
import { addMeasure } from './grouping.ts';
import { relatedBehind } from './rowsBehind.ts';

test('the records behind a measure are asked for as they were measured: with its parameters, on its clock', () => {
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
