// The attempts that count against one user or one address: plain data, stored as JSON.
import { z } from 'zod';

/** The failures allowed within the window; after that, the next attempt must wait until the oldest has left it. */
export const attemptsAllowed = 10;
export const windowMs = 15 * 60_000;

/**
 * At most this many failures of one user count against the address: users who forgot their password lock out
 * themselves, not everybody behind their router.
 */
const sharedWithAddress = 4;

/** An attempt whose process has died counts as a failure after this time. */
const unsettledMs = 60_000;

const Attempt = z.object({
  id: z.string(),
  at: z.number(),
  user: z.string(),
  /** The outcome is not known yet. */
  isOpen: z.boolean(),
});
export type Attempt = z.infer<typeof Attempt>;

const Attempts = z.array(Attempt);

/** In order of time, without expired attempts. */
export function readAttempts(text: string, now: number): Attempt[] {
  return Attempts.parse(JSON.parse(text))
    .filter(({ at }) => now - at < windowMs)
    .map((attempt) => ({ ...attempt, isOpen: attempt.isOpen && now - attempt.at < unsettledMs }));
}

/** The time until which attempts are refused; in the past if they are not. */
export function refusedUntil(attempts: readonly Attempt[]): number {
  const decisive = attempts.filter(({ isOpen }) => !isOpen).at(-attemptsAllowed);
  return decisive === undefined ? 0 : decisive.at + windowMs;
}

/** Whether as many attempts are in progress or failed as are allowed to fail. */
export function isFull(attempts: readonly Attempt[]): boolean {
  return attempts.length >= attemptsAllowed;
}

export function without(attempts: readonly Attempt[], id: string): Attempt[] {
  return attempts.filter((attempt) => attempt.id !== id);
}

export function withFailure(attempts: readonly Attempt[], failure: Attempt): Attempt[] {
  return [...without(attempts, failure.id), failure];
}

/** The same for the attempts of an address. */
export function withSharedFailure(attempts: readonly Attempt[], failure: Attempt): Attempt[] {
  const others = without(attempts, failure.id);
  const before = others.filter(({ user, isOpen }) => user === failure.user && !isOpen).length;
  return before < sharedWithAddress ? [...others, failure] : others;
}
