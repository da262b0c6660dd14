/** How thorough a run is: `npm test` tries of many alike those that differ most, `npm run test:soak` all of them. */

/** The long run repeats the files that ask this: see vitest.config.ts. */
export const isLongRun = process.env.JOINERY_LONG_RUN === 'yes';

export function fewOrAll<T>(few: readonly NoInfer<T>[], all: readonly T[]): readonly T[] {
  return isLongRun ? all : few;
}
