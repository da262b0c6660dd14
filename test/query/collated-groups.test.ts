/**
 * Grouping SQLite texts: one group for all texts that a collation considers equal, also if they are the prefix of an
 * index.
 */
import { expect, test } from 'vitest';
import { Explanation } from '../../src/contract/explain.ts';
import { createDatabase } from '../support/servers.ts';
import { serve } from './service.ts';

const words = `(1, 'pear', 1), (2, 'Pear', 2), (3, 'PEAR', 4), (4, 'fig', 8), (5, null, 16), (6, 'fig ', 32)`;

/** By declared column type: its groups, each with the count and sum of its rows. */
const cases = {
  text: [
    ['PEAR', 1, 4],
    ['Pear', 1, 2],
    ['fig', 1, 8],
    ['fig ', 1, 32],
    ['pear', 1, 1],
    [null, 1, 16],
  ],
  'text collate nocase': [
    ['fig', 1, 8],
    ['fig ', 1, 32],
    ['PEAR', 3, 7],
    [null, 1, 16],
  ],
  'text collate rtrim': [
    ['PEAR', 1, 4],
    ['Pear', 1, 2],
    ['fig', 2, 40],
    ['pear', 1, 1],
    [null, 1, 16],
  ],
};

const grouped = {
  attributes: [{ id: 'word' }, { id: 'n', summaries: ['count', 'sum'], selected: false }],
};

test.each(Object.entries(cases))(
  'groups a column of type %s by its collation, without using its index',
  async (type, groups) => {
    await using database = await createDatabase('sqlite');
    await database.run(`
    create table plain (id integer primary key, word ${type}, n integer);
    insert into plain values ${words};
    create table led (id integer primary key, word ${type}, n integer);
    create index led_word on led (word);
    insert into led select * from plain;
    create view seen as select * from plain;`);
    const service = await serve(database.url);
    try {
      for (const id of ['plain', 'led', 'seen']) {
        const body = JSON.stringify({ entities: [{ id, ...grouped }], group: ['word'] });
        expect(JSON.parse((await service.query(body)).body).data, id).toEqual(groups);
        const { plan } = Explanation.parse(JSON.parse((await service.query(body, '/explain')).body));
        // Using the index would read rows from all over the table.
        expect(plan, id).not.toContain('led_word');
      }
    } finally {
      await service.close();
    }
  },
);

test('a pivot has one column for all texts that a collation considers equal', async () => {
  await using database = await createDatabase('sqlite');
  await database.run(`
    create table fruit (id integer primary key, shop integer, word text collate nocase, n integer);
    create index fruit_shop on fruit (shop);
    insert into fruit values (1, 1, 'fig', 1), (2, 1, 'FIG', 2), (3, 2, 'Fig', 4), (4, 2, 'pear', 8);`);
  const service = await serve(database.url);
  try {
    const attributes = [{ id: 'shop' }, { id: 'word' }, { id: 'n', summaries: ['sum'], selected: false }];
    const body = { entities: [{ id: 'fruit', attributes }], group: ['shop', 'word'], pivot: 'word' };
    const { cols, data } = JSON.parse((await service.query(JSON.stringify(body))).body);
    expect(cols).toEqual(['shop', 'FIG sum_n', 'pear sum_n']);
    expect(data).toEqual([
      [1, 3, null],
      [2, 4, 8],
    ]);
  } finally {
    await service.close();
  }
});
