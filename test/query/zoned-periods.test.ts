/** Moments with an offset lie in the periods of the clock that the query names. */
import { describe, expect, test } from 'vitest';
import { fn, shopOn, value } from './asking.ts';

const types = { sqlite: 'DATETIME', postgres: 'TIMESTAMPTZ' } as const;

/** The last two are of one day in Vienna, where clocks are put forward on it, and of two days elsewhere. */
const script = (engine: keyof typeof types) => `
  CREATE TABLE seen (id INTEGER PRIMARY KEY, at ${types[engine]});
  INSERT INTO seen VALUES (1, '2024-03-30T22:59:59Z'), (2, '2024-03-30T23:30:00Z'), (3, '2024-03-31T21:30:00+00:00');`;

const perDay = (timezone: string) => ({
  entities: [
    {
      id: 'seen',
      attributes: [
        { id: 'at', bucket: 'day' },
        { id: 'id', selected: false, summaries: ['count'] },
      ],
    },
  ],
  group: ['at'],
  timezone,
});

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  const shop = shopOn(engine, script(engine));
  const groups = async (timezone: string) =>
    (await shop.rows(perDay(timezone))).map(([at, count]) => [new Date(String(at)).toISOString(), count]);

  test('days begin at midnight of the zone', async () => {
    expect(await groups('UTC')).toEqual([
      ['2024-03-30T00:00:00.000Z', 2],
      ['2024-03-31T00:00:00.000Z', 1],
    ]);
    expect(await groups('Europe/Vienna')).toEqual([
      ['2024-03-29T23:00:00.000Z', 1],
      ['2024-03-30T23:00:00.000Z', 2],
    ]);
    expect(await groups('America/New_York')).toEqual([
      ['2024-03-30T04:00:00.000Z', 2],
      ['2024-03-31T04:00:00.000Z', 1],
    ]);
  });

  test('functions of time take them on that clock', async () => {
    const asked = (timezone: string) => ({
      entities: [
        {
          id: 'seen',
          attributes: [
            { id: 'at', selected: false },
            { alias: 'x', expr: fn('PART', 'at', value('day')) },
            { alias: 'y', expr: fn('TRUNCATE', 'at', value('hour')) },
          ],
        },
      ],
      timezone,
    });
    expect(await shop.rows(asked('Europe/Vienna'))).toEqual([
      [30, '2024-03-30T23:00:00'],
      [31, '2024-03-31T00:00:00'],
      [31, '2024-03-31T23:00:00'],
    ]);
  });
});
