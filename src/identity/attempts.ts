// The attempts that count against one user or one address: plain data, kept in the state store as JSON.
import { z } from 'zod';

/** So many may fail within the window; one more must wait until the first of them is older than it. */
export const attemptsAllowed = 10;
export const windowMs = 15 * 60_000;

/**
 * Of the failures of one user only so many count against the address: whoever has forgotten a password locks himself
 * out, not everybody behind the same router.
 */
const sharedWithAddress = 4;

/** An attempt whose process has died without a word counts as a failure after this long. */
const unsettledMs = 60_000;

const Attempt = z.object({
  id: z.string(),
  at: z.number(),
  user: z.string(),
  /** Its outcome is not known yet. */
  isOpen: z.boolean(),
});
export type Attempt = z.infer<typeof Attempt>;

const Attempts = z.array(Attempt);

/** In the order of time, without those that do not count any more. */
export function readAttempts(text: string, now: number): Attempt[] {
  return Attempts.parse(JSON.parse(text))
    .filter(({ at }) => now - at < windowMs)
    .map((attempt) => ({ ...attempt, isOpen: attempt.isOpen && now - attempt.at < unsettledMs }));
}

/** The moment from which another attempt is looked at; one that is past where none stands against it. */
export function refusedUntil(attempts: readonly Attempt[]): number {
  const decisive = attempts.filter(({ isOpen }) => !isOpen).at(-attemptsAllowed);
  return decisive === undefined ? 0 : decisive.at + windowMs;
}

/** As many are under way or have failed as may fail at all. */
export function isFull(attempts: readonly Attempt[]): boolean {
  return attempts.length >= attemptsAllowed;
}

export function without(attempts: readonly Attempt[], id: string): Attempt[] {
  return attempts.filter((attempt) => attempt.id !== id);
}

export function withFailure(attempts: readonly Attempt[], failure: Attempt): Attempt[] {
  return [...without(attempts, failure.id), failure];
}

/** The same for the attempts from an address. */
export function withSharedFailure(attempts: readonly Attempt[], failure: Attempt): Attempt[] {
  const others = without(attempts, failure.id);
  const before = others.filter(({ user, isOpen }) => user === failure.user && !isOpen).length;
  return before < sharedWithAddress ? [...others, failure] : others;
}
