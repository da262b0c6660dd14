// Changes against a hand-written endpoint with the same guarantees but no journal, and an import against the engine's
// own loader, which has no checks, no journal and no undo.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LiveEngine as Engine } from '../../test/support/engines.ts';
import { runFolder, temporaryFolder } from '../../test/support/folders.ts';
import { createDatabase, type LiveDatabase, startServer } from '../../test/support/servers.ts';
import { loadCommands, runClient } from '../clients.ts';
import type { Effort } from '../effort.ts';
import type { ItemChange } from '../floor/changes.ts';
import type { Call } from '../load.ts';
import { duration, type Figures, measure, runAlternately } from '../measure.ts';
import { processesWith, processorTime } from '../processor.ts';
import { type Line, rateLine } from '../report.ts';
import { Subject, startJoinery } from '../subject.ts';
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

/** The processor time of this process, its children, and the database server. */
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

/** Runs the command, and reports its peak memory. */
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
    // The process has just ended.
    return 0;
  }
}

/** With fewer rows the comparison would mostly measure the process start. */
const importedRows = 1_000_000;

async function importLine({ engine, url, run }: LiveDatabase, folder: string, effort: Effort): Promise<Line> {
  const file = join(folder, 'item.csv');
  await writeRows(file, importedRows);
  const state = join(folder, 'state.sqlite');
  const args = ['import', file, '--into', 'item', '--database', url, '--state', `sqlite:///${state}`];
  const inTurn = async (work: () => Promise<Partial<Figures>>) => {
    await run('drop table item');
    await run(table);
    const figures = await timed(engine, work);
    await rm(state, { force: true });
    return figures;
  };
  const rounds = await runAlternately(
    { repeats: effort.name === 'full' ? 3 : 1 },
    {
      client: () =>
        inTurn(async () => {
          await runClient(loadCommands[engine](new URL(url), file, 'item'));
          return {};
        }),
      joinery: () => inTurn(() => joinery(args)),
    },
    0,
  );
  const workload = `import of ${importedRows.toLocaleString('en')} rows, against the engine's own loader`;
  return rateLine({ engine, workload, connections: 1 }, rounds, 'client', 0.3);
}

/** Rows that requests may change. */
const itemRows = 20_000;
const goal = 0.5;

interface Contenders {
  readonly joinery: Subject;
  readonly plain: Subject;
}

const recordPath = (id: number) => `/api/database/tables/item/recs/[${id}]`;
const floorPath = (id: number) => `/item/${id}`;

/** PATCH requests for different rows. Each row is read first to get its ETag; those reads are not measured. */
async function patches(
  subject: Subject,
  path: (id: number) => string,
  ids: readonly number[],
): Promise<Call[]> {
  const calls: Call[] = [];
  for (const id of ids) {
    const answer = await fetch(subject.address + path(id));
    await answer.arrayBuffer();
    const ifMatch = answer.headers.get('etag');
    if (ifMatch === null) throw new Error(`${path(id)} answered ${answer.status} without a tag`);
    const body = JSON.stringify({ note: `changed ${id} ${Math.random()}` });
    calls.push({ method: 'PATCH', path: path(id), body, ifMatch });
  }
  return calls;
}

async function patchLines(
  engine: Engine,
  { joinery, plain }: Contenders,
  effort: Effort,
  what = 'a record',
): Promise<Line[]> {
  const lines: Line[] = [];
  const each = effort.name === 'full' ? 500 : 150;
  for (const connections of [1, 16]) {
    let last = 0;
    const turn = async (subject: Subject, path: (id: number) => string) => {
      const ids = Array.from({ length: each }, (_, i) => 1 + ((last + i) % itemRows));
      last += each;
      const calls = (await patches(subject, path, ids)).values();
      const next = (): Call => {
        const call = calls.next();
        if (call.done === true) throw new Error('more was asked than there is');
        return call.value;
      };
      return measure(subject, next, { connections, until: { answers: each } });
    };
    const rounds = await runAlternately(effort, {
      joinery: () => turn(joinery, recordPath),
      plain: () => turn(plain, floorPath),
    });
    const workload = `PATCH of ${what}, against the same by hand without a journal`;
    lines.push(rateLine({ engine, workload, connections }, rounds, 'plain', goal));
  }
  return lines;
}

const setRows = 10_000;

async function setLine(engine: Engine, { joinery, plain }: Contenders, effort: Effort): Promise<Line> {
  const expected = await notes(joinery);
  let round = 0;
  /** Both sides send the same body; each turn expects the notes that the previous turn wrote. */
  const body = (): string => {
    round++;
    const changes = expected.map((was, i): ItemChange => {
      const note = `round ${round} of ${i + 1}`;
      expected[i] = note;
      return { op: 'update', entity: 'item', key: { id: i + 1 }, set: { note }, expect: { note: was } };
    });
    return JSON.stringify({ changes });
  };
  const once = (subject: Subject, path: string) => {
    const call: Call = { method: 'POST', path, body: body() };
    return measure(subject, () => call, { connections: 1, until: { answers: 1 } });
  };
  const rounds = await runAlternately(effort, {
    joinery: () => once(joinery, '/api/database/changes'),
    plain: () => once(plain, '/items'),
  });
  const workload = `change set of ${setRows.toLocaleString('en')} rows, against one transaction by hand`;
  return rateLine({ engine, workload, connections: 1 }, rounds, 'plain', goal);
}

/** The notes as the service returns them, in the order of the ids. */
async function notes(subject: Subject): Promise<string[]> {
  const answer = await fetch(`${subject.address}/api/database/tables/item?limit=${setRows}`);
  // A list of records, each of which has a note.
  const { data } = (await answer.json()) as { readonly data: readonly { readonly note: string }[] };
  return data.map(({ note }) => note);
}

/** A database whose server flushes to disk before it acknowledges, as the journal does; SQLite files always do. */
async function withDurableDatabase<T>(
  engine: Engine,
  given: LiveDatabase,
  work: (database: LiveDatabase) => Promise<T>,
): Promise<T> {
  if (engine === 'sqlite') return work(given);
  await using server = await startServer(engine, true);
  await using database = await server.createDatabase();
  return await work(database);
}

export const changes: Chapter = (given, effort) => {
  const { engine } = given;
  return withDurableDatabase(engine, given, async (database) => {
    const folder = await temporaryFolder();
    const few = join(folder, 'few.csv');
    await writeRows(few, itemRows);
    const lines: Line[] = [];
    const against = async (one: LiveDatabase, measured: (sides: Contenders) => Promise<Line[]>) => {
      await one.run(table);
      await runClient(loadCommands[engine](new URL(one.url), few, 'item'));
      const store = `sqlite:///${join(folder, `edit-${lines.length}.sqlite`)}`;
      await using joinery = await startJoinery(one.url, '--edit', '--state', store);
      await using plain = await Subject.start('bench/floor/changes.ts', [engine, one.url]);
      lines.push(...(await measured({ joinery, plain })));
    };
    await against(database, async (sides) => [
      ...(await patchLines(engine, sides, effort)),
      await setLine(engine, sides, effort),
    ]);
    if (engine === 'sqlite') {
      // The sales file uses a write-ahead log, which SQLite creates only on request.
      await using usual = await createDatabase(engine);
      await against(usual, (sides) => patchLines(engine, sides, effort, 'a record in a file without a log'));
    }
    lines.push(await importLine(database, folder, effort));
    await database.run('drop table item');
    return lines;
  });
};
