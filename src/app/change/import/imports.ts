// The use case of importing a file: a change set too long for memory.
import type { ImportBody, ImportDone, ImportSummary, Look, LookQuery } from '../../../contract/import.ts';
import type { ImportMode } from '../../../contract/import-modes.ts';
import type { OpenDatabase, Requester } from '../../database.ts';
import { entityOf } from '../../snapshot.ts';
import { type ChangeRequest, newSet } from '../change-request.ts';
import type { History } from '../history.ts';
import type { Idempotency } from '../idempotency.ts';
import type { NewSet } from '../journal/stored.ts';
import { currentVisibility } from '../past-visibility.ts';
import { refuseView } from '../plan/plan.ts';
import type { ChangeContext } from '../refusals/refusals.ts';
import type { Transactions } from '../transaction/transactions.ts';
import { checkZone } from './instants.ts';
import { type ImportFile, openFile, type PreviewedFile, previewFile, withFileProblems } from './preview.ts';
import { type ImportEvents, ImportRun } from './run.ts';

export class Imports {
  readonly #open: OpenDatabase;
  readonly #transactions: Transactions;
  readonly #idempotency: Idempotency;
  readonly #history: History;

  constructor(open: OpenDatabase, transactions: Transactions, idempotency: Idempotency, history: History) {
    this.#open = open;
    this.#transactions = transactions;
    this.#idempotency = idempotency;
    this.#history = history;
  }

  /**
   * Imports all rows of a file or none. The id is null if nothing changed: a dry run, bad rows, or rows identical to
   * the table's.
   */
  run(
    changeRequest: ChangeRequest,
    fileOf: () => Promise<ImportFile>,
    body: ImportBody,
    events: ImportEvents,
  ): Promise<ImportDone> {
    const { requester, addresses } = changeRequest;
    const isTrial = body.dry_run === true;
    return this.#idempotency.once(
      newSet(changeRequest),
      (set) =>
        this.#open.change(requester, async (snapshot) => {
          const visibleEntity = entityOf(snapshot.database, body.entity);
          refuseView(visibleEntity, '/entity');
          checkZone(body);
          const file = await fileOf();
          const opened = await openFile(file, body.table);
          const asked = { snapshot, addresses };
          const work = { file: opened, visibleEntity, body, events, signal: requester.signal };
          const begin = () => new ImportRun(work, asked);
          const made = {
            ...set,
            note: body.note ?? null,
            pastVisibility: currentVisibility([visibleEntity]),
          };
          const summary = await withFileProblems(file.name, () =>
            isTrial
              ? tryImport(this.#transactions, set.user, begin)
              : applyImport(this.#transactions, made, asked, begin),
          );
          const isDone = !isTrial && summary.bad === 0 && changesAnything(summary);
          if (isDone)
            requester.note?.([visibleEntity.name], {
              rows: summary.inserted + summary.updated,
              isChange: true,
            });
          return { ...summary, dry_run: isTrial, change_set: isDone ? set.id : null };
        }),
      {
        replay: async ({ id, reply }) => ({
          // Written by applyImport.
          ...(JSON.parse(reply ?? '{}') as ImportSummary),
          dry_run: false,
          change_set: id,
        }),
        settle: (set) => this.#history.settled(requester, set),
      },
    );
  }

  /** The content of a file, and the table columns that its columns probably match. `mode`: if it is known already. */
  preview(
    requester: Requester,
    file: PreviewedFile,
    { entity, table }: LookQuery,
    mode?: ImportMode,
  ): Promise<Look> {
    return this.#open.use(requester, async ({ database }) =>
      previewFile(file, table, entity === undefined ? null : entityOf(database, entity), mode),
    );
  }
}

function changesAnything({ inserted, updated }: ImportSummary): boolean {
  return inserted + updated > 0;
}

/** Rolls the transaction back: rows are bad, or nothing changed and the history should not show it. */
class NothingImported extends Error {
  readonly summary: ImportSummary;

  constructor(summary: ImportSummary) {
    super('nothing is imported');
    this.summary = summary;
  }
}

function tryImport(
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

/** Imports all rows, or none if one is bad or nothing changes. */
async function applyImport(
  transactions: Transactions,
  set: NewSet,
  context: ChangeContext,
  begin: () => ImportRun,
): Promise<ImportSummary> {
  try {
    return await transactions.runLong<ImportSummary>({
      set,
      context,
      async *pages(transaction) {
        const summary = yield* begin().pages(transaction);
        if (summary.bad > 0 || !changesAnything(summary)) throw new NothingImported(summary);
        return summary;
      },
      reply: (summary) => JSON.stringify(summary),
    });
  } catch (error) {
    if (error instanceof NothingImported) return error.summary;
    throw error;
  }
}
