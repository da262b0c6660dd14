import { expect, test } from 'vitest';
import { LosslessNumber } from '../api/exact.ts';
import { shop, step } from '../model/shop.fixture.ts';
import { shownColumns } from '../query/columns.ts';
import { emptyDocument, type QueryDocument } from '../query/document.ts';
import { addField, addList, addRoot } from '../query/edits.ts';
import { addMeasure, groupBy } from '../query/groups/grouping.ts';
import { toRows } from '../query/rows.ts';
import { seenRowOf, targetsOf } from './targets.ts';

const now = new Date(2024, 1, 29);
const albums = addRoot(emptyDocument, shop, 'Album');
const artist = { root: 'Album', steps: [step('Album', 'Artist')] };

function targets(doc: QueryDocument) {
  const found = targetsOf(doc, shownColumns(doc, shop), toRows(doc, shop, now, { joinedKeys: true }).extras);
  return new Map(
    [...found].map(([id, target]) => [
      id,
      typeof target === 'string' ? target : `${target.source.entity.name}.${target.column.name}`,
    ]),
  );
}

test('a cell belongs to the record that its path leads to', () => {
  const doc = addField(albums, shop, { ...artist, attribute: 'Name' });
  const found = targets(doc);
  expect(found.get('Title')).toBe('Album.Title');
  expect([...found.values()]).toContain('Artist.Name');
});

test('cells of groups, measures and lists belong to no record', () => {
  const grouped = groupBy(albums, shop, { root: 'Album', steps: [], attribute: 'ArtistId' });
  expect(new Set(targets(grouped).values())).toEqual(new Set(['group']));
  const total = { root: 'Customer', steps: [step('Customer', 'Invoice (Buyer)')], attribute: 'Total' };
  const buyers = addRoot(emptyDocument, shop, 'Customer');
  expect([...targets(addMeasure(buyers, shop, total, 'sum')).values()]).toContain('computed');
  expect([...targets(addList(buyers, total)).values()]).toContain('list');
});

test('a row has the key and the shown values of its record, and no record if none is joined', () => {
  const doc = addField(albums, shop, { ...artist, attribute: 'Name' });
  const asked = toRows(doc, shop, now, { joinedKeys: true });
  const columns = shownColumns(doc, shop);
  const target = targetsOf(doc, columns, asked.extras).get(columns.at(-1)?.id ?? '');
  if (typeof target !== 'object') throw new Error(String(target));
  const one = new LosslessNumber('1');
  expect(seenRowOf(target.source, (name) => (name === target.source.key[0] ? one : 'x'))).toEqual({
    entity: 'Artist',
    key: { ArtistId: one },
    seen: { Name: 'x' },
  });
  expect(seenRowOf(target.source, () => null)).toBeUndefined();
});
