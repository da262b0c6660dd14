import { expect, test } from 'vitest';
import { LosslessNumber } from '../api/exact.ts';
import { shop, step } from '../model/shop.fixture.ts';
import { emptyDocument } from '../query/document.ts';
import { addList, addRoot } from '../query/edits.ts';
import { toRows } from '../query/rows.ts';
import { listRequests, lookUp } from './lists.ts';

const n = (digits: string) => new LosslessNumber(digits);
const path = { root: 'Artist', steps: [step('Artist', 'Album')], attribute: 'Title' };
const doc = addList(addRoot(emptyDocument, shop, 'Artist'), path);
const { extras } = toRows(doc, shop, new Date());
const cols = ['ArtistId', 'Name'];
const rows = [
  [n('1'), 'Ash'],
  [n('2'), 'Bea'],
  [n('2'), 'Bea'],
];
const requests = listRequests(doc, shop, extras, cols, rows);
const id = doc.view.lists[0]?.id ?? '';

test('a single request fetches the lists of all rows', () => {
  expect(requests).toHaveLength(1);
  expect(requests[0]?.query.where?.cond.entries).toEqual([
    { func: { name: 'IN', args: [{ alias: 'own' }, { value: ['1', '2'] }] } },
  ]);
});

test('each row has its own values', () => {
  const found = lookUp(requests, [
    {
      data: [
        [n('1'), 'First'],
        [n('1'), 'Second'],
        [n('2'), null],
      ],
    },
  ]);
  expect(found(id, n('1'))).toEqual({ values: ['First', 'Second'], cut: false });
  expect(found(id, n('2'))).toEqual({ values: [], cut: false });
});

test('an incomplete answer marks the lists that may be incomplete', () => {
  const found = lookUp(requests, [{ data: [[n('1'), 'First']] }], 1);
  expect(found(id, n('1'))).toEqual({ values: ['First'], cut: true });
  expect(found(id, n('2'))).toEqual({ values: [], cut: true });
});
