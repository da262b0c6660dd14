// Import of a file against the engine's own loader: the same rows, with neither checks nor a journal nor a way back.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pipeline } from 'node:stream/promises';
import Sqlite from 'better-sqlite3';
import mysql from 'mysql2/promise';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { parseDatabaseUrl } from '../../src/dialects/url.ts';
import type { LiveEngine as Engine } from '../../test/support/engines.ts';
import { runFolder, temporaryFolder } from '../../test/support/folders.ts';
import { duration, type Figures, inTurns } from '../measure.ts';
import { processesWith, processorTime } from '../processor.ts';
import { rateLine } from '../report.ts';
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

/** Of this process, of those that it has started, and of the database server. */
function processorTimeOf(engine: Engine): number {
  const servers = processesWith(`${runFolder()}/${engine}-`);
  return [process.pid, ...servers].reduce((sum, pid) => sum + processorTime(pid), 0);
}

async function timed(engine: Engine, work: () => Promise<Partial<Figures>>): Promise<Figures> {
  const [begin, cpu] = [performance.now(), processorTimeOf(engine)];
  const more = await work();
  const milliseconds = performance.now() - begin;
  return duration(milliseconds, { cpuPerAnswer: processorTimeOf(engine) - cpu, ...more });
}

/** Runs the command, and tells the most memory that it had. */
async function joinery(args: readonly string[]): Promise<Partial<Figures>> {
  const child = spawn(process.execPath, ['bin/joinery.mjs', ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let peak = 0;
  const looking = setInterval(() => {
    peak = Math.max(peak, peakOf(child.pid ?? 0));
  }, 50);
  const [code] = await once(child, 'exit');
  clearInterval(looking);
  if (code !== 0) throw new Error(`joinery ${args[0]} ended with ${code}`);
  return { peakMemory: peak };
}

function peakOf(pid: number): number {
  try {
    const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kilobytes ?? 0) * 1024;
  } catch {
    // It has just ended.
    return 0;
  }
}

export const changes: Chapter = async (database, effort) => {
  const { engine, url } = database;
  const rows = effort.sizes.lines;
  const folder = await temporaryFolder();
  const file = join(folder, 'item.csv');
  await writeRows(file, rows);
  await database.run(table);
  const state = join(folder, 'state.sqlite');
  const args = ['import', file, '--into', 'item', '--database', url, '--state', `sqlite:///${state}`];
  const empty = () => database.run('delete from item');
  const rounds = await inTurns(
    { repeats: effort.name === 'full' ? 3 : 1 },
    {
      client: async () => {
        const figures = await timed(engine, async () => {
          await loaders[engine](url, file);
          return {};
        });
        await empty();
        return figures;
      },
      joinery: async () => {
        const figures = await timed(engine, () => joinery(args));
        await empty();
        await rm(state, { force: true });
        return figures;
      },
    },
    0,
  );
  await database.run('drop table item');
  const workload = `import of ${rows.toLocaleString('en')} rows, against the engine's own loader`;
  return [rateLine({ engine, workload, connections: 1 }, rounds, 'client', 0.3)];
};
