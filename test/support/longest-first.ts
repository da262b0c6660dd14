/**
 * The order of the test files: the longest start first, so that no worker is still busy with one when the others are
 * done. A new clone has no timings yet, and vitest would sort by file size.
 */
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Each takes more than half a minute on an idle machine. The first is the longest. */
const longest = [
  'test/query/generated.test.ts',
  'test/faults/instances.test.ts',
  'test/policy/interference.test.ts',
  'test/query/hostile.test.ts',
  'test/faults/replaced-file.test.ts',
  'test/faults/silent-server.test.ts',
  'test/faults/stalled-readers.test.ts',
  'test/conformance/ordered-values.test.ts',
  'test/faults/no-session.test.ts',
  'test/faults/sqlite-files.test.ts',
  'test/conformance/abort.test.ts',
  'test/query/analysis.test.ts',
  'test/store/migrations.test.ts',
  'test/http/pipelining.test.ts',
  'test/http/workers.test.ts',
  'test/http/command.test.ts',
  'test/faults/moving-rows.test.ts',
  'test/faults/endless-views.test.ts',
];

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const first = longest.flatMap((name) => others.filter(({ moduleId }) => moduleId.endsWith(`/${name}`)));
    return [...first, ...others.filter((file) => !first.includes(file))];
  }
}
