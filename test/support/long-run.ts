/**
 * The extent of a run: of many similar cases, `npm test` tries the most different ones, `npm run test:soak` all of
 * them.
 */

/** The long run repeats the files that use this: see vitest.config.ts. */
export const isLongRun = process.env.JOINERY_LONG_RUN === 'yes';

export function fewOrAll<T>(few: readonly NoInfer<T>[], all: readonly T[]): readonly T[] {
  return isLongRun ? all : few;
}
