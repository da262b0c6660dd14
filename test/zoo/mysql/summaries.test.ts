/** Sums and averages of the numeric types of MySQL and MariaDB. */
import { expect, test } from 'vitest';
import { checkSums, type SumCase, summed } from '../sums.ts';

const digits = (count: number, digit = '9') => digit.repeat(count);

const cases: readonly SumCase[] = [
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

checkSums('mysql', cases, (opened) => {
  test.each(['decimal(65,30)', 'decimal(65,0)', 'decimal(65,5)'])(
    'of %s that exceed the range of the engine are refused with 422',
    async (type) => {
      const [precision = 0, scale = 0] = type.match(/\d+/g)?.map(Number) ?? [];
      const most = `${digits(precision - scale)}${scale === 0 ? '' : `.${digits(scale)}`}`;
      await opened.database.run(`create or replace table large (id integer primary key auto_increment, g integer not null, v ${type});
        insert into large (g, v) select 1, ${most} from seq_1_to_100;`);
      await opened.service.database.refresh();
      for (const query of [
        { to: '/summaries' },
        { group: ['g'] },
        { group: ['g'], order: [{ alias: 'sum_v' }] },
      ]) {
        const { to = '', ...rest } = { to: '', ...query };
        const body = { entities: [summed('large')], ...rest };
        const answer = await opened.service.query(JSON.stringify(body), to);
        expect(answer.status, answer.body).toBe(422);
      }
    },
  );
});
