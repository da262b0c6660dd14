// Imports: change sets that are longer than the memory should hold.
import type { ImportSummary } from '../../contract/import.ts';
import type { ImportRun } from './import/run.ts';
import type { NewSet } from './journal-stored.ts';
import type { Asked } from './refusals.ts';
import type { Transactions } from './transactions.ts';

/** Rolls the transaction back: some rows are bad. */
class BadRows extends Error {
  readonly summary: ImportSummary;

  constructor(summary: ImportSummary) {
    super('some rows are bad');
    this.summary = summary;
  }
}

export function tryImport(
  transactions: Transactions,
  user: string | null,
  begin: () => ImportRun,
): Promise<ImportSummary> {
  return transactions.try(user, async (transaction) => {
    const pages = begin().pages(transaction);
    for (;;) {
      const page = await pages.next();
      if (page.done === true) return page.value;
    }
  });
}

/** All rows, or none where one of them is bad. */
export async function applyImport(
  transactions: Transactions,
  set: NewSet,
  asked: Asked,
  begin: () => ImportRun,
): Promise<ImportSummary> {
  try {
    return await transactions.runLong<ImportSummary>({
      set,
      asked,
      async *pages(transaction) {
        const summary = yield* begin().pages(transaction);
        if (summary.bad > 0) throw new BadRows(summary);
        return summary;
      },
      reply: (summary) => JSON.stringify(summary),
    });
  } catch (error) {
    if (error instanceof BadRows) return error.summary;
    throw error;
  }
}
