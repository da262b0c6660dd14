/** Sums and averages of PostgreSQL's numeric types. */
import { checkSums } from '../sums.ts';

const digits = (count: number, digit = '9') => digit.repeat(count);

checkSums('postgres', [
  { type: 'smallint', values: ['1', '1', '0'] },
  { type: 'smallint', values: ['32767', '32767', '-1'] },
  { type: 'integer', values: ['1', '2', '2', '-7'] },
  { type: 'integer', values: ['2147483647', '2147483647', '1', '0', '0', '0', '0'] },
  { type: 'bigint', values: ['9223372036854775807', '9223372036854775807', '1'] },
  { type: 'oid', values: ['4294967295', '4294967295', '1'] },
  { type: 'numeric', values: ['1', '1', '0'] },
  { type: 'numeric', values: [`0.${digits(38, '3')}`, `0.${digits(37, '0')}1`, '0'] },
  { type: 'numeric', values: [`${digits(400)}.1`, '0.000001', '7'] },
  { type: 'numeric(5,0)', values: ['1', '1', '0'] },
  { type: 'numeric(10,2)', values: ['0.01', '0.01', '0.02', '-12345678.91', '1', '0', '0'] },
  { type: 'numeric(30,8)', values: [`${digits(22)}.00000001`, '0.00000001', '0.00000002'] },
  { type: 'numeric(38,38)', values: [`0.${digits(38, '3')}`, `0.${digits(37, '0')}1`, '0'] },
  { type: 'real', values: ['0.5', '0.25', '0.25'] },
  { type: 'double precision', values: ['0.5', '0.25', '0.125', '3'] },
]);
