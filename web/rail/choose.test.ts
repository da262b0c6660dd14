import { expect, test } from 'vitest';
import { buildModel } from '../model/model.ts';
import { shop, step, table } from '../model/shop.fixture.ts';
import { emptyDocument, type QueryDocument } from '../query/document.ts';
import { addField, addList, addRoot } from '../query/edits.ts';
import { addMeasure, groupBy } from '../query/groups/grouping.ts';
import { findMeasures } from '../query/groups/measures.ts';
import { countOfRelated, displayChoices } from './choose.ts';

const albums = addRoot(emptyDocument, shop, 'Album');
const tracks = { root: 'Album', steps: [step('Album', 'Track')] };
const key = { ...tracks, attribute: 'TrackId' };
const offered = (doc: QueryDocument) => countOfRelated(doc, shop, tracks)?.label;

test('counting related records is offered until they are counted or joined', () => {
  expect(offered(albums)).toBe('Count of Track');
  expect(offered(addList(albums, key))).toBe('Count of Track');
  expect(offered(addMeasure(albums, shop, key, 'max'))).toBe('Count of Track');
  expect(offered(addMeasure(albums, shop, key, 'count'))).toBeUndefined();
  const byTitle = groupBy(albums, shop, { root: 'Album', steps: [], attribute: 'Title' });
  expect(offered(byTitle)).toBe('Count of Track');
  expect(offered(addMeasure(byTitle, shop, key, 'count'))).toBeUndefined();
  // With one row per record there is nothing to count.
  expect(offered(addField(albums, shop, key))).toBeUndefined();
});

test('a reference that is part of a key is offered by its number of distinct values', () => {
  const lists = buildModel({
    engine: { name: 'sqlite', title: 'Test' },
    entities: {
      Track: table({ TrackId: 'integer', Name: 'string' }, ['TrackId']),
      Entry: table(
        { TrackId: 'integer', Day: 'integer', ById: 'integer' },
        ['TrackId', 'Day'],
        [
          ['TrackId', 'Track', 'TrackId'],
          ['ById', 'Person', 'PersonId'],
        ],
      ),
      Person: table({ PersonId: 'integer', Name: 'string' }, ['PersonId']),
    },
  });
  const people = addRoot(emptyDocument, lists, 'Person');
  const track = {
    root: 'Person',
    steps: [{ own: 'PersonId', entity: 'Entry', other: 'ById' }],
    attribute: 'TrackId',
  };
  expect(displayChoices(people, lists, track)?.map(({ id }) => id)).toContain('count_distinct');
  const entries = addRoot(emptyDocument, lists, 'Entry');
  const [different] = findMeasures(entries, lists, 'different track').filter(
    ({ summary }) => summary === 'count_distinct',
  );
  expect(different?.items.map(({ path }) => path.attribute)).toContain('TrackId');
  // A key alone is distinct anyway.
  const one = { root: 'Album', steps: tracks.steps, attribute: 'TrackId' };
  expect(displayChoices(albums, shop, one)?.map(({ id }) => id)).not.toContain('count_distinct');
});
