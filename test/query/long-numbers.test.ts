/** Numbers with longer texts than MariaDB reserves for them: no answer loses a digit. */
import { describe, expect, test } from 'vitest';
import { engines } from '../support/servers.ts';
import { fn, shopOn, value } from './shop.ts';

const discounts = `
  CREATE TABLE discount (id INTEGER PRIMARY KEY, customer_id INTEGER, rate NUMERIC(4,4), FOREIGN KEY (customer_id) REFERENCES customer (id));
  INSERT INTO discount VALUES (1, 1, -0.1234), (2, 1, -0.5678), (3, 2, 0.2001), (4, 2, null);`;
const rate = { id: 'rate', selected: false };
const asked = (attributes: object[], more: object = {}) => ({
  entities: [{ id: 'discount', attributes }],
  ...more,
});
const customer = { id: 'customer_id', alias: 'customer', selected: false };
const least = { ...rate, summaries: ['min', 'max'] };

describe.each(engines)('decimals without digits before the point on %s', (engine) => {
  const shop = shopOn(engine, discounts);

  test('are whole as the extremes of groups, and in files', async () => {
    const body = asked([customer, least], { group: ['customer'] });
    expect(await shop.rows(body)).toEqual([
      [1, -0.5678, -0.1234],
      [2, 0.2001, 0.2001],
    ]);
    expect((await shop.text(body, '/export')).trim().split('\r\n').slice(1)).toEqual([
      '1,-0.5678,-0.1234',
      '2,0.2001,0.2001',
    ]);
  });

  test('are whole in the columns and cells of a pivot', async () => {
    const more = { group: ['customer', 'is'], pivot: 'is' };
    const answer = await shop.ask(
      asked([customer, { id: 'rate', alias: 'is', selected: false }, least], more),
    );
    expect(answer.pivot).toEqual({
      values: [-0.5678, -0.1234, 0.2001, null],
      measures: ['min_rate', 'max_rate'],
    });
    expect(answer.data).toEqual([
      [1, -0.5678, -0.5678, -0.1234, -0.1234, null, null, null, null],
      [2, null, null, null, null, 0.2001, 0.2001, null, null],
    ]);
  });

  test('are whole as texts to group by, and in lists', async () => {
    const text = { alias: 'text', expr: fn('CONCAT', 'rate', value('')) };
    const body = asked([rate, text, { id: 'id', selected: false, summaries: ['count'] }], {
      group: ['text'],
    });
    expect((await shop.rows(body)).map(([shown]) => shown).toSorted()).toEqual([
      '-0.1234',
      '-0.5678',
      '0.2001',
      null,
    ]);
    const list = {
      entity: { id: 'discount', relation: { attr_parent: 'id' }, attributes: [rate] },
      summary: 'list',
      of: 'rate',
    };
    const rows = await shop.rows({
      entities: [{ id: 'customer', attributes: [{ alias: 'rates', rollup: list }] }],
    });
    expect(rows.slice(0, 2)).toEqual([[[-0.1234, -0.5678]], [[0.2001]]]);
  });
});

describe('floating-point numbers on mysql', () => {
  const numbers = [
    [1, '-2.2250738585072014e-308', -9_999_999.999, -1.2345679e-14],
    [2, '-1.2345678901234567e-10', -0.5, -1.5],
    [3, '-1.2345678901234567e-15', -0.25, 0.5],
  ] as const;
  const shop = shopOn(
    'mysql',
    `CREATE TABLE reading (id INTEGER PRIMARY KEY, customer_id INTEGER, d DOUBLE, n DOUBLE(10,3), f FLOAT, FOREIGN KEY (customer_id) REFERENCES customer (id));
    INSERT INTO reading VALUES ${numbers.map((row) => `(${row.toSpliced(1, 0, 1).join()})`).join()};`,
  );
  const readings = (attributes: object[], more: object) => ({
    entities: [{ id: 'reading', attributes }],
    ...more,
  });
  const id = { id: 'id', selected: false };

  test.each([
    ['d', numbers.map(([, d]) => Number(d))],
    ['n', numbers.map(([, , n]) => n)],
    ['f', numbers.map(([, , , f]) => f)],
  ])('%s is whole as the least of a group, in a pivot and in a list', async (name, expected) => {
    const number = { id: name, selected: false };
    const of = readings([id, { ...number, summaries: ['min'] }], { group: ['id'] });
    expect(await shop.rows(of)).toEqual(expected.map((least, i) => [i + 1, least]));
    const counted = { ...id, summaries: ['count'] };
    const pivot = readings([number, counted], { group: [name], pivot: name });
    expect(await shop.ask(pivot)).toMatchObject({ pivot: { values: expected.toSorted((a, b) => a - b) } });
    const list = {
      entity: { id: 'reading', relation: { attr_parent: 'id' }, attributes: [number] },
      summary: 'list',
      of: name,
    };
    const [[listed] = []] = await shop.rows({
      entities: [{ id: 'customer', attributes: [{ alias: 'list', rollup: list }] }],
    });
    expect(listed).toEqual(expected);
  });
});
