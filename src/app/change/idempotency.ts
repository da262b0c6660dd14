// Idempotent requests: a repetition gets the first answer, even while the first request is in progress.
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '../../contract/problem.ts';
import { renewMs } from './journal/claims.ts';
import type { Journal } from './journal/journal.ts';
import type { JournalSet, NewSet, Request } from './journal/stored.ts';

/** How long a repetition waits for the first request, which may be in progress on another instance. */
const patienceMs = 10_000;
const pauseMs = 50;

/** How to answer a request that was sent before. */
export interface RepeatHandling<Reply> {
  /** Finds out the outcome of an abandoned set. */
  settle(set: JournalSet): Promise<JournalSet>;
  /** The answer for a completed set. */
  replay(set: JournalSet): Promise<Reply>;
}

export class Idempotency {
  readonly #journal: Journal;
  /** The ids of the sets in progress in this process. */
  readonly #underWay: Set<string>;
  /** The ids of those of them that have been committed. */
  readonly #committed: Set<string>;

  constructor(
    journal: Journal,
    { underWay, committed }: { readonly underWay: Set<string>; readonly committed: Set<string> },
  ) {
    this.#journal = journal;
    this.#underWay = underWay;
    this.#committed = committed;
  }

  async once<Reply>(
    set: NewSet,
    work: (set: NewSet) => Promise<Reply>,
    { settle, replay }: RepeatHandling<Reply>,
  ): Promise<Reply> {
    const { request } = set;
    if (request === null) return work(set);
    const earlier = await this.#earlier(set, request, settle);
    if (earlier !== null) return replay(earlier);
    this.#underWay.add(set.id);
    const renewing = setInterval(() => void this.#journal.claims.renew(set.id).catch(() => {}), renewMs);
    try {
      const reply = await work(set);
      // A dry run leaves nothing behind.
      await this.#freeUnlessCommitted(set);
      return reply;
    } catch (error) {
      // If the outcome is unknown, the journal keeps the set.
      const isOpen = error instanceof Problem && error.kind === 'outcome-unknown';
      if (!isOpen) await this.#freeUnlessCommitted(set);
      throw error;
    } finally {
      clearInterval(renewing);
      this.#underWay.delete(set.id);
      this.#committed.delete(set.id);
    }
  }

  /**
   * Frees the key of a request without effect. The store cannot be asked whether there was one: it may have been
   * unavailable when the commit was to be recorded.
   */
  async #freeUnlessCommitted({ id }: NewSet): Promise<void> {
    if (!this.#committed.has(id)) await this.#journal.forget(id);
  }

  /** Null if this is the first request; it then holds the key. */
  async #earlier(
    set: NewSet,
    request: Request,
    settled: RepeatHandling<unknown>['settle'],
  ): Promise<JournalSet | null> {
    const until = performance.now() + patienceMs;
    for (;;) {
      if (await this.#journal.claim({ ...set, request })) return null;
      const found = await this.#journal.byRequest(request.key);
      if (found === null) continue;
      if (found.request?.digest !== request.digest) {
        throw new Problem('idempotency-key-reused', 'This Idempotency-Key was sent with another request.');
      }
      const known = await settled(found);
      if (known.state === 'done') return known;
      if (known.state === 'unknown') throw outcomeUnknown(known);
      if (known.state === 'failed') {
        await this.#journal.release(known.id);
        continue;
      }
      if (performance.now() > until) {
        throw new Problem('overloaded', 'The first request with this Idempotency-Key is still under way.', {
          retryAfter: 2,
        });
      }
      await delay(pauseMs);
    }
  }
}

function outcomeUnknown({ id }: JournalSet): Problem {
  const detail = `Nobody knows what became of the first request: its change set is ${id}.`;
  return new Problem('outcome-unknown', detail);
}
