/**
 * Records what a run shows: the tests of each file, whether they pass, and the figures they report.
 *
 * A test reports a figure with `annotate(figure, row)`, where the row is one of those in `test/safety/rows.ts`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { z } from 'zod';

export const figuresFolder = fileURLToPath(new URL('../../.cache/safety/', import.meta.url));

export const longEnding = '.long.json';

const Shown = z.object({
  name: z.string(),
  state: z.enum(['passed', 'failed', 'skipped', 'pending']),
  figures: z.array(z.object({ row: z.string(), text: z.string() })),
});
export const ShownByFile = z.object({ file: z.string(), tests: z.array(Shown) });
export type ShownByFile = z.infer<typeof ShownByFile>;

/** A long run's results are stored beside a short run's, which cover less. */
export async function keepShown(shown: ShownByFile, isLong: boolean): Promise<void> {
  await mkdir(figuresFolder, { recursive: true });
  const name = shown.file.replaceAll(/[^\w.-]/g, '-');
  await writeFile(
    `${figuresFolder}${name}${isLong ? longEnding : '.json'}`,
    `${JSON.stringify(shown, null, 1)}\n`,
  );
}

export const rowName = /^[AVF]\d+$/;

function figuresOf(test: TestCase): { row: string; text: string }[] {
  return test
    .annotations()
    .filter(({ type }) => rowName.test(type))
    .map(({ type, message }) => ({ row: type, text: message }));
}

function isLong({ project }: TestModule): boolean {
  return project.name.startsWith('soak');
}

export default class FiguresReporter implements Reporter {
  async onTestModuleEnd(module: TestModule): Promise<void> {
    const tests = [...module.children.allTests()];
    const shown = {
      file: module.relativeModuleId,
      tests: tests.map((test) => ({
        name: test.fullName,
        state: test.result().state,
        figures: figuresOf(test),
      })),
    };
    await keepShown(shown, isLong(module));
  }

  /** Long runs print their results at the end: one line per row. */
  onTestRunEnd(modules: readonly TestModule[]): void {
    const figures = modules
      .filter(isLong)
      .flatMap((module) => [...module.children.allTests()])
      .flatMap(figuresOf);
    const rows = Map.groupBy(figures, ({ row }) => row);
    const lines = [...rows].toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
    for (const [row, told] of lines)
      process.stdout.write(`${row.padEnd(4)}${told.map(({ text }) => text).join('; ')}\n`);
  }
}
