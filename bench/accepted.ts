// The last accepted ratios, kept in the repository; a run says which of them got worse.
import { readFile, writeFile } from 'node:fs/promises';
import type { Line } from './report.ts';

const file = new URL('accepted.json', import.meta.url);

/** Less than this part of the accepted ratio is called worse; shared machines differ by about as much. */
const tolerance = 0.85;

const nameOf = (line: Line) => `${line.engine} · ${line.workload} · ${line.connections}`;

export async function saveAccepted(lines: readonly Line[]): Promise<void> {
  const accepted = { ...(await readAccepted()) };
  for (const line of lines) accepted[nameOf(line)] = Number(line.ratio.toFixed(2));
  await writeFile(file, `${JSON.stringify(accepted, null, 2)}\n`);
}

export async function compareWithAccepted(lines: readonly Line[]): Promise<void> {
  const accepted = await readAccepted();
  const worse = lines.filter((line) => line.ratio < (accepted[nameOf(line)] ?? 0) * tolerance);
  if (worse.length === 0) console.log('\nNothing got worse than the accepted ratios.');
  for (const line of worse) {
    console.log(`\nWorse: ${nameOf(line)}: ${line.ratio.toFixed(2)}, accepted ${accepted[nameOf(line)]}`);
  }
}

async function readAccepted(): Promise<Record<string, number>> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return {};
  }
}
