// The last accepted ratios, kept in the repository; a run reports which ones got worse or miss their goal.
import { readFile, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import type { Effort } from './effort.ts';
import { isGoalReached, type Line } from './report.ts';

const file = new URL('accepted.json', import.meta.url);

/** Quick runs use smaller tables, so their ratios are accepted separately. */
const Accepted = z.record(z.enum(['full', 'quick']), z.record(z.string(), z.number()));
type Accepted = z.infer<typeof Accepted>;

/** A smaller relative loss is noise: runs on one machine differ by about as much. */
const tolerance = 0.15;
/** Differences of a few milliseconds or megabytes are noise, too. */
const slack: Record<Line['unit'], number> = { '×': 0.02, ms: 10, MB: 8, tasks: 1 };

const nameOf = ({ engine, workload, connections, against }: Line) =>
  [engine, workload, connections, ...(against === null ? [] : [against])].join(' · ');

export async function saveAccepted(lines: readonly Line[], { name }: Effort): Promise<void> {
  const accepted = await readAccepted();
  const values = lines
    .filter(({ value }) => Number.isFinite(value))
    .map((line) => [nameOf(line), Number(line.value.toFixed(2))]);
  const updated = { ...accepted, [name]: { ...accepted[name], ...Object.fromEntries(values) } };
  await writeFile(file, `${JSON.stringify(updated, null, 2)}\n`);
}

export async function reportRegressions(lines: readonly Line[], { name }: Effort): Promise<void> {
  const accepted = (await readAccepted())[name];
  const worse = lines.filter((line) => isWorse(line, accepted[nameOf(line)]));
  const short = lines.filter((line) => !isGoalReached(line));
  console.log(
    worse.length === 0
      ? '\nNothing got worse than the accepted ratios.'
      : `\nGot worse than accepted:${worse.map((line) => lineText(line, `accepted ${accepted[nameOf(line)]}`)).join('')}`,
  );
  console.log(
    short.length === 0
      ? 'Every goal is reached.'
      : `Not at its goal:${short.map((line) => lineText(line, `goal ${Object.values(line.goal ?? {})}`)).join('')}`,
  );
}

function lineText(line: Line, beside: string): string {
  return `\n  ${nameOf(line)}: ${line.value.toFixed(2)} (${beside})`;
}

function isWorse({ value, unit, goal }: Line, accepted: number | undefined): boolean {
  if (accepted === undefined || goal === null) return false;
  const margin = Math.max(Math.abs(accepted) * tolerance, slack[unit]);
  return 'atLeast' in goal ? value < accepted - margin : value > accepted + margin;
}

async function readAccepted(): Promise<Accepted> {
  try {
    return Accepted.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return { full: {}, quick: {} };
    throw error;
  }
}
