// What assistants have asked in a user's name, for the user to review and open in the workbench. Repeating a question
// updates its entry. Nothing of an answer is stored.
import { hash } from 'node:crypto';
import type { AskedEntry } from '../../contract/agents.ts';
import { parseExact, writeExact } from '../../contract/json.ts';
import { Problem } from '../../contract/problem.ts';
import type { Principal } from '../../identity/admit.ts';
import type { Store } from '../../store/store.ts';
import type { AskedTable } from '../../store/tables.ts';

/** The user for whom an assistant asks. */
export type QuestionOwner = Pick<Principal, 'name' | 'viewer' | 'isReduced'>;

/** A query document from a user's assistant. */
export interface Question {
  /** Identifies user and question, so repetitions share an id. */
  readonly id: string;
  /** The document. */
  readonly text: string;
}

/** What a tool reports about a call. */
export interface CallReport {
  readonly said: string;
  readonly question?: Question;
  readonly place?: string | undefined;
  readonly rows?: number | undefined;
}

export interface ReportedCall extends CallReport {
  readonly tool: string;
  /** The name of the problem in the answer, if any. */
  readonly problem: string | null;
}

const maxKept = 1_000;
const maxDocumentLength = 100_000;
/** People read the sentence; a key in it may be as long as a request. */
const maxSentenceLength = 1_000;
const maxPlaceLength = 4_000;
const flushMs = 500;
/** Limits writing to a thirtieth of the time, so that the log does not slow down a burst of questions. */
const pauseFactor = 30;

type Row = AskedTable;

export class QuestionLog {
  readonly #store: Store;
  readonly #warn: (error: unknown) => void;
  /** Unwritten entries, by user and id; the newest last. */
  #waiting = new Map<string | null, Map<string, Row>>();
  #timer: NodeJS.Timeout | null = null;
  #pauseMs = flushMs;
  #writing: Promise<void> = Promise.resolve();

  constructor(store: Store, warn: (error: unknown) => void) {
    this.#store = store;
    this.#warn = warn;
  }

  /** Written later, in batches: answers do not wait for it. */
  note(principal: QuestionOwner, call: ReportedCall): void {
    const username = principal.viewer ?? principal.name;
    const id = call.question?.id ?? idOf(principal, [call.said, call.place]);
    const document = call.question?.text ?? null;
    const waiting = this.#waiting.get(username) ?? new Map<string, Row>();
    this.#waiting.set(username, waiting);
    const before = waiting.get(id);
    waiting.delete(id);
    waiting.set(id, {
      id,
      username,
      at: Date.now(),
      times: (before?.times ?? 0) + 1,
      tool: call.tool,
      said: truncated(call.said),
      document: unlessLonger(maxDocumentLength, document),
      place: unlessLonger(maxPlaceLength, call.place ?? null),
      row_count: call.rows ?? null,
      problem: call.problem,
    });
    // No more entries wait than are kept per user.
    const [oldest] = waiting.size > maxKept ? waiting.keys() : [];
    if (oldest !== undefined) waiting.delete(oldest);
    this.#timer ??= setTimeout(() => void this.settled(), this.#pauseMs).unref();
  }

  /** Resolves when everything noted so far is written. */
  settled(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    const rows = [...this.#waiting.values()].flatMap((waiting) => [...waiting.values()]);
    this.#waiting = new Map();
    if (rows.length > 0) {
      this.#writing = this.#writing.then(() => this.#write(rows)).catch((error) => this.#warn(error));
    }
    return this.#writing;
  }

  async #write(rows: readonly Row[]): Promise<void> {
    const begin = performance.now();
    await this.#keep(rows);
    this.#pauseMs = Math.max(flushMs, (performance.now() - begin) * pauseFactor);
  }

  async #keep(rows: readonly Row[]): Promise<void> {
    await this.#store.write(async (trx) => {
      const ids = rows.map(({ id }) => id);
      const known = await trx.selectFrom('asked').select(['id', 'times']).where('id', 'in', ids).execute();
      const times = new Map(known.map((row) => [row.id, row.times]));
      await trx.deleteFrom('asked').where('id', 'in', ids).execute();
      for (let i = 0; i < rows.length; i += 50) {
        const some = rows
          .slice(i, i + 50)
          .map((row) => ({ ...row, times: row.times + (times.get(row.id) ?? 0) }));
        await trx.insertInto('asked').values(some).execute();
      }
    });
    for (const username of new Set(rows.map((row) => row.username))) await this.#forget(username);
  }

  /** Deletes all but the latest entries. */
  async #forget(username: string | null): Promise<void> {
    await this.#store.write(async (trx) => {
      const oldest = await trx
        .selectFrom('asked')
        .select('at')
        .where('username', username === null ? 'is' : '=', username)
        .orderBy('at', 'desc')
        .limit(1)
        .offset(maxKept - 1)
        .executeTakeFirst();
      if (oldest === undefined) return;
      await trx
        .deleteFrom('asked')
        .where('username', username === null ? 'is' : '=', username)
        .where('at', '<', oldest.at)
        .execute();
    });
  }

  /** A user's questions, newest first. Empty for a token, which may have fewer rights than the question needed. */
  async list({ name, isReduced }: QuestionOwner, limit: number): Promise<AskedEntry[]> {
    if (isReduced) return [];
    await this.settled();
    const rows = await this.#store.read((db) =>
      db
        .selectFrom('asked')
        .selectAll()
        .where('username', name === null ? 'is' : '=', name)
        .orderBy('at', 'desc')
        .orderBy('id')
        .limit(limit)
        .execute(),
    );
    return rows.map(entryOf);
  }

  async find({ name, isReduced }: QuestionOwner, id: string): Promise<AskedEntry> {
    await this.settled();
    const row = await this.#store.read((db) =>
      db
        .selectFrom('asked')
        .selectAll()
        .where('id', '=', id)
        .where('username', name === null ? 'is' : '=', name)
        .executeTakeFirst(),
    );
    if (row !== undefined && !isReduced) return entryOf(row);
    throw new Problem('not-found', 'Nothing of this address was asked in your name, or it was long ago.');
  }
}

function truncated(said: string): string {
  return said.length > maxSentenceLength ? `${said.slice(0, maxSentenceLength)}…` : said;
}

function unlessLonger(longest: number, text: string | null): string | null {
  return text !== null && text.length > longest ? null : text;
}

export function questionOf(principal: QuestionOwner, document: object): Question {
  const text = writeExact(document);
  return { id: idOf(principal, text), text };
}

/** The page's address of a question: in the workbench. */
export function workbenchPlace({ id }: Question): string {
  return `#/asked/${id}`;
}

function idOf({ viewer, name }: QuestionOwner, asked: unknown): string {
  return hash('sha256', JSON.stringify([viewer ?? name, asked]), 'base64url').slice(0, 16);
}

function entryOf(row: Row): AskedEntry {
  const { id, at, times, tool, said, document, place, row_count: rows, problem } = row;
  // Written by this file.
  const unigrid = document === null ? null : (parseExact(document) as AskedEntry['unigrid']);
  return { id, at: new Date(at).toISOString(), times, tool, said, unigrid, place, rows, problem };
}
