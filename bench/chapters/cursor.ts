// Cursor pages far down a table, against pages at its beginning.
import { z } from 'zod';
import { linesPage, queryPath } from '../documents.ts';
import type { Call } from '../load.ts';
import { measure, runAlternately } from '../measure.ts';
import { type Line, rateLine } from '../report.ts';
import { type Subject, startJoinery } from '../subject.ts';
import { loads } from '../workloads.ts';
import { ask, type Chapter, inSequence } from './chapter.ts';

/** A goal just below 1, to allow for noise: both pages do the same work. */
const same = 0.9;
const pages = 50;
const Page = z.object({ next: z.string() });

const call = (body: string): Call => ({ method: 'POST', path: queryPath, body });

/** The requests for consecutive pages, starting at an offset. */
async function walk(joinery: Subject, offset: number): Promise<() => Call> {
  const calls: Call[] = [];
  let at = call(linesPage({ offset }));
  while (calls.length < pages) {
    at = call(linesPage({ after: Page.parse(JSON.parse(await ask(joinery, at))).next }));
    calls.push(at);
  }
  return inSequence((n) => calls[n % calls.length] ?? at);
}

export const cursor: Chapter = async ({ engine, url }, effort) => {
  await using joinery = await startJoinery(url);
  const deep = Math.floor(effort.sizes.lines * 0.9) - 100 * pages;
  const early = await walk(joinery, 0);
  const late = await walk(joinery, deep);
  const lines: Line[] = [];
  for (const connections of loads) {
    const options = { connections, until: { seconds: effort.seconds } };
    const rounds = await runAlternately(effort, {
      itself: () => measure(joinery, early, options),
      joinery: () => measure(joinery, late, options),
    });
    const workload = `page by cursor at row ${deep.toLocaleString('en')}, against the first pages`;
    lines.push(rateLine({ engine, workload, connections }, rounds, 'itself', same));
  }
  return lines;
};
