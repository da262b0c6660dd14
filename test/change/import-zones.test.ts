/** Files with times without an offset, for columns of instants. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { serverEngines } from '../support/servers.ts';
import { importInto } from './importing.ts';
import { openShop, type Shop } from './shop.ts';

describe.each(serverEngines)('on %s', (engine) => {
  const instant = { postgres: 'timestamptz', mysql: 'timestamp(6) null' }[engine];
  const zeros = engine === 'mysql' ? '.000000' : '';
  const offset = engine === 'mysql' ? '' : '+00:00';
  let shop: Shop;
  beforeAll(async () => {
    shop = await openShop(
      engine,
      `create table event (id integer not null primary key, at ${instant}, wall ${engine === 'mysql' ? 'datetime' : 'timestamp'});`,
    );
  });
  afterAll(() => shop[Symbol.asyncDispose]());

  const into = (name: string, content: string, more: object) =>
    importInto(shop, name, content, { entity: 'event', mode: 'insert', ...more });

  async function stored(): Promise<unknown[]> {
    const { json } = await shop.ask('GET', '/tables/event');
    return json.data.map(({ id, at, wall }: Record<string, unknown>) => [id, at, wall]);
  }

  test('they are times of the zone that the import names', async () => {
    const csv = [
      'id,at,wall',
      '1,2024-02-29 14:30,2024-02-29 14:30:00',
      '2,2024-07-01T10:00:00.25,',
      '3,2024-07-01,',
      // The clocks show this time twice.
      '4,2024-10-27 02:30:00,',
      '5,,',
    ];
    const { done } = await into('events.csv', csv.join('\n'), { timezone: 'Europe/Vienna' });
    expect(done).toMatchObject({ inserted: 5, bad: 0 });
    const fraction = engine === 'mysql' ? '.250000' : '.25';
    expect(await stored()).toEqual([
      [1, `2024-02-29T13:30:00${zeros}${offset}`, '2024-02-29T14:30:00'],
      [2, `2024-07-01T08:00:00${fraction}${offset}`, null],
      [3, `2024-06-30T22:00:00${zeros}${offset}`, null],
      [4, `2024-10-27T00:30:00${zeros}${offset}`, null],
      [5, null, null],
    ]);
    const again = await into('events.csv', csv.join('\n'), { timezone: 'Europe/Vienna', mode: 'both' });
    expect(again.done).toMatchObject({ unchanged: 5 });
  });

  test('a day begins when the clocks let it, and a skipped time is a bad row', async () => {
    const csv = 'id,at\n11,2018-11-04\n12,2018-11-04 00:30';
    const { bad } = await into('days.csv', csv, { timezone: 'America/Sao_Paulo' });
    expect(bad).toEqual([
      {
        row: 3,
        column: 'at',
        reason: '"2018-11-04 00:30" is no time in America/Sao_Paulo: the clocks skipped it.',
      },
    ]);
  });

  test('an unknown zone is refused', async () => {
    const { problem } = await into('one.csv', 'id,at\n21,2024-02-29 14:30', { timezone: 'Vienna' });
    expect(problem).toMatchObject({ status: 400, pointer: '/timezone' });
  });

  test.runIf(engine === 'postgres')('offsets of the file count, and none is invented', async () => {
    const json = JSON.stringify([
      { id: 31, at: '2024-07-01T10:00:00+05:30' },
      { id: 32, at: '2024-07-01T10:00:00' },
      { id: 33, at: '2024-07-01' },
    ]);
    const { bad } = await into('events.json', json, {});
    const reason = (text: string) =>
      `"${text}" has no offset from UTC, which at needs: name the time zone of such times.`;
    expect(bad).toEqual([
      { row: 2, column: 'at', reason: reason('2024-07-01T10:00:00') },
      { row: 3, column: 'at', reason: reason('2024-07-01') },
    ]);
    const { done } = await into('events.json', json, { timezone: 'UTC' });
    expect(done).toMatchObject({ inserted: 3 });
    expect((await stored()).slice(-3)).toEqual([
      [31, '2024-07-01T04:30:00+00:00', null],
      [32, '2024-07-01T10:00:00+00:00', null],
      [33, '2024-07-01T00:00:00+00:00', null],
    ]);
  });
});
