// A file has one writer at a time, who waits for the disk at each COMMIT. So concurrent works share a transaction, and
// each of them is still all or nothing.
import {
  type Fate,
  OutcomeUnknown,
  RolledBack,
  type TransactOptions,
  type Work,
  type Writer,
  type WriteTransaction,
} from '../../writer.ts';

/** The most works per transaction; the others wait for the next one. */
const mostTogether = 64;

export class GroupedWriter implements Writer {
  readonly #writer: Writer;
  readonly #waiting = new Set<Job>();
  /** A request for a turn is already scheduled. */
  #isAsking = false;

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
          tell: () => result.resolve(made),
        };
      },
      (error) => result.reject(error),
      options.isShort,
    );
    this.#waiting.add(job);
    this.#ask();
    return result.promise;
  }

  /**
   * Deferred until the event loop has received everything that arrived meanwhile: a short work blocks this thread while
   * it waits for the disk, so concurrent requests would miss the transaction.
   */
  #ask(): void {
    if (this.#isAsking) return;
    this.#isAsking = true;
    setImmediate(() => {
      this.#isAsking = false;
      const asking = [...this.#waiting];
      this.#lead().catch((error: unknown) => {
        for (const job of asking) if (this.#waiting.delete(job)) job.fail(error);
      });
    });
  }

  fateOf(mark: string): Promise<Fate> {
    return this.#writer.fateOf(mark);
  }

  close(): Promise<void> {
    return this.#writer.close();
  }

  async #lead(): Promise<void> {
    let jobs: readonly Job[] = [];
    try {
      await this.#writer.transact(
        async (transaction) => {
          jobs = this.#taken();
          await doAll(jobs, transaction);
        },
        {
          isShort: () => jobs.every((job) => job.isShort()),
          beforeCommit: async () => {
            await Promise.all(jobs.map((job) => job.beforeCommit()));
          },
        },
      );
    } catch (error) {
      if (error === nothingLeft) return;
      if (jobs.length === 0) throw error;
      // To find out which of several works is at fault, each is retried alone.
      const told = jobs.length === 1 || error instanceof OutcomeUnknown ? error : new RolledBack(error);
      for (const job of jobs) job.fail(told);
      return;
    }
    for (const job of jobs) job.tell();
  }

  #taken(): Job[] {
    const jobs = [...this.#waiting].slice(0, mostTogether);
    for (const job of jobs) this.#waiting.delete(job);
    if (this.#waiting.size > 0) this.#ask();
    return jobs;
  }
}

/** Rolls back a transaction with nothing to commit; a constant, since it is thrown too often to build a stack trace. */
const nothingLeft = Symbol('nothing is left to be done');

async function doAll(jobs: readonly Job[], transaction: WriteTransaction): Promise<void> {
  const [first, ...others] = jobs;
  if (first === undefined) throw nothingLeft;
  if (others.length === 0) return first.work(transaction, null);
  const group = {};
  for (const job of jobs) await job.attempt(transaction, group);
  if (jobs.every(({ hasFailed }) => hasFailed)) throw nothingLeft;
}

/** What remains to be done for a finished work. */
interface Done {
  beforeCommit(): Promise<void>;
  tell(): void;
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

  tell(): void {
    this.#done?.tell();
  }

  fail(error: unknown): void {
    if (this.hasFailed) return;
    this.hasFailed = true;
    this.#done = null;
    this.#reject(error);
  }
}
