// Compares values without holding the service: long ones in a thread of their own, and many short ones in turns. A JSON
// document may have two million names, which takes seconds.
import { extname } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Column } from '../../../model/database.ts';
import { AnsweringThread } from '../../answering-thread.ts';
import { type ComparedColumn, isSame, maySpellOtherwise } from './same.ts';

export interface SameRequest {
  readonly a: string;
  readonly b: string;
  readonly column: ComparedColumn;
}

/** Null if comparing failed. */
export type SameReply = boolean | null;

// The worker is next to this file: .ts in a checkout, .js in a build.
const workerFile = new URL(`same-worker${extname(import.meta.url)}`, import.meta.url);

/** Characters that take some ten milliseconds. */
const maxShort = 512 * 1024;

/** The characters compared in this turn of the event loop. */
let compared = 0;
let thread: AnsweringThread<SameRequest, SameReply> | null = null;
/** Long values are compared one after another, so that they do not need their memory at the same moment. */
let last: Promise<unknown> = Promise.resolve();

/** Like `isSame`. */
export function isSameSoon(a: string, b: string, column: Column): boolean | Promise<boolean> {
  if (a === b) return true;
  const length = a.length + b.length;
  if (length > maxShort && isNested(a) && isNested(b)) {
    const { mode, mayHoldDoubles } = column;
    const known: ComparedColumn = { mode, ...(mayHoldDoubles === undefined ? {} : { mayHoldDoubles }) };
    const comparing = last.then(() => isSameInThread({ a, b, column: known }));
    last = comparing.catch(() => {});
    return comparing;
  }
  compared += length;
  if (compared <= maxShort) return isSame(a, b, column);
  return nextTurn().then(() => {
    compared = length;
    return isSame(a, b, column);
  });
}

/** Like `isUnchanged`. */
export function isUnchangedSoon(
  now: string,
  text: string,
  column: Column,
  keepsWords = false,
): boolean | Promise<boolean> {
  return now === text || (maySpellOtherwise(column, keepsWords) && isSameSoon(text, now, column));
}

/** Only objects and lists take long. */
function isNested(text: string): boolean {
  return /^\s*[{[]/.test(text);
}

async function isSameInThread(request: SameRequest): Promise<boolean> {
  if (thread === null || thread.hasEnded) thread = new AnsweringThread(workerFile, 'compares values');
  const reply = await thread.ask(request);
  if (reply === null) throw new Error('the thread that compares values failed');
  return reply;
}
