/** Decimals that have no digits before the point, such as NUMERIC(4,4): no answer loses one of those after it. */
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

describe.each(engines)('fractions on %s', (engine) => {
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
