/** Sums and averages of every type of numbers: exact, or right to as many decimals as is promised. */
import { parse } from 'lossless-json';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Service, serve } from '../../query/service.ts';
import { createDatabase, type TestDatabase } from '../../support/servers.ts';

interface Case {
  readonly type: string;
  readonly values: readonly string[];
}

const digits = (count: number, digit = '9') => digit.repeat(count);

const cases: readonly Case[] = [
  { type: 'tinyint', values: ['1', '1', '0'] },
  { type: 'tinyint unsigned', values: ['255', '254', '0'] },
  { type: 'int', values: ['1', '2', '2', '-7'] },
  { type: 'int(5) zerofill', values: ['1', '2', '2'] },
  { type: 'bigint', values: ['9223372036854775807', '9223372036854775807', '1'] },
  { type: 'bigint unsigned', values: ['18446744073709551615', '18446744073709551615', '1'] },
  { type: 'year', values: ['2024', '2024', '2023'] },
  { type: 'decimal(5,0)', values: ['1', '1', '0'] },
  { type: 'decimal(10,2)', values: ['0.01', '0.01', '0.02', '-12345678.91', '1', '0', '0'] },
  { type: 'decimal(30,8)', values: [`${digits(22)}.00000001`, '0.00000001', '0.00000002'] },
  { type: 'decimal(38,38)', values: [`0.${digits(38, '3')}`, `0.${digits(37, '0')}1`, '0'] },
  { type: 'decimal(65,30)', values: [`${digits(34)}.${digits(30)}`, `0.${digits(29, '0')}1`, '-1'] },
  { type: 'decimal(65,30)', values: [`${digits(15)}.${digits(30)}`, '1.5', '2.25', '0'] },
  { type: 'decimal(65,0)', values: [digits(64), '1', '1'] },
  { type: 'decimal(65,5)', values: [`-${digits(59)}.99999`, '0.00001', '7'] },
];

/** Each value times 10^38. */
const places = 38;
function units(text: string): bigint {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  return BigInt(`${sign}${whole}${fraction.padEnd(places, '0').slice(0, places)}`);
}

const sumOf = (values: readonly string[]) => values.reduce((sum, value) => sum + units(value), 0n);

describe('sums and averages of MySQL', () => {
  let database: TestDatabase;
  let service: Service;
  beforeAll(async () => {
    database = await createDatabase('mysql');
    const scripts = cases.map(
      (
        { type, values },
        i,
      ) => `create table t${i} (id integer primary key auto_increment, g integer not null, v ${type});
        insert into t${i} (g, v) values ${values.map((value) => `(1, ${value}), (2, ${value})`).join(', ')}, (1, null), (3, null);`,
    );
    await database.run(scripts.join('\n'));
    service = await serve(database.url);
  });
  afterAll(async () => {
    await service?.close();
    await database?.drop();
  });

  /** The values of the answer as their exact texts. */
  async function ask(query: object, to = ''): Promise<(string | null)[][]> {
    const { status, body } = await service.query(JSON.stringify(query), to);
    expect(status, body).toBe(200);
    const answer = parse(body);
    if (typeof answer !== 'object' || answer === null || !('data' in answer)) throw new Error(body);
    const rows = Array.isArray(answer.data) ? answer.data : [];
    const listed: unknown[][] = rows.every(Array.isArray) ? rows : [rows];
    return listed.map((row) => row.map((value) => (value === null ? null : String(value))));
  }

  const entity = (i: number, of = 'v') => ({
    id: `t${i}`,
    attributes: [
      { id: 'g', selected: false },
      { id: of, summaries: ['sum', 'avg'] },
    ],
  });

  function expectRight(values: readonly string[], sum = '', average = ''): void {
    const total = sumOf(values);
    expect(units(sum)).toBe(total);
    // Off by no more than half of the eighth decimal.
    const off = units(average) * BigInt(values.length) - total;
    const most = 5n * 10n ** BigInt(places - 9) * BigInt(values.length);
    expect(off <= most && off >= -most, `${average} of ${values.join(', ')}`).toBe(true);
  }

  test.each(cases.map((which, i) => ({ ...which, i })))('of $type ($values)', async ({ values, i }) => {
    const [[sum, average] = []] = await ask({ entities: [entity(i)] }, '/summaries');
    expectRight([...values, ...values], sum ?? '', average ?? '');
  });

  test.each(cases.map((which, i) => ({ ...which, i })))(
    'of groups of $type ($values), in the order of either',
    async ({ values, i }) => {
      for (const order of ['g', 'sum_v', 'avg_v']) {
        const rows = await ask({ entities: [entity(i)], group: ['g'], order: [{ alias: order }] });
        for (const group of ['1', '2']) {
          const [, sum, average] = rows.find(([g]) => g === group) ?? [];
          expectRight(values, sum ?? '', average ?? '');
        }
        expect(rows.find(([g]) => g === '3')).toEqual(['3', null, null]);
      }
    },
  );

  test.each(['decimal(65,30)', 'decimal(65,0)', 'decimal(65,5)'])(
    'of %s that are too large for the engine are refused',
    async (type) => {
      const [precision = 0, scale = 0] = type.match(/\d+/g)?.map(Number) ?? [];
      const most = `${digits(precision - scale)}${scale === 0 ? '' : `.${digits(scale)}`}`;
      await database.run(`create or replace table large (id integer primary key auto_increment, g integer not null, v ${type});
        insert into large (g, v) select 1, ${most} from seq_1_to_100;`);
      await service.database.refresh();
      for (const query of [
        { to: '/summaries' },
        { group: ['g'] },
        { group: ['g'], order: [{ alias: 'sum_v' }] },
      ]) {
        const { to = '', ...rest } = { to: '', ...query };
        const body = { entities: [{ ...entity(0), id: 'large' }], ...rest };
        const answer = await service.query(JSON.stringify(body), to);
        expect(answer.status, answer.body).toBe(422);
      }
    },
  );
});
