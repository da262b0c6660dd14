/** Parquet files that DuckDB does not write itself, but other programs do. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { Subject } from '../../conformance/subject.ts';
import { folderWith } from './folders.ts';
import { run, urlOf, values } from './served.ts';

test('repeated column names of a Parquet file are numbered like those of other files', async () => {
  const folder = await folderWith({});
  const path = join(folder, 'twice.parquet');
  await run(`copy (select 1 as note_a, {'k': [1, 2]} as s, 2 as note_b, 3 as note_c) to '${path}'`);
  // DuckDB writes no duplicate names; other programs do.
  const bytes = (await readFile(path)).toString('latin1').replaceAll('note_b', 'NOTE_A');
  await writeFile(path, bytes.replaceAll('note_c', 'note_a'), 'latin1');
  await using subject = await Subject.of(urlOf(folder));
  expect(await values(subject, 'twice')).toEqual(['{"note_a":1,"s":{"k":[1,2]},"NOTE_A_2":2,"note_a_3":3']);
});

/** Edits the metadata at the end of the file. */
async function redescribe(path: string, from: string, to: string): Promise<void> {
  const bytes = (await readFile(path)).toString('hex');
  expect(bytes.split(from)).toHaveLength(2);
  await writeFile(path, Buffer.from(bytes.replace(from, to), 'hex'));
}

test('values that the engine would change cause a warning, or the file is left out', async () => {
  const folder = await folderWith({});
  const path = (name: string) => join(folder, `${name}.parquet`);
  const at = "timestamp_ns '2024-01-02 03:04:05.123456789' as at";
  const rounded = "unnest([timestamp_ns '1969-12-31 23:59:59.999999', null]) as at";
  await run(
    `copy (select ${at}) to '${path('local')}'`,
    `copy (select 1 as id, ${at}) to '${path('utc')}'`,
    `copy (select 1 as id, ${rounded}, 'x' as word) to '${path('whole')}'`,
    `copy (select unnest([time '18:47:36.854775', time '00:00:00', null]) as clock) to '${path('clock')}'`,
    `copy (select [time '01:02:03'] as times) to '${path('times')}'`,
    `copy (select 1.5::decimal(38,10) as amount) to '${path('long')}'`,
  );
  await redescribe(path('utc'), '8c121c3c', '8c111c3c');
  await redescribe(path('whole'), '8c121c3c', '8c111c3c');
  await redescribe(path('clock'), '7c121c2c', '7c121c3c');
  await redescribe(path('times'), '7c121c2c', '7c121c3c');
  await redescribe(path('long'), '1514154c2c5c1514154c', '151415782c5c15141578');
  await writeFile(join(folder, 'packed.parquet.gz'), gzipSync(await readFile(path('local'))));
  await using subject = await Subject.of(urlOf(folder));
  const exact = ['{"at":"2024-01-02T03:04:05.123456789"'];
  expect(await values(subject, 'local')).toEqual(exact);
  expect(await values(subject, 'packed')).toEqual(exact);
  // Timestamps lack nanoseconds, so they are shown as texts.
  expect(await values(subject, 'utc')).toEqual(['{"id":1,"at":"2024-01-02T03:04:05.123456789+00:00"']);
  expect(await values(subject, 'whole')).toEqual([
    '{"id":1,"at":"1969-12-31T23:59:59.999999+00:00","word":"x"',
    '{"id":1,"at":null,"word":"x"',
  ]);
  // Microseconds are reinterpreted as nanoseconds.
  expect(await values(subject, 'clock')).toEqual([
    '{"clock":"00:00:00"',
    '{"clock":"00:01:07.656854775"',
    '{"clock":null',
  ]);
  const { columns } = await subject.entity('whole');
  expect([...columns.values()].map(({ nativeType }) => nativeType)).toEqual([
    'INTEGER',
    'TIMESTAMP WITH TIME ZONE',
    'VARCHAR',
  ]);
  expect(subject.open.warnings).toEqual([
    'long.parquet is left out: the numbers of its column amount have up to 60 digits, and the engine reads 38.',
    'times.parquet: the column times is shown to the microsecond, since the engine reads none of its nanoseconds.',
  ]);
});

test('zeros keep their signs, even in long runs', async () => {
  const rows = 10_000;
  const zero = (i: number) => (i === rows - 1 ? '1.5' : i % 3 === 0 ? '-0.0' : '0.0');
  const numbers = Array.from({ length: rows }, (_, i) => zero(i));
  const folder = await folderWith({
    'list.csv': `id,x\n${numbers.map((number, i) => `${i},${number}\n`).join('')}`,
    'alone.csv': 'x\n0.0\n-0.0\n',
  });
  const from = `from (select id, if(id = ${rows - 1}, 1.5, if(id % 3 = 0, -0.0::double, 0.0)) as x from range(${rows}) as r(id))`;
  const path = join(folder, 'typed.parquet');
  await run(
    `copy (select id, x, x::float as f, x as "x sign" ${from}) to '${path}' (dictionary_size_limit 1)`,
    `copy (select [x] as list ${from}) to '${join(folder, 'nested.parquet')}' (dictionary_size_limit 1)`,
  );
  await using subject = await Subject.of(urlOf(folder));
  expect(await values(subject, 'list')).toEqual(numbers.map((number, i) => `{"id":${i},"x":${number}`));
  expect(await values(subject, 'alone')).toEqual(['{"x":0.0', '{"x":-0.0']);
  const typed = numbers.map((number, i) => `{"id":${i},"x":${number},"f":${number},"x sign":${number}`);
  expect(await values(subject, 'typed')).toEqual(typed);
  const { columns } = await subject.entity('typed');
  expect([...columns.values()].map(({ nativeType }) => nativeType)).toEqual([
    'BIGINT',
    'DOUBLE',
    'FLOAT',
    'DOUBLE',
  ]);
  // Content that is already loaded gets another name.
  await writeFile(join(folder, 'typed.csv'), 'id\n1\n');
  await vi.waitFor(() => subject.entity('typed.parquet'), { timeout: 30_000 });
  expect(await values(subject, 'typed.parquet')).toEqual(typed);
  expect(subject.open.warnings).toEqual([
    'nested.parquet: zeros with a sign within the column list may be shown without it, since the engine puts many zeros down as one.',
  ]);
});
