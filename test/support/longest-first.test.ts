import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { inOrder, longest } from './longest-first.ts';

const file = (name: string, isolate: boolean) => ({
  moduleId: `/joinery/${name}`,
  project: { config: { isolate } },
});

test('files apart start before those that share a worker, and the longest of each first', () => {
  const files = [
    file('test/zoo/short.test.ts', false),
    file('test/store/migrations.test.ts', false),
    file('test/faults/short.test.ts', true),
    file('test/faults/silent-store.test.ts', true),
  ];
  expect(inOrder(files).map(({ moduleId }) => moduleId)).toEqual([
    '/joinery/test/faults/silent-store.test.ts',
    '/joinery/test/faults/short.test.ts',
    '/joinery/test/store/migrations.test.ts',
    '/joinery/test/zoo/short.test.ts',
  ]);
});

test('the longest files exist', () => expect(longest.filter((name) => !existsSync(name))).toEqual([]));
