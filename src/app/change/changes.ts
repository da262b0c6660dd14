// The use case of changing data: the only one with a writer.
import { Problem } from '../../contract/problem.ts';
import type { Writer } from '../../dialects/writer.ts';
import type { Store } from '../../store/store.ts';
import type { OpenDatabase } from '../database.ts';
import type { Snapshot } from '../snapshot.ts';
import { seesAllRows, setText } from './answer.ts';
import type { Applied } from './apply/apply.ts';
import { type ChangeRequest, newSet, noteRows } from './change-request.ts';
import { History, isOwnSet } from './history.ts';
import { Idempotency } from './idempotency.ts';
import { Imports } from './import/imports.ts';
import { Journal } from './journal/journal.ts';
import type { JournalRow } from './journal/row.ts';
import type { JournalSet, NewSet } from './journal/stored.ts';
import { currentVisibility, intersectVisibility } from './past-visibility.ts';
import { planChangeSet } from './plan/plan.ts';
import type { PlannedChange } from './plan/planned.ts';
import type { SentSet } from './plan/sent-set.ts';
import { RecordChanges } from './record-changes.ts';
import { RefusedAtEnd } from './refusals/refused-change.ts';
import { keyOf } from './rows/image.ts';
import { CommitOutcomes } from './transaction/commit-outcomes.ts';
import { dryRun, firstProblem } from './transaction/dry-run.ts';
import { refusedAtEnd, Transactions } from './transaction/transactions.ts';
import { LaterCells } from './undo/later-cells.ts';
import { undoPages } from './undo/long-undo.ts';
import { undoingChanges, withoutHidden } from './undo/undo.ts';

/** A change set, or the result of a dry run. */
export interface SetReply {
  /** Null for a dry run. */
  readonly id: string | null;
  readonly body: string | Buffer;
}

export class Changes {
  readonly #open: OpenDatabase;
  readonly #writer: Writer;
  readonly #journal: Journal;
  readonly #transactions: Transactions;
  readonly #idempotency: Idempotency;
  /** The history of changes: what, by whom, with what outcome. */
  readonly history: History;
  /** Changes of single records. */
  readonly records: RecordChanges;
  /** Imports of files. */
  readonly imports: Imports;

  constructor(open: OpenDatabase, writer: Writer, store: Store, warn: (message: string) => void) {
    this.#open = open;
    this.#writer = writer;
    this.#journal = new Journal(store);
    const endings = new CommitOutcomes(writer, this.#journal, warn, open.lastWrites);
    this.#transactions = new Transactions(writer, this.#journal, endings);
    const { underWay } = this.#transactions;
    this.#idempotency = new Idempotency(this.#journal, this.#transactions);
    this.history = new History({ open, writer, journal: this.#journal, underWay });
    this.records = new RecordChanges(open, this.#transactions, this.#idempotency, this.history);
    this.imports = new Imports(open, this.#transactions, this.#idempotency, this.history);
  }

  async close(): Promise<void> {
    await this.#journal.written();
    await this.#writer.close();
  }

  apply(changeRequest: ChangeRequest, sent: SentSet): Promise<SetReply> {
    return this.#once(changeRequest, (set) =>
      this.#open.change(changeRequest.requester, async (snapshot) => {
        const planned = await planChangeSet(snapshot.database, sent);
        const asked = { snapshot, addresses: changeRequest.addresses };
        if (planned.isTrial) {
          return { id: null, body: await dryRun(this.#transactions, asked, planned.changes) };
        }
        return this.#applied(changeRequest, snapshot, { ...set, note: planned.note }, planned.changes);
      }),
    );
  }

  /** Undoes a set with a new set. */
  undo(changeRequest: ChangeRequest, id: string, note: string | null): Promise<SetReply> {
    return this.#once(changeRequest, async (set) => {
      const undone = await this.history.found(changeRequest.requester, id);
      if (undone.state !== 'done') {
        throw new Problem(
          'conflicting-change',
          'This cannot be undone: it has not happened, or nobody knows.',
          {
            conflicts: [],
          },
        );
      }
      const pages = await this.#journal.pages.sizes(id);
      return this.#open.change(changeRequest.requester, async (snapshot) => {
        const undoing = (rows: readonly JournalRow[]): PlannedChange[] => {
          const isOwn = isOwnSet(changeRequest.requester.principal, undone);
          // A conflict would disclose hidden rows.
          if (!isOwn && rows.some(({ entity }) => !seesAllRows(snapshot.database, entity))) {
            throw new Problem('forbidden', 'This change set is about rows that you may not see.');
          }
          return undoingChanges(snapshot.database, rows, undone.pastVisibility);
        };
        // Restored values that were hidden from the author stay hidden.
        const made = { ...set, note, undoes: id, pastVisibility: undone.pastVisibility };
        if (pages.length === 0) {
          const changes = undoing(await this.#journal.rows(id));
          return this.#applied(changeRequest, snapshot, made, changes).catch((error: unknown) => {
            throw withoutHidden(error, changes);
          });
        }
        const asked = { snapshot, addresses: changeRequest.addresses };
        const seen = currentVisibility(snapshot.isLimited ? snapshot.database.entities.values() : []);
        const seenThen = intersectVisibility(seen, undone.pastVisibility);
        const rows = (n: number) => this.#journal.pages.rows(id, n);
        await undoPages(this.#transactions, {
          set: { ...made, pastVisibility: seenThen },
          context: asked,
          pages: pages.length,
          changes: async (n) => undoing(await rows(n)),
          finalRows: (n) => this.#journal.pages.finalRows(id, n),
          later: new LaterCells(pages.length, rows, snapshot.fullDatabase),
        });
        const body = await this.history.read(changeRequest.requester, set.id).catch((error: unknown) => {
          throw undoneButNotShown(set.id, error);
        });
        return { id: set.id, body };
      });
    });
  }

  async #applied(
    changeRequest: ChangeRequest,
    snapshot: Snapshot,
    begun: NewSet,
    changes: readonly PlannedChange[],
  ): Promise<SetReply> {
    const seen = currentVisibility(new Set(changes.map((change) => change.visibleEntity)));
    const set = { ...begun, pastVisibility: intersectVisibility(seen, begun.pastVisibility) };
    const context = { snapshot, addresses: changeRequest.addresses };
    const done: JournalSet = { ...set, state: 'done', mark: null, reply: null };
    const tell = (rows: readonly Applied[]) =>
      setText(done, rowsOf(rows), { database: snapshot.database, isOwn: true });
    let body: string | Buffer | null = null;
    const meanwhile = async (rows: readonly Applied[]) => {
      body = await tell(rows);
    };
    const work = { set, changes, context, after: async () => null, meanwhile, reply: () => null };
    const { applied } = await this.#transactions.run(work).catch(async (error: unknown) => {
      if (!(error instanceof RefusedAtEnd)) throw error;
      throw (await firstProblem(this.#transactions, context, changes)) ?? refusedAtEnd(error);
    });
    noteRows(changeRequest.requester, applied);
    return { id: set.id, body: body ?? (await tell(applied)) };
  }

  /** Runs once per Idempotency-Key. */
  #once(changeRequest: ChangeRequest, work: (set: NewSet) => Promise<SetReply>): Promise<SetReply> {
    const again = async ({ id }: JournalSet) => ({
      id,
      body: await this.history.read(changeRequest.requester, id),
    });
    return this.#idempotency.once(newSet(changeRequest), work, {
      replay: again,
      settle: (done) => this.history.settled(changeRequest.requester, done),
    });
  }
}

/** The set of an undo is committed: a failure to read it must not look like a failure to undo. */
function undoneButNotShown(id: string, error: unknown): unknown {
  if (!(error instanceof Problem)) return error;
  const detail = `This has been undone by the change set ${id}, which cannot be shown at the moment.`;
  return new Problem(error.kind, detail, { ...error.extras, cause: error });
}

/** A generator, since the rows are not kept. */
function* rowsOf(applied: readonly Applied[]): Iterable<JournalRow> {
  for (const { op, entity, cause, before, after } of applied) {
    const key = keyOf(entity, after ?? before ?? new Map());
    yield { op, entity: entity.name, cause, key, before, after };
  }
}
