/** The code that the long run removes piece by piece still exists where it expects it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { mutations } from './mutations.ts';

const root = new URL('../../', import.meta.url);

test.each(mutations.map(({ name, file, from }) => [name, file, from] as const))(
  'the code to remove exists exactly once: %s',
  (_, file, from) => {
    const source = readFileSync(fileURLToPath(new URL(file, root)), 'utf8');
    expect(source.split(from)).toHaveLength(2);
  },
);
