// The full export, against the same endpoint written by hand; for comparison also against the engine's own command-line
// client, which has no service in between.
import type { LiveEngine as Engine } from '../../test/support/engines.ts';
import { exportCommands, runClient } from '../clients.ts';
import { sameLines } from '../equality.ts';
import { exportSql } from '../floor/csv.ts';
import type { Call } from '../load.ts';
import { duration, type Figures, measure, medianFigures, runAlternately } from '../measure.ts';
import { type Line, rateLine, valueLine } from '../report.ts';
import { type ExportPart, exportCall, exportGoal, floorExportCall, loads } from '../workloads.ts';
import { type Chapter, inSequence } from './chapter.ts';
import { checkEqual, openContest } from './contest.ts';

/** The time of this many concurrent clients, each exporting its part of the rows. */
async function timeClients(engine: Engine, url: string, statements: readonly string[]): Promise<Figures> {
  const begin = performance.now();
  await Promise.all(statements.map((sql) => runClient(exportCommands[engine](new URL(url), sql))));
  const milliseconds = performance.now() - begin;
  return duration(milliseconds, { rate: (statements.length * 1_000) / milliseconds });
}

/** A sample of the lines, whose bytes are compared. */
const comparedPart = (n: number): ExportPart => ({ from: (n % 50) * 5_000 + 1, to: (n % 50) * 5_000 + 700 });

function partsOf(orders: number, connections: number): ExportPart[] {
  if (connections === 1) return [null];
  const perClient = Math.ceil(orders / connections);
  return Array.from({ length: connections }, (_, i) => ({
    from: i * perClient + 1,
    to: (i + 1) * perClient,
  }));
}

export const exports: Chapter = async ({ engine, url }, { sizes, repeats }) => {
  const lines: Line[] = [];
  for (const connections of loads) {
    await using contest = await openContest(engine, url);
    const { joinery, plain, best } = contest;
    const parts = partsOf(sizes.orders, connections);
    const name = `CSV export of ${sizes.lines.toLocaleString('en')} lines joined with three tables${connections === 1 ? '' : ', each client a part'}`;
    await checkEqual(
      contest,
      {
        name,
        joinery: (n) => exportCall(comparedPart(n)),
        floor: (n) => floorExportCall(comparedPart(n)),
        different: 50,
      },
      sameLines,
    );
    const options = { connections, until: { answers: connections } };
    const ofParts = (call: (part: ExportPart) => Call) =>
      inSequence((n) => call(parts[n % parts.length] ?? null));
    const [asked, floorAsked] = [ofParts(exportCall), ofParts(floorExportCall)];
    const rounds = await runAlternately(
      { repeats: Math.min(repeats, 3) },
      {
        joinery: () => measure(joinery, asked, options),
        plain: () => measure(plain, floorAsked, options),
        best: engine !== 'postgres' ? () => measure(best, floorAsked, options) : undefined,
        client: () =>
          timeClients(
            engine,
            url,
            parts.map((part) => exportSql(part)),
          ),
      },
      connections === 1 ? 1 : 0,
    );
    const heading = { engine, workload: name, connections };
    lines.push(
      rateLine(heading, rounds, 'plain', exportGoal[engine]),
      ...(rounds.best === undefined ? [] : [rateLine(heading, rounds, 'best')]),
      rateLine(heading, rounds, 'client'),
      valueLine(
        { ...heading, workload: `${name}: memory above rest` },
        medianFigures(rounds.joinery).memoryAboveRest / 2 ** 20,
        'MB',
        { atMost: 64 },
      ),
    );
  }
  return lines;
};
