/** Timestamps with an offset belong to the periods of the time zone in the query. */
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Engine, engines } from '../support/servers.ts';
import { fn, shopOn, value } from './shop.ts';

const types: Record<Engine, string> = {
  sqlite: 'DATETIME',
  postgres: 'TIMESTAMPTZ',
  mysql: 'TIMESTAMP NULL',
  duckdb: 'TIMESTAMPTZ',
};

/** A UTC instant in each engine's notation. */
const utc = (engine: Engine, moment: string) =>
  engine === 'mysql' ? `'${moment.replace('T', ' ')}'` : `'${moment}Z'`;
const moments = ['2024-03-30T22:59:59', '2024-03-30T23:30:00', '2024-03-31T21:30:00'];
/** In Vienna these are 2:30, 2:59 and, after the clock is set back by an hour, 2:30 again. */
const twice = ['2024-10-27T00:30:00', '2024-10-27T00:59:59', '2024-10-27T01:30:00'];
/** In São Paulo clocks go from 23:59:59 to 1:00. */
const skipped = ['2018-11-04T02:59:59', '2018-11-04T03:00:00'];
/** In Havana clocks are set back from 1:00 to 0:00: the first two are at 0:30, the third is a day later. */
const repeated = ['2026-11-01T04:30:00', '2026-11-01T05:30:00', '2026-11-02T05:00:00'];

/** The last two are on the same day in Vienna, when daylight saving time begins, and on two days elsewhere. */
const script = (engine: Engine) => {
  const table = (name: string, of: readonly string[]) => `
    CREATE TABLE ${name} (id INTEGER PRIMARY KEY, moment ${types[engine]});
    INSERT INTO ${name} VALUES ${of.map((moment, i) => `(${i + 1}, ${utc(engine, moment)})`).join()}, (9, NULL);`;
  return (
    (engine === 'mysql' ? "SET time_zone = '+00:00';" : '') +
    table('seen', moments) +
    table('twice', twice) +
    table('skipped', skipped) +
    table('repeated', repeated)
  );
};

const per = (bucket: string, id: string, timezone: string) => ({
  entities: [
    {
      id,
      attributes: [
        { id: 'moment', alias: 'at', bucket },
        { id: 'id', selected: false, summaries: ['count'] },
      ],
    },
  ],
  group: ['at'],
  timezone,
});

describe.each(engines)('periods of timestamps on %s', (engine) => {
  const shop = shopOn(engine, script(engine));
  // MariaDB shows a TIMESTAMP in UTC, without an offset.
  const instant = (at: unknown) => new Date(engine === 'mysql' ? `${at}Z` : String(at)).toISOString();
  const groups = async (timezone: string, bucket = 'day', of = 'seen') =>
    (await shop.rows(per(bucket, of, timezone))).map(([at, count]) => [
      at === null ? null : instant(at),
      count,
    ]);

  test('of a day begin at midnight in the time zone', async () => {
    expect(await groups('UTC')).toEqual([
      ['2024-03-30T00:00:00.000Z', 2],
      ['2024-03-31T00:00:00.000Z', 1],
      [null, 1],
    ]);
    expect(await groups('Europe/Vienna')).toEqual([
      ['2024-03-29T23:00:00.000Z', 1],
      ['2024-03-30T23:00:00.000Z', 2],
      [null, 1],
    ]);
    expect(await groups('America/New_York')).toEqual([
      ['2024-03-30T04:00:00.000Z', 2],
      ['2024-03-31T04:00:00.000Z', 1],
      [null, 1],
    ]);
  });

  test('longer than a day begin in the time zone, and a repeated hour is two hours', async () => {
    expect(await groups('Europe/Vienna', 'month')).toEqual([
      ['2024-02-29T23:00:00.000Z', 3],
      [null, 1],
    ]);
    expect(await groups('Europe/Vienna', 'week', 'twice')).toEqual([
      ['2024-10-20T22:00:00.000Z', 3],
      [null, 1],
    ]);
    expect(await groups('Europe/Vienna', 'quarter', 'twice')).toEqual([
      ['2024-09-30T22:00:00.000Z', 3],
      [null, 1],
    ]);
    expect(await groups('Asia/Kolkata', 'year')).toEqual([
      ['2023-12-31T18:30:00.000Z', 3],
      [null, 1],
    ]);
    expect(await groups('Europe/Vienna', 'hour', 'twice')).toEqual([
      ['2024-10-27T00:00:00.000Z', 2],
      ['2024-10-27T01:00:00.000Z', 1],
      [null, 1],
    ]);
  });

  test('begin with the instant at which clocks skip midnight', async () => {
    expect(await groups('America/Sao_Paulo', 'day', 'skipped')).toEqual([
      ['2018-11-03T03:00:00.000Z', 1],
      ['2018-11-04T03:00:00.000Z', 1],
      [null, 1],
    ]);
  });

  test('begin with the first of two midnights, and both hours after them are hours', async () => {
    expect(await groups('America/Havana', 'day', 'repeated')).toEqual([
      ['2026-11-01T04:00:00.000Z', 2],
      ['2026-11-02T05:00:00.000Z', 1],
      [null, 1],
    ]);
    for (const [bucket, start] of [
      ['week', '2026-10-26T04:00:00.000Z'],
      ['month', '2026-11-01T04:00:00.000Z'],
    ] as const) {
      expect((await groups('America/Havana', bucket, 'repeated'))[0]?.[0]).toBe(start);
    }
    expect((await groups('America/Havana', 'hour', 'repeated')).map(([at]) => at)).toEqual([
      '2026-11-01T04:00:00.000Z',
      '2026-11-01T05:00:00.000Z',
      '2026-11-02T05:00:00.000Z',
      null,
    ]);
  });

  test('are the same in PART and TRUNCATE', async () => {
    const asked = (timezone: string) => ({
      entities: [
        {
          id: 'seen',
          attributes: [
            { id: 'moment', alias: 'at', selected: false },
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
      [null, null],
    ]);
  });
});

/** The last one is 26 hours ahead of the time in the last zone. */
const instants = {
  sqlite:
    "'2024-03-30T22:59:59Z', '2024-03-31 01:30:00+02:00', '2024-03-31T21:30:00Z', '2024-04-01T01:00:00+14:00'",
  postgres: "'2024-03-30T22:59:59Z', '2024-03-30T23:30:00Z', '2024-03-31T21:30:00Z', '2024-03-31T11:00:00Z'",
  mysql: "'2024-03-30 22:59:59', '2024-03-30 23:30:00', '2024-03-31 21:30:00', '2024-03-31 11:00:00'",
};

describe.each(['sqlite', 'postgres', 'mysql'] as const)('relative periods in conditions on %s', (engine) => {
  const rows = instants[engine].split(', ').map((text, i) => `(${i + 1}, ${text})`);
  const first = engine === 'mysql' ? "SET time_zone = '+00:00';" : '';
  const shop = shopOn(
    engine,
    `${first} CREATE TABLE seen (id INTEGER PRIMARY KEY, at ${types[engine]}); INSERT INTO seen VALUES ${rows.join()};
    CREATE TABLE skipped (id INTEGER PRIMARY KEY, at ${types[engine]});
    INSERT INTO skipped VALUES ${skipped.map((moment, i) => `(${i + 1}, ${utc(engine, moment)})`).join()};`,
  );
  afterEach(() => {
    vi.useRealTimers();
  });

  test('begin with the instant at which clocks skip midnight', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2018-11-04T12:00:00Z') });
    const at = (days: number) =>
      shop.rows({
        entities: [{ id: 'skipped', attributes: [{ id: 'at', selected: false }, { id: 'id' }] }],
        where: {
          func: { name: 'IN_PERIOD', args: [{ alias: 'at' }, { period: { unit: 'day', offset: days } }] },
        },
        timezone: 'America/Sao_Paulo',
      });
    expect([(await at(-1)).flat(), (await at(0)).flat()]).toEqual([[1], [2]]);
  });

  test.each([
    ['UTC', [3, 4]],
    ['Europe/Vienna', [2, 3, 4]],
    ['Asia/Kolkata', [1, 2, 4]],
    ['America/New_York', [3, 4]],
    ['Etc/GMT+12', [3]],
  ])('contain the current day of %s', async (timezone, ids) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2024-03-31T12:00:00Z') });
    const day = (name: string) => ({
      entities: [{ id: 'seen', attributes: [{ id: 'at', selected: false }, { id: 'id' }] }],
      where: { func: { name, args: [{ alias: 'at' }, { period: { unit: 'day', offset: 0 } }] } },
      timezone,
    });
    expect((await shop.rows(day('IN_PERIOD'))).flat()).toEqual(ids);
    const others = [1, 2, 3, 4].filter((id) => !ids.includes(id));
    expect((await shop.rows(day('NOT_IN_PERIOD'))).flat()).toEqual(others);
  });
});
