// Plain files: queries on a large Parquet file against the bare driver, and the start on a folder of many files.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { runFolder } from '../../test/support/folders.ts';
import type { Effort } from '../effort.ts';
import { difference, sameJson, sameLines } from '../equality.ts';
import type { Call } from '../load.ts';
import { measure, runAlternately } from '../measure.ts';
import { type Line, rateLine, valueLine } from '../report.ts';
import { Subject, startJoinery } from '../subject.ts';
import { ask, inSequence } from './chapter.ts';

interface FilesWorkload {
  readonly name: string;
  readonly joinery: (n: number) => Call;
  readonly floor: (n: number) => Call;
  readonly connections: readonly number[];
  readonly same?: typeof sameJson;
}

const columns = ['sale_id', 'customer_id', 'shop', 'amount', 'note', 'day'];
const attributes = columns.map((id) => ({ id, alias: id, selected: true }));
const query = (more: object, path = ''): Call => ({
  method: 'POST',
  path: `/api/database/uni-grid-request${path}`,
  body: JSON.stringify({ unigrid: { entities: [{ id: 'sale', attributes }], ...more } }),
});
const post = (path: string, body: object): Call => ({ method: 'POST', path, body: JSON.stringify(body) });
const get = (path: string): Call => ({ method: 'GET', path });
const func = (name: string, alias: string, value: unknown) => ({
  func: { name, args: [{ alias }, { value }] },
});

function workloadsFor(rows: number): readonly FilesWorkload[] {
  const customer = (n: number) => ((n * 7919) % 100_000) + 1;
  const text = (n: number) => `note ${((n * 7919) % 90_000) + 10_000} `;
  const key = (n: number) => get(`/api/database/tables/sale/recs/[${((n * 104_729) % rows) + 1}]`);
  const list = () => get('/api/database/tables/sale?limit=100000');
  const upTo = Math.min(rows, 1_000_000);
  const grouped = [
    { id: 'shop', alias: 'shop', selected: true },
    { id: 'amount', alias: 'amount', selected: true, summaries: ['sum'] },
    { id: 'sale_id', alias: 'sale_id', selected: true, summaries: ['count'] },
  ];
  return [
    { name: 'a record by its key', joinery: key, floor: key, connections: [1, 16] },
    {
      name: 'a page of one customer, sorted, with its total',
      joinery: (n) =>
        query({ where: func('EQ', 'customer_id', customer(n)), order: [{ alias: 'amount', asc: false }] }),
      floor: (n) => post('/page', { customer: customer(n) }),
      connections: [1],
    },
    {
      name: 'a search in all notes',
      joinery: (n) => query({ where: func('ICONTAINS', 'note', text(n)) }),
      floor: (n) => post('/search', { text: text(n) }),
      connections: [1],
    },
    {
      name: 'a group of all rows',
      joinery: () => ({
        ...query({}),
        body: JSON.stringify({
          unigrid: {
            entities: [{ id: 'sale', attributes: grouped }],
            group: ['shop'],
            order: [{ alias: 'shop' }],
          },
        }),
      }),
      floor: () => post('/group', {}),
      connections: [1],
    },
    { name: 'a list of 100,000 records', joinery: list, floor: list, connections: [1] },
    {
      name: `CSV export of ${upTo.toLocaleString('en')} rows`,
      joinery: () => query({ where: func('LTE', 'sale_id', upTo), order: [{ alias: 'sale_id' }] }, '/export'),
      floor: () => post('/export', { upTo }),
      connections: [1],
      same: sameLines,
    },
  ];
}

async function writeParquet(folder: string, rows: number): Promise<void> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`copy (select range + 1 as sale_id, (range * 31 % 100000 + 1)::integer as customer_id,
      'Shop ' || (range % 40) as shop, (range % 100000 / 100)::decimal(10,2) as amount,
      'A note ' || (10000 + range * 17 % 90000) || ' of this sale' as note, date '2020-01-01' + (range % 1500)::integer as day
    from range(${rows})) to '${join(folder, 'sale.parquet')}'`);
  connection.closeSync();
  instance.closeSync();
}

async function contest(
  folder: string,
  rows: number,
  effort: Effort,
  workloads: readonly FilesWorkload[],
): Promise<Line[]> {
  await using joinery = await startJoinery(`files:///${folder}`, '--state', 'none');
  await using plain = await Subject.start('bench/floor/files.ts', [folder]);
  const lines: Line[] = [];
  const answered = async (subject: Subject, call: Call) => ({
    address: subject.address,
    text: await ask(subject, call),
  });
  // All workloads once first: Joinery's engine reads a column from the file on first use, the floor has it in memory.
  for (const { name, joinery: ours, floor, same = sameJson } of workloadsFor(rows)) {
    const [given, wanted] = [await answered(joinery, ours(0)), await answered(plain, floor(0))];
    if (!same(given, wanted)) {
      throw new Error(`${name}: the answers differ ${difference(wanted.text, given.text)}`);
    }
  }
  for (const { name, joinery: ours, floor, connections: loads } of workloads) {
    for (const connections of loads) {
      const options = { connections, until: { seconds: effort.seconds } };
      const [asked, floorAsked] = [inSequence(ours), inSequence(floor)];
      const rounds = await runAlternately(effort, {
        joinery: () => measure(joinery, asked, options),
        plain: () => measure(plain, floorAsked, options),
      });
      const workload = `${rows.toLocaleString('en')} rows of Parquet: ${name}`;
      lines.push(rateLine({ engine: 'files', workload, connections }, rounds, 'plain', 0.9));
    }
  }
  return lines;
}

const startOnFolder = 'start on a folder of 100 files with 1,000 rows each';

/** The time from an empty process to the first answer that needs the schema. */
async function startOnManyFiles(folder: string): Promise<Line> {
  for (let n = 1; n <= 100; n++) {
    const rows = Array.from(
      { length: 1_000 },
      (_, i) => `${i + 1},${(i % 90) + 1},Name ${i},${i}.50,2024-01-02\n`,
    );
    const header = `entity${n}_id,entity${(n % 100) + 1}_id,name,price,day\n`;
    await writeFile(join(folder, `entity${n}.csv`), header + rows.join(''));
  }
  await using joinery = await startJoinery(`files:///${folder}`, '--state', 'none');
  const begin = performance.now();
  await ask(joinery, get('/api/database'));
  const heading = {
    engine: 'files',
    workload: startOnFolder,
    connections: 1,
  } as const;
  return valueLine(heading, joinery.readyMs + performance.now() - begin, 'ms', { atMost: 10_000 });
}

/** At full size the whole chapter takes some minutes; selecting workloads takes less. */
export async function files(effort: Effort, isWanted: (workload: string) => boolean): Promise<Line[]> {
  const [large, many] = [join(runFolder(), 'bench-parquet'), join(runFolder(), 'bench-folder')];
  await mkdir(large);
  await mkdir(many);
  const rows = effort.parquetRows;
  const workloads = workloadsFor(rows).filter(({ name }) => isWanted(name));
  const lines: Line[] = [];
  if (workloads.length > 0) {
    await writeParquet(large, rows);
    lines.push(...(await contest(large, rows, effort, workloads)));
  }
  if (isWanted(startOnFolder)) lines.push(await startOnManyFiles(many));
  return lines;
}
