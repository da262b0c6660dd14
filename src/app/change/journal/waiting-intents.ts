// Change sets about to be committed that wait to be written to the journal.
import type { Applied } from '../apply/apply.ts';
import type { NewSet } from './stored.ts';

/** A change set about to be committed. */
export interface Intent {
  readonly set: NewSet;
  readonly mark: string | null;
  readonly applied: readonly Applied[];
  /** Stored for a repetition of the request. */
  readonly reply: string | null;
}

/** An intent with its waiting caller. */
export interface WaitingIntent extends Intent {
  readonly isAlone: boolean;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/** Sets with more rows are not written as lines; their rows are packed. */
const mostInLine = 20;

/** Sets with an idempotency key are in the journal already, and long ones are not lines. */
export function isLine({ set, applied }: Intent): boolean {
  return set.request === null && applied.length <= mostInLine;
}

export function areAlone(intents: readonly WaitingIntent[]): boolean {
  return intents.every(({ isAlone }) => isAlone);
}

/** If one of them fails, the others are written all the same. */
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
    // One intent's failure must not affect the others.
    for (const intent of intents) await write([intent]).then(intent.resolve, intent.reject);
  }
}
