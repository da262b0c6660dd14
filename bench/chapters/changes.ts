// Import of a file against the engine's own loader: the same rows, with neither checks nor a journal nor a way back.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import Sqlite from 'better-sqlite3';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import type { LiveEngine as Engine } from '../../test/support/engines.ts';
import { temporaryFolder } from '../../test/support/folders.ts';
import { median } from '../numbers.ts';
import { valueLine } from '../report.ts';
import type { Chapter } from './chapter.ts';

const table =
  'create table item (id integer not null primary key, name varchar(40) not null, amount decimal(10,2), day date, note varchar(60))';

async function writeRows(path: string, rows: number): Promise<void> {
  const file = createWriteStream(path);
  file.write('id,name,amount,day,note\n');
  for (let id = 1; id <= rows; id++) {
    const line = `${id},Name ${(id * 7) % 99_991},${(id * 13) % 100_000}.25,2024-0${1 + (id % 9)}-1${id % 10},note ${id}\n`;
    if (!file.write(line)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'close');
}

type Load = (url: string, path: string) => Promise<void>;

const loaders: Readonly<Record<Engine, Load>> = {
  async sqlite(url, path) {
    const db = new Sqlite(parseDatabaseUrl(url).database);
    const insert = db.prepare('insert into item values (?, ?, ?, ?, ?)');
    db.exec('begin');
    let isHeader = true;
    for await (const line of createInterface({ input: createReadStream(path) })) {
      if (!isHeader) insert.run(...line.split(','));
      isHeader = false;
    }
    db.exec('commit');
    db.close();
  },
  async postgres(url, path) {
    const client = new pg.Client(url);
    await client.connect();
    await pipeline(
      createReadStream(path),
      client.query(copyFrom('copy item from stdin (format csv, header)')),
    );
    await client.end();
  },
  async mysql(url, path) {
    const connection = await mysql.createConnection({ uri: url, flags: ['LOCAL_FILES'] });
    await connection.query({
      sql: `load data local infile 'rows' into table item fields terminated by ',' ignore 1 lines`,
      infileStreamFactory: () => createReadStream(path),
    });
    await connection.end();
  },
};

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

export const changes: Chapter = async (database, effort) => {
  const { engine, url } = database;
  const rows = effort.sizes.lines;
  const folder = await temporaryFolder();
  const file = join(folder, 'item.csv');
  await writeRows(file, rows);
  await database.run(table);
  const ratios: number[] = [];
  for (let round = 0; round < (effort.name === 'full' ? 3 : 1); round++) {
    const loader = await timed(() => loaders[engine](url, file));
    await database.run('delete from item');
    const state = join(folder, `state-${round}.sqlite`);
    const args = ['import', file, '--into', 'item', '--database', url, '--state', `sqlite:///${state}`];
    const joinery = await timed(() => promisify(execFile)(process.execPath, ['bin/joinery.mjs', ...args]));
    await database.run('delete from item');
    await rm(state, { force: true });
    ratios.push(loader / joinery);
  }
  await database.run('drop table item');
  const workload = `import of ${rows.toLocaleString('en')} rows, against the engine's own loader`;
  return [valueLine({ engine, workload, connections: 1 }, median(ratios), '×', { atLeast: 0.3 })];
};
