/**
 * Keeps what a run showed: for each test file its tests, whether they hold, and the figures that they told.
 *
 * A test tells a figure with `annotate(figure, row)`, where the row is one of those in `test/safety/rows.ts`.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { z } from 'zod';

export const figuresFolder = fileURLToPath(new URL('../../.cache/safety/', import.meta.url));

const Shown = z.object({
  name: z.string(),
  state: z.enum(['passed', 'failed', 'skipped', 'pending']),
  figures: z.array(z.object({ row: z.string(), text: z.string() })),
});
export const ShownByFile = z.object({ file: z.string(), tests: z.array(Shown) });
export type ShownByFile = z.infer<typeof ShownByFile>;

export async function keepShown(shown: ShownByFile): Promise<void> {
  await mkdir(figuresFolder, { recursive: true });
  const name = shown.file.replaceAll(/[^\w.-]/g, '-');
  await writeFile(`${figuresFolder}${name}.json`, `${JSON.stringify(shown, null, 1)}\n`);
}

export const rowName = /^[AVF]\d+$/;

function figuresOf(test: TestCase): { row: string; text: string }[] {
  return test
    .annotations()
    .filter(({ type }) => rowName.test(type))
    .map(({ type, message }) => ({ row: type, text: message }));
}

export default class FiguresReporter implements Reporter {
  async onTestModuleEnd(module: TestModule): Promise<void> {
    const tests = [...module.children.allTests()];
    await keepShown({
      file: module.relativeModuleId,
      tests: tests.map((test) => ({
        name: test.fullName,
        state: test.result().state,
        figures: figuresOf(test),
      })),
    });
  }

  /** The long runs say at their end what they showed: a line for each row. */
  onTestRunEnd(modules: readonly TestModule[]): void {
    const figures = modules
      .filter(({ project }) => project.name.startsWith('soak'))
      .flatMap((module) => [...module.children.allTests()])
      .flatMap(figuresOf);
    const rows = Map.groupBy(figures, ({ row }) => row);
    const lines = [...rows].toSorted(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
    for (const [row, told] of lines)
      process.stdout.write(`${row.padEnd(4)}${told.map(({ text }) => text).join('; ')}\n`);
  }
}
