/** Numbers at the limits of their ranges, and small differences of large ones: the same on every engine. */
import { describe, expect, test } from 'vitest';
import { type Engine, liveEngines } from '../support/servers.ts';
import { fn, func, shopOn, value } from './shop.ts';

const tight = (engine: Engine) => `
  CREATE TABLE tight (id INTEGER PRIMARY KEY, a NUMERIC(12,2), b NUMERIC(12,2), big BIGINT,
    f DOUBLE${engine === 'postgres' ? ' PRECISION' : ''});
  INSERT INTO tight VALUES
    (1, 7.78, 7.77, 9223372036854775807, 1e300),
    (2, 100.10, 99.99, -9223372036854775808, 1e29),
    (3, 0.30, 0.10, 5, -1e300);`;

const columns = ['id', 'a', 'b', 'big', 'f'].map((id) => ({ id, selected: false }));
const tightRows = (...fields: object[]) => ({
  entities: [{ id: 'tight', attributes: [...columns, ...fields] }],
});
const field = (expr: object) => tightRows({ alias: 'x', expr });
const over = (how: string, of: string, more: object = {}) =>
  tightRows({ alias: 'x', over: { fn: how, of, ...more } });
const text = (expr: object) => fn('CONCAT', expr, value(''));
const inOrder = { order: [{ alias: 'id' }] };

describe.each(liveEngines)('on %s', (engine) => {
  const shop = shopOn(engine, tight(engine));
  const column = async (body: object) => (await shop.rows(body)).map(([cell]) => cell);

  test.each<[string, object, unknown[]]>([
    ['a difference', field(fn('SUB', 'a', 'b')), [0.01, 0.11, 0.2]],
    ['a sum with a negative', field(fn('ADD', 'a', fn('NEG', 'b'))), [0.01, 0.11, 0.2]],
    ['a difference of three', field(fn('ADD', 'a', fn('NEG', 'b'), value(-0.01))), [0, 0.1, 0.19]],
    ['a change', over('change', 'a', inOrder), [null, 92.32, -99.8]],
    ['a running total', over('running', 'a', inOrder), [7.78, 107.88, 108.18]],
    ['a moving mean', over('moving', 'b', { ...inOrder, size: 2 }), [7.77, 53.88, 50.045]],
  ])('%s is exact, without floating-point digits', async (_, body, expected) => {
    expect(await column(body)).toEqual(expected);
  });

  test.each<[string, object, unknown[]]>([
    ['a whole number plus one', text(fn('ADD', 'big', value(1))), [null, '-9223372036854775807', '6']],
    ['a whole number minus one', text(fn('SUB', 'big', value(1))), ['9223372036854775806', null, '4']],
    [
      'a whole number plus zero',
      text(fn('ADD', 'big', value(0))),
      ['9223372036854775807', '-9223372036854775808', '5'],
    ],
    ['a negated whole number', text(fn('NEG', 'big')), ['-9223372036854775807', null, '-5']],
    ['an absolute value', text(fn('ABS', 'big')), ['9223372036854775807', null, '5']],
    ['an intermediate result', fn('MOD', fn('MUL', 'big', value(2)), value(7)), [null, null, 3]],
    [
      'an intermediate result that would return into the range',
      text(fn('SUB', fn('ADD', 'big', value(1)), value(1))),
      [null, '-9223372036854775808', '5'],
    ],
    ['a product of whole numbers', fn('MUL', 'big', 'big', 'big'), [null, null, 125]],
    ['a double', fn('ADD', 'f', value(1)), [null, 1e29, null]],
    ['a double itself', fn('COALESCE', 'f', value(0.5)), [0.5, 1e29, 0.5]],
    ['a rounded double', fn('ROUND', 'f', value(2)), [null, 1e29, null]],
    ['a product of doubles', fn('MUL', 'f', 'f'), [null, null, null]],
    ['a product of a double, 10 and 0.1', fn('MUL', 'f', value(10), value(0.1)), [null, 1e29, null]],
    ['a quotient', fn('DIV', 'f', value(0.01)), [null, null, null]],
    ['a text cast to a number', fn('CAST', value('1e30'), value('numeric')), [null, null, null]],
    ['a text within the range', fn('CAST', value('-1e29'), value('numeric')), [-1e29, -1e29, -1e29]],
  ])('%s is null if it is out of range', async (_, expr, expected) => {
    expect(await column(field(expr))).toEqual(expected);
  });

  test('running totals and shares of large whole numbers do not overflow', async () => {
    expect((await column(over('running', 'big', inOrder))).slice(1)).toEqual([-1, 4]);
    expect((await column(over('share', 'big')))[2]).toBe(1.25);
    expect(await column(over('change', 'big', inOrder))).toEqual([null, null, null]);
  });

  test('measures of groups may be used in computed fields, whatever their type in the engine', async () => {
    const groups = (expr: object, more: object = {}) => ({
      entities: [
        {
          id: 'tight',
          attributes: [
            { id: 'id', selected: false, summaries: ['count'] },
            { id: 'f', selected: false },
            { alias: 'half', expr: fn('MUL', 'id', value(0.5)), selected: false },
            { id: 'b', alias: 'd', selected: false, summaries: ['avg'] },
            { alias: 'x', expr },
          ],
        },
      ],
      group: ['half'],
      ...more,
    });
    const round = fn('ROUND', fn('MUL', 'count_id', 'count_id', value(1)));
    expect((await shop.rows(groups(round))).map((row) => row.at(-1))).toEqual([1, 1, 1]);
    const having = func('GT', { alias: 'avg_d' }, value(5));
    expect(
      (await shop.rows(groups(fn('SUB', 'avg_d', value(7)), { having }))).map((row) => row.at(-1)),
    ).toEqual([0.77, 92.99]);
  });
});
