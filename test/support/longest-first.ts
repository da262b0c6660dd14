/**
 * The order of the test files: those that take longest begin first, so that no worker is left over with one of them when
 * the others have nothing more to do. A clone has no times of its own yet, and vitest would go by the size of the files.
 */
import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** More than half a minute each when the machine does nothing else. The first is the longest. */
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
