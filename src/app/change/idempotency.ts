// Requests that are sent twice and must happen once: the second answer is the first one, also at the same moment.
import { setTimeout as delay } from 'node:timers/promises';
import { Problem } from '../../contract/problem.ts';
import { renewMs } from './journal/claims.ts';
import type { Journal } from './journal/journal.ts';
import type { JournalSet, NewSet, Request } from './journal/stored.ts';

/** How long a repetition waits for the first request, which another instance may be working on. */
const patienceMs = 10_000;
const pauseMs = 50;

/** What is done about a request that was sent before. */
export interface Repetition<Reply> {
  /** Finds out what became of a set that nobody is at work on. */
  settled(set: JournalSet): Promise<JournalSet>;
  /** Answers for a set that was done. */
  again(set: JournalSet): Promise<Reply>;
}

export class Idempotency {
  readonly #journal: Journal;
  /** The ids of the sets that are under way here. */
  readonly #underWay: Set<string>;

  constructor(journal: Journal, underWay: Set<string>) {
    this.#journal = journal;
    this.#underWay = underWay;
  }

  async once<Reply>(
    set: NewSet,
    work: (set: NewSet) => Promise<Reply>,
    { settled, again }: Repetition<Reply>,
  ): Promise<Reply> {
    const { request } = set;
    if (request === null) return work(set);
    const earlier = await this.#earlier(set, request, settled);
    if (earlier !== null) return again(earlier);
    this.#underWay.add(set.id);
    const renewing = setInterval(() => void this.#journal.claims.renew(set.id).catch(() => {}), renewMs);
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
      clearInterval(renewing);
      this.#underWay.delete(set.id);
    }
  }

  /** Null where this request is the first one; it has claimed its key by then. */
  async #earlier(
    set: NewSet,
    request: Request,
    settled: Repetition<unknown>['settled'],
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
        await this.#journal.free(known.id);
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
