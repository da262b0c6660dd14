// `npm run bench`: Joinery against a hand-written floor on the same machine, in the same run, on every engine.
// Rates on a shared machine mean little by themselves; the ratio of two servers measured in turns does.
import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import beginTestRun from '../test/support/run.ts';
import { createDatabase, type Engine, engines } from '../test/support/servers.ts';
import { compareWithAccepted, saveAccepted } from './accepted.ts';
import { benchCursor, benchExport, benchFairness, benchList, benchRates, benchStart } from './chapters.ts';
import { fullSizes, loadManyTables, loadSales, type Sizes } from './data.ts';
import { type Line, printTable } from './report.ts';

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    engine: { type: 'string', multiple: true },
    only: { type: 'string', multiple: true },
    accept: { type: 'boolean', default: false },
    output: { type: 'string', default: '.cache/bench.json' },
  },
});

export interface Effort {
  readonly repeats: number;
  readonly seconds: number;
  readonly sizes: Sizes;
  readonly manyTables: readonly number[];
}

const quickSizes: Sizes = { customers: 20_000, products: 2_000, orders: 100_000, lines: 200_000 };
const effort: Effort = values.quick
  ? { repeats: 3, seconds: 1, sizes: quickSizes, manyTables: [1_000] }
  : { repeats: 5, seconds: 4, sizes: fullSizes, manyTables: [1_000, 5_000] };

const chapters = {
  rates: benchRates,
  list: benchList,
  export: benchExport,
  cursor: benchCursor,
  fairness: benchFairness,
};
const wanted = (name: string) => values.only === undefined || values.only.includes(name);
const chosen: readonly Engine[] = engines.filter((engine) => values.engine?.includes(engine) ?? true);

async function benchEngine(engine: Engine): Promise<Line[]> {
  const lines: Line[] = [];
  await using sales = await createDatabase(engine);
  console.error(`${engine}: making the sales data …`);
  await loadSales(sales, effort.sizes);
  for (const [name, chapter] of Object.entries(chapters)) {
    if (!wanted(name)) continue;
    console.error(`${engine}: ${name} …`);
    lines.push(...(await chapter(engine, sales.url, effort)));
  }
  if (wanted('start')) {
    console.error(`${engine}: start …`);
    lines.push(...(await benchStart(engine, sales.url, 'start, small database', 2, effort)));
    for (const count of effort.manyTables) {
      await using many = await createDatabase(engine);
      await loadManyTables(many, count);
      lines.push(...(await benchStart(engine, many.url, `start, ${count} tables`, 3, effort)));
    }
  }
  return lines;
}

const endTestRun = await beginTestRun();
try {
  const lines: Line[] = [];
  for (const engine of chosen) lines.push(...(await benchEngine(engine)));
  printTable(lines);
  await writeFile(values.output, JSON.stringify(lines, null, 2));
  if (values.accept) await saveAccepted(lines);
  else await compareWithAccepted(lines);
} finally {
  await endTestRun();
}
