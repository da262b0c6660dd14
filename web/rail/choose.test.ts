import { expect, test } from 'vitest';
import { shop, step } from '../model/shop.fixture.ts';
import { emptyDocument, type QueryDocument } from '../query/document.ts';
import { addField, addList, addRoot } from '../query/edits.ts';
import { addMeasure, groupBy } from '../query/groups/grouping.ts';
import { countOfRelated } from './choose.ts';

const albums = addRoot(emptyDocument, shop, 'Album');
const tracks = { root: 'Album', steps: [step('Album', 'Track')] };
const key = { ...tracks, attribute: 'TrackId' };
const offered = (doc: QueryDocument) => countOfRelated(doc, shop, tracks)?.label;

test('related records are offered to be counted until they are, however else their key is shown', () => {
  expect(offered(albums)).toBe('Count of Track');
  expect(offered(addList(albums, key))).toBe('Count of Track');
  expect(offered(addMeasure(albums, shop, key, 'max'))).toBe('Count of Track');
  expect(offered(addMeasure(albums, shop, key, 'count'))).toBeUndefined();
  const byTitle = groupBy(albums, shop, { root: 'Album', steps: [], attribute: 'Title' });
  expect(offered(byTitle)).toBe('Count of Track');
  expect(offered(addMeasure(byTitle, shop, key, 'count'))).toBeUndefined();
  // One row for each of them leaves nothing to count.
  expect(offered(addField(albums, shop, key))).toBeUndefined();
});
