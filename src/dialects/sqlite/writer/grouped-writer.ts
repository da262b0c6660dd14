// A file has one writer at a time, who waits for the disk at each COMMIT. So concurrent works share a transaction, and
// each of them is still all or nothing.
import {
  OutcomeUnknown,
  RolledBack,
  type TransactionOutcome,
  type TransactOptions,
  type Work,
  type Writer,
  type WriteTransaction,
} from '../../writer.ts';

/** The most works per transaction; the others wait for the next one. */
const maxBatch = 64;

export class GroupedWriter implements Writer {
  readonly #writer: Writer;
  readonly #waiting = new Set<Job>();
  /** A request for a turn is already scheduled. */
  #isScheduled = false;

  constructor(writer: Writer) {
    this.#writer = writer;
  }

  /** Each work waits for its turn; the first to get one takes the waiting works along. */
  transact<T>(work: Work<T>, options: TransactOptions<T> = {}): Promise<T> {
    if (options.isAlone === true || options.isTrial === true) return this.#writer.transact(work, options);
    const result = Promise.withResolvers<T>();
    const job = new Job(
      async (transaction, group) => {
        const made = await work(transaction, group);
        return {
          beforeCommit: async () => options.beforeCommit?.(made),
          report: () => result.resolve(made),
        };
      },
      (error) => result.reject(error),
      options.isShort,
    );
    this.#waiting.add(job);
    this.#scheduleTurn();
    return result.promise;
  }

  /**
   * Deferred until the event loop has received everything that arrived meanwhile: a short work blocks this thread while
   * it waits for the disk, so concurrent requests would miss the transaction.
   */
  #scheduleTurn(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    setImmediate(() => {
      this.#isScheduled = false;
      const asking = [...this.#waiting];
      this.#runNext().catch((error: unknown) => {
        for (const job of asking) if (this.#waiting.delete(job)) job.fail(error);
      });
    });
  }

  outcomeOf(mark: string): Promise<TransactionOutcome> {
    return this.#writer.outcomeOf(mark);
  }

  close(): Promise<void> {
    return this.#writer.close();
  }

  async #runNext(): Promise<void> {
    let jobs: readonly Job[] = [];
    try {
      await this.#writer.transact(
        async (transaction) => {
          jobs = this.#takeBatch();
          await runAll(jobs, transaction);
        },
        {
          isShort: () => jobs.every((job) => job.isShort()),
          beforeCommit: async () => {
            await Promise.all(jobs.map((job) => job.beforeCommit()));
          },
        },
      );
    } catch (error) {
      if (error === nothingToCommit) return;
      if (jobs.length === 0) throw error;
      // To find out which of several works is at fault, each is retried alone.
      const failure = jobs.length === 1 || error instanceof OutcomeUnknown ? error : new RolledBack(error);
      for (const job of jobs) job.fail(failure);
      return;
    }
    for (const job of jobs) job.report();
  }

  #takeBatch(): Job[] {
    const jobs = [...this.#waiting].slice(0, maxBatch);
    for (const job of jobs) this.#waiting.delete(job);
    if (this.#waiting.size > 0) this.#scheduleTurn();
    return jobs;
  }
}

/** Rolls back a transaction with nothing to commit; a constant, since it is thrown too often to build a stack trace. */
const nothingToCommit = Symbol('nothing is left to be done');

async function runAll(jobs: readonly Job[], transaction: WriteTransaction): Promise<void> {
  const [first, ...others] = jobs;
  if (first === undefined) throw nothingToCommit;
  if (others.length === 0) return first.work(transaction, null);
  const group = {};
  for (const job of jobs) await job.attempt(transaction, group);
  if (jobs.every(({ hasFailed }) => hasFailed)) throw nothingToCommit;
}

/** What remains to be done for a finished work. */
interface Done {
  beforeCommit(): Promise<void>;
  report(): void;
}

class Job {
  readonly #work: Work<Done>;
  readonly #reject: (error: unknown) => void;
  #done: Done | null = null;
  readonly isShort: () => boolean;
  hasFailed = false;

  constructor(work: Work<Done>, reject: (error: unknown) => void, isShort: () => boolean = () => false) {
    this.#work = work;
    this.#reject = reject;
    this.isShort = isShort;
  }

  async work(transaction: WriteTransaction, group: object | null): Promise<void> {
    this.#done = await this.#work(transaction, group);
  }

  /** Runs among other works, which its failure does not affect. */
  async attempt(transaction: WriteTransaction, group: object): Promise<void> {
    let failure: unknown;
    try {
      await transaction.attempt(async () => {
        try {
          await this.work(transaction, group);
        } catch (error) {
          failure = error;
          throw error;
        }
      });
    } catch (error) {
      // Its changes could not be undone alone: the engine may have ended the whole transaction.
      if (error !== failure) throw error;
      this.fail(error);
    }
  }

  async beforeCommit(): Promise<void> {
    if (!this.hasFailed) await this.#done?.beforeCommit();
  }

  report(): void {
    this.#done?.report();
  }

  fail(error: unknown): void {
    if (this.hasFailed) return;
    this.hasFailed = true;
    this.#done = null;
    this.#reject(error);
  }
}
