// Requests that are sent twice and must happen once: the second answer is the first one, also at the same moment.
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '../../contract/problem.ts';
import type { Journal } from './journal.ts';
import type { JournalSet, NewSet, Request } from './journal-stored.ts';

/** How long a repetition waits for the first request, which another instance may be working on. */
const patienceMs = 10_000;
const pauseMs = 50;

export class Idempotency {
  readonly #journal: Journal;
  /** The ids of the sets that are under way here. */
  readonly #underWay: Set<string>;

  constructor(journal: Journal, underWay: Set<string>) {
    this.#journal = journal;
    this.#underWay = underWay;
  }

  /** `again` answers for a set that was done by an earlier request. */
  async once<Reply>(
    set: NewSet,
    work: (set: NewSet) => Promise<Reply>,
    again: (set: JournalSet) => Promise<Reply>,
  ): Promise<Reply> {
    const { request } = set;
    if (request === null) return work(set);
    const earlier = await this.#earlier(set, request);
    if (earlier !== null) return again(earlier);
    this.#underWay.add(set.id);
    try {
      const reply = await work(set);
      // A trial leaves nothing behind, so that it may be tried again.
      if ((await this.#journal.find(set.id))?.state === 'intent') await this.#journal.forget(set.id);
      return reply;
    } catch (error) {
      // What did not happen may be tried again; of what nobody knows the end the journal tells.
      const isOpen = error instanceof Problem && error.kind === 'outcome-unknown';
      if (!isOpen) await this.#journal.forget(set.id);
      throw error;
    } finally {
      this.#underWay.delete(set.id);
    }
  }

  /** Null where this request is the first one; it has claimed its key by then. */
  async #earlier(set: NewSet, request: Request): Promise<JournalSet | null> {
    const until = performance.now() + patienceMs;
    for (;;) {
      if (await this.#journal.claim({ ...set, request })) return null;
      const found = await this.#journal.byRequest(request.key);
      if (found === null) continue;
      if (found.request?.digest !== request.digest) {
        throw new Problem('idempotency-key-reused', 'This Idempotency-Key was sent with another request.');
      }
      if (found.state === 'done') return found;
      if (performance.now() > until) {
        throw new Problem('overloaded', 'The first request with this Idempotency-Key is still under way.', {
          retryAfter: 2,
        });
      }
      await delay(pauseMs);
    }
  }
}
