// Writes the pages of a long set while the next ones are applied.
import type { WriteTransaction } from '../../../dialects/writer.ts';
import type { Entity } from '../../../model/database.ts';
import type { Applied } from '../apply/apply.ts';
import { Triggers } from '../apply/triggers.ts';
import type { ChangeContext } from '../refusals/refusals.ts';
import { type JournalPage, pageSize } from './page-text.ts';
import { type JournalPages, packedPage } from './pages.ts';

/** Pages per transaction: each transaction waits for the disk. */
const pagesPerTransaction = 20;

/** The final result, the number of pages, and their tables. */
interface WrittenPages<Extra> {
  readonly result: Extra;
  readonly count: number;
  readonly written: ReadonlySet<Entity>;
}

export async function writePages<Extra>(
  journal: JournalPages,
  set: string,
  pages: AsyncGenerator<JournalPage, Extra>,
  isCounted: (one: Applied) => boolean,
): Promise<WrittenPages<Extra>> {
  const written = new Set<Entity>();
  let count = 0;
  let writing: Promise<void> = Promise.resolve();
  for (let waiting: ReturnType<typeof packedPage>[] = []; ; ) {
    const page = await pages.next();
    if (page.done !== true) for (const { entity } of page.value) written.add(entity);
    if (page.done !== true && pageSize(page.value) > 0) waiting.push(packedPage(page.value, isCounted));
    if (waiting.length >= pagesPerTransaction || (page.done === true && waiting.length > 0)) {
      await writing;
      writing = journal.add(set, count, waiting);
      // The next await reports the failure; until then it must not count as unhandled.
      writing.catch(() => {});
      count += waiting.length;
      waiting = [];
    }
    if (page.done !== true) continue;
    await writing;
    return { result: page.value, count, written };
  }
}

/** Whether triggers may have changed rows of pages already written. */
export async function mayHaveChanged(
  pages: number,
  written: ReadonlySet<Entity>,
  { snapshot: { dialect } }: ChangeContext,
  transaction: WriteTransaction,
): Promise<boolean> {
  if (pages < 2) return false;
  const triggers = new Triggers(dialect.sql, transaction);
  for (const entity of written) if (await triggers.mayChange(entity, written)) return true;
  return false;
}
