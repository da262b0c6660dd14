/**
 * The order of the test files. Those with their own process start first, since a worker keeps its modules only if the
 * next file shares them; the others fill up. Of each kind the longest start first, so that no worker is still busy with
 * one when the others are done: a new clone has no timings yet, and vitest would sort by file size.
 */
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Each takes more than 20 seconds beside others. The first is the longest. */
export const longest = [
  'test/faults/silent-server.test.ts',
  'test/faults/silent-store.test.ts',
  'test/policy/interference.test.ts',
  'test/store/migrations.test.ts',
  'test/package/package.test.ts',
  'test/faults/instances.test.ts',
  'test/faults/replaced-file.test.ts',
  'test/zoo/mysql/hostile-views.test.ts',
  'test/query/limits.test.ts',
  'test/zoo/postgres/hostile-views.test.ts',
  'test/faults/crowd.test.ts',
  'test/query/hostile.test.ts',
];

interface TestFile {
  readonly moduleId: string;
  readonly project: { readonly config: { readonly isolate: boolean } };
}

export function inOrder<File extends TestFile>(files: readonly File[]): File[] {
  const rank = ({ moduleId }: File) => {
    const at = longest.findIndex((name) => moduleId.endsWith(`/${name}`));
    return at < 0 ? longest.length : at;
  };
  const isShared = ({ project }: File) => Number(!project.config.isolate);
  return files.toSorted((a, b) => isShared(a) - isShared(b) || rank(a) - rank(b));
}

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return inOrder(await super.sort(files));
  }
}
