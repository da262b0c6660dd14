// Writes the figures of a run into the documentation, between two markers; the surrounding text stays.
import { readFile, writeFile } from 'node:fs/promises';
import { fullTable, type Line, summary } from './report.ts';

const page = new URL('../docs/performance.md', import.meta.url);
const marks = ['<!-- figures of `npm run bench -- --document` -->', '<!-- end of figures -->'] as const;

export interface Machine {
  readonly cores: number;
  readonly node: string;
}

export async function writeFigures(lines: readonly Line[], machine: Machine): Promise<void> {
  await writeFile(page, withFigures(await readFile(page, 'utf8'), lines, machine));
}

/** The page with its figures replaced by these. */
export function withFigures(text: string, lines: readonly Line[], { cores, node }: Machine): string {
  const [begin, end] = marks.map((mark) => text.indexOf(mark));
  if (begin === undefined || end === undefined || begin < 0 || end < begin) {
    throw new Error('The page has no place for figures.');
  }
  const figures = [
    `One run on ${cores} cores with Node ${node}; all servers and the load share the machine.`,
    summary(lines),
    '<details><summary>The same run with rates, times, memory and processor time</summary>',
    fullTable(lines),
    '</details>',
  ];
  return `${text.slice(0, begin)}${marks[0]}\n\n${figures.join('\n\n')}\n\n${text.slice(end)}`;
}
