// The end of a change set: recorded after COMMIT, and found out if the connection broke during COMMIT.
import { Problem } from '../../../contract/problem.ts';
import type { OutcomeUnknown, Writer } from '../../../dialects/writer.ts';
import type { LastWrites } from '../../last-writes.ts';
import type { Snapshot } from '../../snapshot.ts';
import type { Journal } from '../journal/journal.ts';
import type { NewSet } from '../journal/stored.ts';
import { findOutcome } from './find-outcome.ts';

export class CommitOutcomes {
  readonly #writer: Writer;
  readonly #journal: Journal;
  readonly #warn: (message: string) => void;
  readonly #lastWrites: LastWrites | null;

  constructor(
    writer: Writer,
    journal: Journal,
    warn: (message: string) => void,
    lastWrites: LastWrites | null,
  ) {
    this.#writer = writer;
    this.#journal = journal;
    this.#warn = warn;
    this.#lastWrites = lastWrites;
  }

  /** Call it after COMMIT. `reply` is stored for a repetition of the request. */
  async recordCommit(set: NewSet, reply: string | null): Promise<void> {
    await this.#write(set, reply);
    await this.#noteWrite(set.user);
  }

  /** Handles a connection that broke during COMMIT: throws a Problem unless the commit succeeded after all. */
  async resolveUnknown(
    set: NewSet,
    { dialect, fullDatabase }: Snapshot,
    reply: string | null,
    cause: OutcomeUnknown,
  ): Promise<void> {
    const unknown = new Problem(
      'outcome-unknown',
      `The connection to the database broke at the last moment. Whether it happened is told by the change set ${set.id}.`,
      { cause },
    );
    // A server that does not respond cannot tell the outcome either.
    if (isTimeout(cause)) throw unknown;
    try {
      const found = await this.#journal.find(set.id);
      if (found === null) throw unknown;
      const rows = await this.#journal.rows(set.id);
      const state = await findOutcome(this.#writer, dialect.sql, fullDatabase, found, rows);
      if (state === 'done') {
        await this.#noteWrite(set.user);
        await this.#write(set, reply);
        return;
      }
      if (state === 'failed') await this.#journal.settle(set.id, 'failed');
    } catch {
      throw unknown;
    }
    throw unknown;
  }

  /** The commit stands even if its end cannot be recorded now; the intent allows finding it out later. */
  async #write({ id, request }: NewSet, reply: string | null): Promise<void> {
    // Only a repetition of the request needs the end and the reply at once.
    if (request === null) return this.#journal.end(id);
    try {
      await this.#journal.settle(id, 'done', reply);
    } catch (error) {
      this.#warn(`the end of the change set ${id} could not be written down: ${String(error)}`);
      // The reply was stored with the intent.
      this.#journal.end(id);
    }
  }

  /** With several hosts, users must read their own writes on each of them. */
  async #noteWrite(user: string | null): Promise<void> {
    if (this.#lastWrites === null || this.#writer.position === undefined) return;
    const position = await this.#writer.position().catch(() => null);
    await this.#lastWrites.note(user, position);
  }
}

function isTimeout(unknown: OutcomeUnknown): boolean {
  return unknown.cause instanceof Problem && unknown.cause.kind === 'statement-timeout';
}
