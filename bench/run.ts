// `npm run bench`: Joinery against a hand-written floor on the same machine, in the same run, on every engine. Absolute
// rates on a shared machine mean little; the ratio of two servers measured in turns is meaningful.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import beginTestRun from '../test/support/run.ts';
import {
  createDatabase,
  type LiveEngine as Engine,
  liveEngines as engines,
} from '../test/support/servers.ts';
import { reportRegressions, saveAccepted } from './accepted.ts';
import { agents } from './chapters/agents.ts';
import { changes } from './chapters/changes.ts';
import type { Chapter } from './chapters/chapter.ts';
import { cursor } from './chapters/cursor.ts';
import { exports } from './chapters/export.ts';
import { fairness } from './chapters/fairness.ts';
import { files } from './chapters/files.ts';
import { list } from './chapters/list.ts';
import { policy } from './chapters/policy.ts';
import { analysis, page, record, search } from './chapters/rates.ts';
import { saved } from './chapters/saved.ts';
import { session } from './chapters/session.ts';
import { start } from './chapters/start.ts';
import { web } from './chapters/web.ts';
import { loadSales } from './data.ts';
import { writeFigures } from './document.ts';
import { efforts } from './effort.ts';
import { buildFloor } from './floor/build.ts';
import { byProcessorTime, fullTable, type Line, summary } from './report.ts';

const chapters: Readonly<Record<string, Chapter>> = {
  record,
  page,
  search,
  analysis,
  list,
  export: exports,
  cursor,
  fairness,
  session,
  agents,
  saved,
  policy,
  start,
  changes,
};
/** Chapters that read order lines or products. */
const readingLines = ['analysis', 'export', 'cursor', 'fairness'];

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    engine: { type: 'string', multiple: true },
    only: { type: 'string', multiple: true },
    /** In the files chapter: only workloads whose names contain one of these texts. */
    workload: { type: 'string', multiple: true, default: [''] },
    accept: { type: 'boolean', default: false },
    seconds: { type: 'string' },
    output: { type: 'string', default: '.cache/bench.json' },
    /** Reports earlier runs from their output files instead of measuring. */
    lines: { type: 'string', multiple: true },
    document: { type: 'boolean', default: false },
    by: { type: 'string', default: 'clock' },
  },
});
const chosenEffort = efforts[values.quick ? 'quick' : 'full'];
const effort = { ...chosenEffort, seconds: Number(values.seconds ?? chosenEffort.seconds) };
const isChapterChosen = (chapter: string) => values.only?.includes(chapter) ?? true;
const isEngineChosen = (engine: Engine) => values.engine?.includes(engine) ?? true;

const begin = performance.now();
function logProgress(what: string): void {
  console.error(`${((performance.now() - begin) / 1_000).toFixed(0).padStart(5)} s  ${what} …`);
}

async function benchEngine(engine: Engine): Promise<Line[]> {
  const wanted = Object.entries(chapters).filter(([name]) => isChapterChosen(name));
  if (wanted.length === 0) return [];
  logProgress(`${engine}: data`);
  await buildFloor(engine);
  await using sales = await createDatabase(engine);
  await loadSales(sales, effort.sizes, { withLines: wanted.some(([name]) => readingLines.includes(name)) });
  const lines: Line[] = [];
  for (const [name, chapter] of wanted) {
    logProgress(`${engine}: ${name}`);
    try {
      lines.push(...(await chapter(sales, effort)));
    } catch (error) {
      // A failing chapter must not discard what the others took half an hour to measure.
      console.error(`${engine}: ${name} failed`, error);
      process.exitCode = 1;
    }
  }
  return lines;
}

/** All lines of a run, with a private database server for its duration. */
async function measureAll(): Promise<Line[]> {
  const endTestRun = await beginTestRun();
  try {
    const lines: Line[] = [];
    for (const engine of engines.filter(isEngineChosen)) lines.push(...(await benchEngine(engine)));
    if (isChapterChosen('files') && values.engine === undefined) {
      logProgress('files');
      lines.push(...(await files(effort, (name) => values.workload.some((text) => name.includes(text)))));
    }
    if (isChapterChosen('web') && values.engine === undefined) {
      logProgress('browser');
      lines.push(...(await web(effort)));
    }
    return lines;
  } finally {
    await endTestRun();
  }
}

async function linesOfRuns(files: readonly string[]): Promise<Line[]> {
  // Written by this program, below.
  const runs = await Promise.all(
    files.map(async (file) => JSON.parse(await readFile(file, 'utf8')) as RunFile),
  );
  return runs.flatMap(({ lines }) => lines);
}

interface RunFile {
  readonly lines: readonly Line[];
}

const lines = values.lines ? await linesOfRuns(values.lines) : await measureAll();
const shown = values.by === 'cpu' ? lines.map(byProcessorTime) : lines;
console.log(`${fullTable(lines)}\n\n${summary(shown)}`);
const machine = { cores: availableParallelism(), processor: cpus()[0]?.model, node: process.version };
await mkdir(dirname(values.output), { recursive: true });
const result = { at: new Date().toISOString(), effort, machine, lines };
await writeFile(values.output, `${JSON.stringify(result, null, 2)}\n`);
await reportRegressions(shown, effort);
if (values.accept) await saveAccepted(lines, effort);
if (values.document) await writeFigures(lines, machine);
