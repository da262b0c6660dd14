/**
 * Sums and averages of related rows with more digits than a double: the same on every engine, wherever they are used.
 */
import { LosslessNumber } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import { engines } from '../support/servers.ts';
import { choice, fn, func, shopOn, value } from './shop.ts';

const heap = `
  CREATE TABLE heap (id INTEGER PRIMARY KEY, name VARCHAR(20));
  CREATE TABLE grain (id INTEGER PRIMARY KEY, heap_id INTEGER, n BIGINT, d NUMERIC(18,2), FOREIGN KEY (heap_id) REFERENCES heap (id));
  INSERT INTO heap VALUES (1, 'half'), (2, 'whole'), (3, 'beyond'), (4, 'further'), (5, 'third'), (6, 'below'), (7, 'none'), (8, 'small'), (9, 'more');
  INSERT INTO grain VALUES
    (1, 1, 9007199254740992, 1.10), (2, 1, 9007199254740993, 2.20),
    (3, 2, 9007199254740992, 20000000000.01),
    (4, 3, 9223372036854775807, 7), (5, 3, 9223372036854775807, 7),
    (6, 4, 9223372036854775807, 1), (7, 4, 9223372036854775807, 1), (8, 4, 1, 1),
    (9, 5, 12345, 100000.01), (10, 5, 12345, 100000.01), (11, 5, 12346, 100000.00),
    (12, 6, -9223372036854775807, -0.01), (13, 6, -9223372036854775807, -0.01),
    (14, 8, 3, 0.10), (15, 8, 4, 0.20),
    (16, 9, 9007199254740993, 100000.01), (17, 9, 9007199254740993, 100000.02);`;
const grains = {
  id: 'grain',
  relation: { attr_parent: 'id' },
  attributes: [
    { id: 'n', selected: false },
    { id: 'd', selected: false },
  ],
};
const measure = (alias: string, summary: string, of: string) => ({
  alias,
  rollup: { entity: grains, summary, of },
});
const sum = measure('sum', 'sum', 'n');
const mean = measure('mean', 'avg', 'n');
const heaps = (more: object, ...fields: object[]) => ({
  entities: [{ id: 'heap', attributes: [{ id: 'id' }, ...fields] }],
  ...more,
});
const number = (digits: string) => ({ value: new LosslessNumber(digits) });

describe.each(engines)('exact measures of related rows on %s', (engine) => {
  const shop = shopOn(engine, heap);
  const csv = async (body: object) => (await shop.text(body, '/export')).trim().split('\r\n').slice(1);
  const cells = async (body: object) =>
    (await shop.text(body, '')).replace(/^.*"data":\[\[(.*?)\]\],.*$/, '$1').split('],[');
  const ids = async (body: object) => (await shop.rows(body)).map(([id]) => id);

  const shown = [
    '1,18014398509481985,9007199254740992.5,3.3,1.65',
    '2,9007199254740992,9007199254740992,20000000000.01,20000000000.01',
    '3,18446744073709551614,9223372036854775807,14,7',
    '4,18446744073709551615,6148914691236517205,3,1',
    '5,37036,12345.333333333333,300000.02,100000.006666666667',
    '6,-18446744073709551614,-9223372036854775807,-0.02,-0.01',
    '7,,,,',
    '8,7,3.5,0.3,0.15',
    '9,18014398509481986,9007199254740993,200000.03,100000.015',
  ];
  const fields = [sum, mean, measure('dsum', 'sum', 'd'), measure('dmean', 'avg', 'd')];

  test('have all their digits in answers and files', async () => {
    expect(await csv(heaps({}, ...fields))).toEqual(shown);
    expect(await cells(heaps({}, ...fields))).toEqual(
      shown.map((row) => (row === '7,,,,' ? '7,null,null,null,null' : row)),
    );
    const sheet = await shop.sheet(heaps({}, sum, mean));
    expect(sheet[1]).toEqual(['1', '18014398509481985', '9007199254740992.5']);
  });

  test('are sorted correctly, also page by page', async () => {
    const inOrder = [6, 8, 5, 2, 1, 9, 4, 3, 7];
    const asked = heaps({ order: [{ alias: 'mean' }] }, mean);
    expect(await ids(asked)).toEqual(inOrder);
    expect(await ids(heaps({ order: [{ alias: 'mean', asc: false }] }, mean))).toEqual([
      ...inOrder.slice(0, -1).reverse(),
      7,
    ]);
    const paged: unknown[] = [];
    for (let after: { after?: string } | null = {}; after !== null; ) {
      const { data, next }: Awaited<ReturnType<typeof shop.ask>> = await shop.ask({
        ...asked,
        limit: 2,
        ...after,
      });
      paged.push(...data.map(([id]) => id));
      after = next === undefined ? null : { after: next };
    }
    expect(paged).toEqual(inOrder);
    expect(await ids(heaps({ order: [{ alias: 'sum' }] }, sum))).toEqual([6, 8, 5, 2, 1, 9, 3, 4, 7]);
  });

  test.each([
    ['GT', '9007199254740992', [1, 3, 4, 9]],
    ['GTE', '9007199254740992.5', [1, 3, 4, 9]],
    ['GT', '9007199254740992.5', [3, 4, 9]],
    ['LT', '9007199254740992.5', [2, 5, 6, 8]],
    ['LTE', '9007199254740992.4999', [2, 5, 6, 8]],
    ['EQ', '9007199254740992.5', [1]],
    ['EQ', '9007199254740992.50', [1]],
    ['EQ', '12345.333333333333', [5]],
    ['EQ', '12345.333333333332', []],
    ['NOT_EQ', '9007199254740993', [1, 2, 3, 4, 5, 6, 8]],
    ['LT', '12345.333333333334', [5, 6, 8]],
    ['LT', '3.5', [6]],
  ])('%s %s', async (name, digits, expected) => {
    const where = func(name, { alias: 'mean' }, number(digits));
    expect(await ids(heaps({ where }, mean))).toEqual(expected);
  });

  test('may be compared with lists, bounds, each other and columns', async () => {
    const many = ['18446744073709551615', '37036', '7'].map((digits) => new LosslessNumber(digits));
    const within = func('BETWEEN_INC', { alias: 'sum' }, number('18446744073709551614'), {});
    expect(await ids(heaps({ where: func('IN', { alias: 'sum' }, { value: many }) }, sum))).toEqual([
      4, 5, 8,
    ]);
    expect(await ids(heaps({ where: within }, sum))).toEqual([3, 4]);
    const both = func('GT', { alias: 'sum' }, { alias: 'mean' });
    expect(await ids(heaps({ where: both }, sum, mean))).toEqual([1, 3, 4, 5, 8, 9]);
    const withKey = func('LT', { alias: 'mean' }, { alias: 'id' });
    expect(await ids(heaps({ where: withKey }, mean))).toEqual([6, 8]);
  });

  test('may be grouped by, and have a min and a max', async () => {
    const counted = { id: 'name', selected: false, summaries: ['count'] };
    expect(await csv(heaps({ group: ['mean'] }, counted, mean))).toEqual([
      '-9223372036854775807,1',
      '3.5,1',
      '12345.333333333333,1',
      '9007199254740992,1',
      '9007199254740992.5,1',
      '9007199254740993,1',
      '6148914691236517205,1',
      '9223372036854775807,1',
      ',1',
    ]);
    const extremes = { ...mean, selected: false, summaries: ['min', 'max', 'count_distinct'] };
    const where = func('LTE', { alias: 'id' }, { value: 2 });
    const answer = await shop.text(heaps({ where, limit: 1 }, extremes), '');
    expect(answer).toContain('{"min":9007199254740992,"max":9007199254740992.5,"count_distinct":2}');
  });

  test('may be used in computed fields', async () => {
    const asked = heaps(
      { where: func('IN', { alias: 'id' }, { value: [5, 7, 8] }) },
      { ...mean, selected: false },
      { alias: 'more', expr: fn('ADD', 'mean', value(1)) },
      { alias: 'round', expr: fn('ROUND', 'mean') },
      { alias: 'words', expr: fn('CONCAT', value('about '), 'mean') },
    );
    expect(await shop.rows(asked)).toEqual([
      [5, expect.closeTo(12_346.3333333333, 8), 12345, 'about 12345.333333333333'],
      [7, null, null, null],
      [8, 4.5, 4, 'about 3.5'],
    ]);
  });

  const ofHeaps = (more: object) => ({
    entities: [
      {
        id: 'grain',
        attributes: [{ id: 'heap_id' }, { id: 'd' }, { id: 'n', selected: false, summaries: ['sum', 'avg'] }],
      },
    ],
    group: ['heap_id'],
    ...more,
  });

  test('of groups may be filtered', async () => {
    const having = func('GT', { alias: 'avg_n' }, number('9007199254740992'));
    expect(await ids(ofHeaps({ having }))).toEqual([1, 3, 4, 9]);
    const exactly = func('EQ', { alias: 'sum_n' }, number('18446744073709551614'));
    expect(await ids(ofHeaps({ having: exactly }))).toEqual([3]);
  });

  test('of groups are searched as the texts that the answer shows', async () => {
    const grain = {
      id: 'grain',
      attributes: [{ id: 'heap_id' }, { id: 'd', selected: false, summaries: ['sum', 'avg'] }],
    };
    const groups = (more: object) => ({ entities: [grain], group: ['heap_id'], ...more });
    const lines = (await cells(groups({}))).map((line) => line.split(','));
    for (const [at, alias] of [
      [1, 'sum_d'],
      [2, 'avg_d'],
    ] as const) {
      const texts = lines.map((line) => line[at] ?? '');
      const whole = texts.map((text) => ({ name: 'IEQ', text, fits: (other: string) => other === text }));
      const endings = texts.map((text) => {
        const end = text.slice(-3);
        return { name: 'IENDS_WITH', text: end, fits: (other: string) => other.endsWith(end) };
      });
      for (const { name, text, fits } of [...whole, ...endings]) {
        const found = await ids(groups({ having: func(name, { alias }, value(text)) }));
        const expected = lines.filter((line) => fits(line[at] ?? '')).map(([id]) => Number(id));
        expect([alias, name, text, found]).toEqual([alias, name, text, expected]);
      }
      // Also if the condition is in a field.
      const ends = choice([[func('IENDS_WITH', { alias }, value('0')), value('yes')]], value('no'));
      const told = await shop.rows({
        ...groups({}),
        entities: [{ ...grain, attributes: [...grain.attributes, { alias: 'ends', expr: ends }] }],
      });
      expect(told.map((row) => row.at(-1))).toEqual(texts.map((text) => (text.endsWith('0') ? 'yes' : 'no')));
    }
  });

  test('of groups may be sorted, also page by page and in a pivot', async () => {
    const order = [{ alias: 'avg_n', asc: false }];
    expect(await ids(ofHeaps({ order }))).toEqual([3, 4, 9, 1, 2, 5, 8, 6]);
    const paged: unknown[] = [];
    for (let after: { after?: string } | null = {}; after !== null; ) {
      const { data, next }: Awaited<ReturnType<typeof shop.ask>> = await shop.ask(
        ofHeaps({ order, limit: 1, ...after }),
      );
      paged.push(...data.map(([id]) => id));
      after = next === undefined ? null : { after: next };
    }
    expect(paged).toEqual([3, 4, 9, 1, 2, 5, 8, 6]);
    expect(await ids(ofHeaps({ order: [{ alias: 'sum_n' }] }))).toEqual([6, 8, 5, 2, 1, 9, 3, 4]);
    const turned = { group: ['heap_id', 'd'], pivot: 'd', order: [{ alias: 'sum_n' }] };
    expect(await ids(ofHeaps(turned))).toEqual([6, 8, 5, 2, 1, 9, 3, 4]);
  });

  test('are ordered correctly by top', async () => {
    const top = { n: 2, order: [{ alias: 'mean', asc: false }] };
    const where = func('IN', { alias: 'id' }, { value: [1, 2, 9] });
    expect(await ids(heaps({ top, where }, mean))).toEqual([1, 9]);
  });
});
