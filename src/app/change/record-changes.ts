// The use case of changing one record: a set of one, whose answer is the record.
import { Problem } from '../../contract/problem.ts';
import type { OpenDatabase } from '../database.ts';
import type { RecordRequest } from '../read/records.ts';
import { type Precondition, preconditionRequired } from '../saved/document.ts';
import { entityOf, type Snapshot } from '../snapshot.ts';
import type { ApplyOptions } from './apply/apply.ts';
import { type ChangeRequest, newSet, noteRows } from './change-request.ts';
import type { History } from './history.ts';
import type { Idempotency } from './idempotency.ts';
import type { JournalSet, NewSet } from './journal/stored.ts';
import { addressedRecord, checkTag, locateForChange, recordIn } from './one-record.ts';
import { currentVisibility } from './past-visibility.ts';
import { baseOf, planValues, refuseView } from './plan/plan.ts';
import { type PlannedChange, recordPointer } from './plan/planned.ts';
import type { Transactions } from './transaction/transactions.ts';

/** A record that was added or changed; null if it was deleted. */
export interface RecordReply {
  readonly id: string;
  readonly record: string | null;
}

export class RecordChanges {
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

  add(changeRequest: ChangeRequest, entity: string, text: string): Promise<RecordReply> {
    return this.#once(changeRequest, (set) =>
      this.#open.change(changeRequest.requester, async (snapshot) => {
        const visibleEntity = entityOf(snapshot.database, entity);
        refuseView(visibleEntity);
        const change: PlannedChange = {
          op: 'insert',
          entity: baseOf(visibleEntity),
          visibleEntity,
          ref: null,
          set: planValues(visibleEntity, text, 'insert'),
          key: null,
          expect: new Map(),
          pointer: recordPointer,
        };
        return this.#change(changeRequest, snapshot, set, change);
      }),
    );
  }

  patch(
    changeRequest: ChangeRequest,
    where: RecordRequest,
    text: string,
    condition: Precondition,
  ): Promise<RecordReply> {
    return this.#onRecord(changeRequest, where, condition, (_snapshot, visibleEntity) => ({
      op: 'update',
      set: planValues(visibleEntity, text, 'update'),
    }));
  }

  remove(changeRequest: ChangeRequest, where: RecordRequest, condition: Precondition): Promise<RecordReply> {
    return this.#onRecord(changeRequest, where, condition, () => ({ op: 'delete', set: new Map() }));
  }

  async #change(
    changeRequest: ChangeRequest,
    snapshot: Snapshot,
    set: NewSet,
    change: PlannedChange,
    { locked, followUp }: Pick<ApplyOptions, 'locked' | 'followUp'> = {},
  ): Promise<RecordReply> {
    const asked = { snapshot, addresses: changeRequest.addresses };
    const { applied, extra } = await this.#transactions.run({
      set: { ...set, pastVisibility: currentVisibility([change.visibleEntity]) },
      changes: [change],
      context: asked,
      locked,
      ...(followUp && { followUp }),
      after: async (transaction, done, shown) => shown ?? recordIn(transaction, asked, change, done.at(-1)),
      reply: (record) => JSON.stringify({ record, sight: sightOf(snapshot) } satisfies StoredRecordReply),
    });
    noteRows(changeRequest.requester, applied);
    return { id: set.id, record: extra };
  }

  #onRecord(
    changeRequest: ChangeRequest,
    where: RecordRequest,
    condition: Precondition,
    make: (
      snapshot: Snapshot,
      visibleEntity: PlannedChange['visibleEntity'],
    ) => Pick<PlannedChange, 'op' | 'set'>,
  ): Promise<RecordReply> {
    return this.#once(changeRequest, (set) =>
      this.#open.change(changeRequest.requester, async (snapshot) => {
        const seen = entityOf(snapshot.database, where.entity);
        const addressed = condition.isGiven
          ? addressedRecord(snapshot, seen, where, changeRequest.addresses)
          : null;
        const record = addressed ?? (await locateForChange(snapshot, seen, where, changeRequest.addresses));
        const made = make(snapshot, seen);
        if (!condition.isGiven) throw preconditionRequired();
        const change: PlannedChange = {
          ...made,
          entity: baseOf(seen),
          visibleEntity: seen,
          ref: null,
          key: record.key,
          expect: new Map(),
          pointer: recordPointer,
        };
        let showsRow = false;
        const locked: ApplyOptions['locked'] = async (transaction, rowOf) => {
          showsRow = await checkTag(transaction, rowOf(change), change, record, condition);
        };
        // The record keeps its address unless its key changes.
        const isKept = change.op === 'update' && !seen.key.some((column) => change.set.has(column));
        const { statement } = record;
        const along = addressed !== null && isKept ? () => ({ statement, showsRow }) : undefined;
        return this.#change(changeRequest, snapshot, set, change, { locked, followUp: along });
      }),
    );
  }

  #once(changeRequest: ChangeRequest, work: (set: NewSet) => Promise<RecordReply>): Promise<RecordReply> {
    const again = async (set: JournalSet): Promise<RecordReply> => {
      if (set.reply === null) return { id: set.id, record: null };
      // Written by #change.
      const { record, sight } = JSON.parse(set.reply) as StoredRecordReply;
      const now = await this.#open.use(changeRequest.requester, async (snapshot) => sightOf(snapshot));
      if (record === null || sight === now) return { id: set.id, record };
      throw new Problem(
        'forbidden',
        'This request has been carried out, but what you may see has changed since: its answer is not given again.',
      );
    };
    return this.#idempotency.once(newSet(changeRequest), work, {
      replay: again,
      settle: (done) => this.#history.settled(changeRequest.requester, done),
    });
  }
}

/** The stored answer to a change of one record. */
interface StoredRecordReply {
  readonly record: string | null;
  /** What its author could see then. */
  readonly sight: string;
}

/** Changes when the caller's visible columns, rows or entities change. */
function sightOf({ scope, visibilityKey }: Snapshot): string {
  return `${scope.principal} ${visibilityKey}`;
}
