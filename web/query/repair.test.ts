import { expect, test } from 'vitest';
import { placeOfName, repair } from './repair.ts';

const lost = {
  entities: [
    {
      id: 'Albun',
      attributes: [
        { id: 'Titel' },
        { id: 'Name', alias: 'Artist' },
        { entity: { id: 'Artist', relation: { attr_parent: 'Artist~/Id' }, attributes: [{ id: 'Name' }] } },
      ],
    },
  ],
  order: [{ alias: 'Titel', asc: true }],
};

test('a missing name is replaced where it is used, and references to it still work', () =>
  expect(
    repair(lost, [
      { pointer: '/unigrid/entities/0/attributes/0/id', by: 'Title' },
      { pointer: '/entities/0/id', by: 'Album' },
      { pointer: '/entities/0/attributes/1/id', by: 'FullName' },
      { pointer: '/entities/0/attributes/2/entity/relation/attr_parent', by: 'ArtistId' },
    ]),
  ).toEqual({
    entities: [
      {
        id: 'Album',
        alias: 'Albun',
        attributes: [
          { id: 'Title', alias: 'Titel' },
          { id: 'FullName', alias: 'Artist' },
          { entity: { id: 'Artist', relation: { attr_parent: 'ArtistId' }, attributes: [{ id: 'Name' }] } },
        ],
      },
    ],
    order: [{ alias: 'Titel', asc: true }],
  }));

test('an unknown place changes nothing', () =>
  expect(repair(lost, [{ pointer: '/entities/7/id', by: 'x' }])).toEqual(lost));

test.each([
  ['/unigrid/entities/0/id', undefined],
  ['/entities/0/attributes/0/id', 'Albun'],
  ['/entities/0/attributes/2/entity/attributes/0/id', 'Artist'],
  ['/entities/0/attributes/2/entity/id', undefined],
])('the name at %s belongs to the entity %s', (pointer, entity) =>
  expect(placeOfName(lost, pointer)).toEqual({ entity }),
);
