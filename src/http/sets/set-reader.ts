// Reads change sets. A large one is read by a thread of its own: decoding and parsing 60 MB takes most of a second, in
// which no other request would be answered.
import { extname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AnsweringThread } from '../../app/answering-thread.ts';
import type { SentChange, SentHead, SentSet } from '../../app/change/plan/sent-set.ts';
import { decoded } from '../gate/body.ts';
import { jsonIn } from './change-bodies.ts';
import { receivedProblem, type SetPart, type SetThreadReply, type SetThreadRequest } from './reading.ts';

// The worker is next to this file: .ts in a checkout, .js in a build.
const workerFile = new URL(`set-worker${extname(import.meta.url)}`, import.meta.url);

/** Handing over 10,000 ordinary rows takes longer than reading them, and reading this much takes less than 100 ms. */
const maxShortBytes = 4 * 1024 * 1024;

export class SetReader {
  #thread: SetThread | null = null;
  /** Large sets are read one after another, so that they do not need their memory at the same moment. */
  #last: Promise<unknown> = Promise.resolve();

  async read(bytes: Buffer): Promise<SentSet> {
    if (bytes.length <= maxShortBytes) return jsonIn(decoded(bytes));
    const reading = this.#last.then(() => this.#readInThread(bytes));
    this.#last = reading.catch(() => {});
    return reading;
  }

  async close(): Promise<void> {
    await this.#thread?.end();
  }

  async #readInThread(bytes: Buffer): Promise<SentSet> {
    if (this.#thread === null || this.#thread.hasEnded) this.#thread = new SetThread();
    const thread = this.#thread;
    const start = await thread.start(bytes);
    if ('problem' in start) throw receivedProblem(start.problem);
    const parts: SetPart[] = [];
    do parts.push(await thread.nextPart());
    while (parts.at(-1)?.end === undefined);
    return new ReadSet(start.identity, parts);
  }
}

/** A set that the thread has read. */
class ReadSet implements SentSet {
  readonly identity: unknown;
  readonly #parts: readonly SetPart[];

  constructor(identity: unknown, parts: readonly SetPart[]) {
    this.identity = identity;
    this.#parts = parts;
  }

  async each(take: (change: SentChange) => void): Promise<SentHead> {
    for (const { changes, end } of this.#parts) {
      for (const change of changes) take(change);
      if (end !== undefined && 'problem' in end) throw receivedProblem(end.problem);
      if (end !== undefined) return end.head;
      await nextTurn();
    }
    throw new Error('the last part of a set has its end');
  }
}

class SetThread {
  readonly #thread = new AnsweringThread<SetThreadRequest, SetThreadReply>(workerFile, 'reads change sets');

  get hasEnded(): boolean {
    return this.#thread.hasEnded;
  }

  async start(bytes: Buffer) {
    // A buffer with memory of its own is handed over, any other is copied.
    const isOwn = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer;
    const answer = await this.#thread.ask({ bytes }, isOwn ? [bytes.buffer] : []);
    if ('changes' in answer) throw new Error('the thread begins with something else');
    return answer;
  }

  async nextPart(): Promise<SetPart> {
    const answer = await this.#thread.ask('more');
    if (!('changes' in answer)) throw new Error('the thread goes on with something else');
    return answer;
  }

  end(): Promise<void> {
    return this.#thread.end();
  }
}
