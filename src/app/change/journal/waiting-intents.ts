// Change sets about to be committed that wait to be written to the journal.
import type { Applied } from '../apply/apply.ts';
import { textLength } from '../rows/image.ts';
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

/** Sets with more rows or characters are not written as lines; their rows are packed, which other threads help with. */
const maxRowsInLine = 20;
const maxCharacters = 262_144;

/** Sets with an idempotency key are in the journal already, and long ones are not lines. */
export function isLine({ set, applied }: Intent): boolean {
  if (set.request !== null || applied.length > maxRowsInLine) return false;
  let characters = 0;
  for (const { before, after } of applied) characters += textLength(before) + textLength(after);
  return characters <= maxCharacters;
}

export function areAlone(intents: readonly WaitingIntent[]): boolean {
  return intents.every(({ isAlone }) => isAlone);
}

/** If one of them fails, the others are written all the same. */
export async function writeBatch(
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
