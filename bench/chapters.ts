// What is measured, one function per kind of workload. Floor and Joinery take turns within each repeat.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Engine } from '../test/support/engines.ts';
import { type Call, type Figures, measureAnswer, measureRate } from './measure.ts';
import { type Line, median, medianFigures } from './report.ts';
import type { Effort } from './run.ts';
import { Subject } from './subject.ts';
import { exportCall, exportSql, linesPage, listWorkload, rateWorkloads, type Workload } from './workloads.ts';

const startJoinery = (url: string) =>
  Subject.start('joinery', 'bin/joinery.mjs', ['--database', url, '--port', '0', '--log-level', 'error']);
const startFloor = (engine: Engine, url: string) =>
  Subject.start('floor', 'bench/floor/server.ts', [engine, url]);

/** A ratio means something only between equal answers. */
async function checkEqual(workload: Workload, floor: Subject, joinery: Subject): Promise<void> {
  for (let i = 0; i < Math.min(workload.floor.length, 5); i++) {
    const [a, b] = [workload.floor[i], workload.joinery[i]];
    if (!a || !b) continue;
    const texts = await Promise.all([ask(floor, a), ask(joinery, b)]);
    if (texts[0] !== texts[1].replaceAll(joinery.address, floor.address).replace(/,"next":"[^"]*"/, '')) {
      throw new Error(
        `${workload.name}: the answers differ\n${texts[0].slice(0, 600)}\n${texts[1].slice(0, 600)}`,
      );
    }
  }
}

async function ask(subject: Subject, call: Call): Promise<string> {
  const response = await fetch(subject.address + call.path, {
    method: call.method,
    headers: { 'content-type': 'application/json' },
    ...(call.body === undefined ? {} : { body: call.body }),
  });
  return response.text();
}

function goalOf(workload: Workload, engine: Engine): number {
  const { atLeast } = workload;
  return typeof atLeast === 'number' ? atLeast : engine === 'sqlite' ? atLeast.sqlite : atLeast.server;
}

function line(
  engine: Engine,
  workload: string,
  connections: number,
  floors: readonly Figures[],
  joineries: readonly Figures[],
  goal: number,
): Line {
  const ratio = median(joineries.map((run, i) => run.rate / (floors[i]?.rate ?? Number.NaN)));
  return {
    engine,
    workload,
    connections,
    floor: floors.length > 0 ? medianFigures(floors) : null,
    joinery: medianFigures(joineries),
    ratio,
    goal: `≥ ${goal}`,
    reached: ratio >= goal,
  };
}

export async function benchRates(engine: Engine, url: string, effort: Effort): Promise<Line[]> {
  await using floor = await startFloor(engine, url);
  await using joinery = await startJoinery(url);
  const lines: Line[] = [];
  for (const workload of rateWorkloads) {
    await checkEqual(workload, floor, joinery);
    for (const connections of [1, 32]) {
      const floors: Figures[] = [];
      const joineries: Figures[] = [];
      for (let i = -1; i < effort.repeats; i++) {
        const a = await measureRate(floor, workload.floor, connections, effort.seconds);
        const b = await measureRate(joinery, workload.joinery, connections, effort.seconds);
        if (i < 0) continue; // The first round warms both up.
        floors.push(a);
        joineries.push(b);
      }
      lines.push(line(engine, workload.name, connections, floors, joineries, goalOf(workload, engine)));
    }
  }
  return lines;
}

export async function benchList(engine: Engine, url: string, effort: Effort): Promise<Line[]> {
  const [floors, joineries]: [Figures[], Figures[]] = [[], []];
  await using floor = await startFloor(engine, url);
  await using joinery = await startJoinery(url);
  const [ofFloor] = listWorkload.floor;
  const [ofJoinery] = listWorkload.joinery;
  if (!ofFloor || !ofJoinery) return [];
  await checkEqual(listWorkload, floor, joinery);
  for (let i = -1; i < effort.repeats; i++) {
    const a = await measureAnswer(floor, ofFloor);
    const b = await measureAnswer(joinery, ofJoinery);
    if (i < 0) continue;
    floors.push(a);
    joineries.push(b);
  }
  return [line(engine, listWorkload.name, 1, floors, joineries, goalOf(listWorkload, engine))];
}

/** The engines' own command-line clients, writing to nowhere. */
const clients: Record<Engine, (url: URL) => [string, string[], Record<string, string>]> = {
  sqlite: (url) => [
    'sqlite3',
    ['-readonly', '-csv', '-header', url.pathname.replace(/^\/(?=\/)/, ''), exportSql],
    {},
  ],
  postgres: (url) => [
    'psql',
    [url.href, '-qc', `\\copy (${exportSql}) to stdout with (format csv, header)`],
    {},
  ],
  mysql: (url) => [
    'mariadb',
    [
      '--quick',
      '--batch',
      '-h',
      url.hostname,
      '-P',
      url.port,
      '-u',
      url.username,
      url.pathname.slice(1),
      '-e',
      exportSql,
    ],
    { MYSQL_PWD: decodeURIComponent(url.password) },
  ],
};

async function timeClient(engine: Engine, url: string): Promise<Figures> {
  const [program, parameters, env] = clients[engine](new URL(url));
  const begin = performance.now();
  const child = spawn(program, parameters, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  child.stdout.resume();
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${program} ended with ${code}`);
  const duration = performance.now() - begin;
  return {
    rate: 1_000 / duration,
    p50: duration,
    p99: duration,
    firstByte: Number.NaN,
    peakMemory: 0,
    cpuPerAnswer: Number.NaN,
  };
}

export async function benchExport(engine: Engine, url: string, effort: Effort): Promise<Line[]> {
  const [floors, joineries]: [Figures[], Figures[]] = [[], []];
  await using joinery = await startJoinery(url);
  for (let i = -1; i < Math.min(effort.repeats, 3); i++) {
    const a = await timeClient(engine, url);
    const b = await measureAnswer(joinery, exportCall);
    if (i < 0) continue;
    floors.push(a);
    joineries.push(b);
  }
  const name = 'CSV export of all order lines with three joins, against the engine’s own client';
  return [line(engine, name, 1, floors, joineries, engine === 'sqlite' ? 1.0 : 0.9)];
}

/** The time from an empty process to the first answer that needs the schema. */
export async function benchStart(
  engine: Engine,
  url: string,
  name: string,
  atMost: number,
  effort: Effort,
): Promise<Line[]> {
  const time = async (start: () => Promise<Subject>): Promise<Figures> => {
    await using subject = await start();
    const begin = performance.now();
    await ask(subject, { method: 'GET', path: '/api/database' });
    const duration = subject.readyMs + performance.now() - begin;
    return {
      rate: 1_000 / duration,
      p50: duration,
      p99: duration,
      firstByte: Number.NaN,
      peakMemory: 0,
      cpuPerAnswer: Number.NaN,
    };
  };
  const [floors, joineries]: [Figures[], Figures[]] = [[], []];
  for (let i = -1; i < effort.repeats; i++) {
    const a = await time(() => startFloor(engine, url));
    const b = await time(() => startJoinery(url));
    if (i < 0) continue;
    floors.push(a);
    joineries.push(b);
  }
  return [line(engine, name, 1, floors, joineries, Number((1 / atMost).toFixed(2)))];
}

/** The first page against a page deep in the table that is reached by its cursor. */
export async function benchCursor(engine: Engine, url: string, effort: Effort): Promise<Line[]> {
  await using joinery = await startJoinery(url);
  const deep = Math.floor(effort.sizes.lines * 0.9);
  const before = JSON.parse(await ask(joinery, linesPage(null, deep - 100)));
  const first = JSON.parse(await ask(joinery, linesPage(null)));
  const [firsts, deeps]: [Figures[], Figures[]] = [[], []];
  for (let i = -1; i < effort.repeats; i++) {
    const a = await measureRate(joinery, [linesPage(first.next)], 1, effort.seconds);
    const b = await measureRate(joinery, [linesPage(before.next)], 1, effort.seconds);
    if (i < 0) continue;
    firsts.push(a);
    deeps.push(b);
  }
  return [line(engine, `page by cursor at row ${deep}, against the second page`, 1, firsts, deeps, 0.9)];
}

/** Records while one client runs a statement that keeps the engine busy, against records alone. */
export async function benchFairness(engine: Engine, url: string, effort: Effort): Promise<Line[]> {
  await using joinery = await startJoinery(url);
  const [records] = rateWorkloads;
  if (!records) return [];
  const [alone, beside]: [Figures[], Figures[]] = [[], []];
  for (let i = -1; i < effort.repeats; i++) {
    const a = await measureRate(joinery, records.joinery, 31, effort.seconds);
    const stop = new AbortController();
    const long = keepBusy(joinery, stop.signal);
    const b = await measureRate(joinery, records.joinery, 31, effort.seconds);
    stop.abort();
    await long;
    if (i < 0) continue;
    alone.push(a);
    beside.push(b);
  }
  return [line(engine, 'records by 31 clients beside one long query, against alone', 31, alone, beside, 0.8)];
}

async function keepBusy(joinery: Subject, signal: AbortSignal): Promise<void> {
  const body = JSON.stringify({
    entities: ['customers', 'products'].map((id) => ({
      id,
      relation: null,
      attributes: [{ id: 'name', alias: `${id}_name`, selected: true }],
    })),
    where: { func: { name: 'EQ', args: [{ alias: 'customers_name' }, { alias: 'products_name' }] } },
  });
  try {
    const headers = { 'content-type': 'application/json' };
    await fetch(`${joinery.address}/api/database/uni-grid-request`, {
      method: 'POST',
      headers,
      body,
      signal,
    });
  } catch {
    // Aborted at the end of the measurement, as meant.
  }
}
