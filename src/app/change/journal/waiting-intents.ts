// What is about to be committed, and waits for being written down.
import type { Applied } from '../apply/apply.ts';
import type { NewSet } from './stored.ts';

/** What is about to be committed. */
export interface Intent {
  readonly set: NewSet;
  readonly mark: string | null;
  readonly applied: readonly Applied[];
  /** What is kept for a repetition of the request. */
  readonly reply: string | null;
}

/** One that somebody waits for. */
export interface WaitingIntent extends Intent {
  readonly isAlone: boolean;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** A set with more rows is not written as a line, and its rows are packed. */
const mostInLine = 20;

/** Those that are known by a key stand there already, and long ones are no lines. */
export function isLine({ set, applied }: Intent): boolean {
  return set.request === null && applied.length <= mostInLine;
}

export function areAlone(intents: readonly WaitingIntent[]): boolean {
  return intents.every(({ isAlone }) => isAlone);
}

/** Where one of them cannot be, the others are. */
export async function writeTogether(
  intents: readonly WaitingIntent[],
  write: (some: readonly WaitingIntent[]) => Promise<void>,
): Promise<void> {
  try {
    await write(intents);
    for (const { resolve } of intents) resolve();
  } catch (error) {
    const [only, ...others] = intents;
    if (others.length === 0) return only?.reject(error);
    // What is wrong with one of them is not the fault of the others.
    for (const intent of intents) await write([intent]).then(intent.resolve, intent.reject);
  }
}
