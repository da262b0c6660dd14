import { describe, expect, test } from 'vitest';
import { efforts } from './effort.ts';
import type { Call } from './load.ts';
import {
  analysisWorkloads,
  listWorkload,
  pageWorkloads,
  recordWorkload,
  repeated,
  searchWorkloads,
} from './workloads.ts';

const textOf = ({ method, path, body }: Call) => `${method} ${path} ${body}`;
const workloads = [
  recordWorkload(300_000),
  ...pageWorkloads(300_000),
  ...searchWorkloads,
  ...analysisWorkloads(efforts.full.sizes),
  listWorkload(100_000),
];

describe.each(workloads)('$name', ({ joinery, floor, different }) => {
  test.each([
    ['Joinery', joinery, Math.min(different, 10_000)],
    ['the floor', floor, different],
  ])('never asks %s the same request twice', (_, calls, count) => {
    const asked = new Set<string>();
    for (let n = 0; n < count; n++) asked.add(textOf(calls(n)));
    expect(asked.size).toBe(count);
  });

  test('sends valid JSON bodies', () => {
    for (const call of [joinery(7), floor(7)])
      if (call.body) expect(() => JSON.parse(call.body ?? '')).not.toThrow();
  });
});

test('a page request has its employee and offset in the right places', () => {
  const [ofEmployee] = pageWorkloads(300_000);
  const document = JSON.parse(ofEmployee?.joinery(501).body ?? '');
  expect(document.unigrid).toMatchObject({
    where: { func: { name: 'EQ', args: [{ alias: 'employee_id' }, { value: 2 }] } },
    offset: 391,
    limit: 100,
  });
  expect(JSON.parse(ofEmployee?.floor(501).body ?? '')).toEqual({ employee: 2, offset: 391 });
});

test('a search sends the same text to Joinery and the floor', () => {
  for (const { joinery, floor } of searchWorkloads) {
    for (let n = 0; n < 200; n++) {
      const { city } = JSON.parse(floor(n).body ?? '');
      const document = JSON.parse(joinery(n).body ?? '');
      expect(document.unigrid.where).toEqual({
        func: { name: 'ILIKE', args: [{ alias: 'city' }, { value: `%${city}%` }] },
      });
    }
  }
});

test('the repeated workload sends the same request each time, and has no goal', () => {
  const same = repeated(recordWorkload(300_000));
  expect(same.joinery(1)).toEqual(same.joinery(2));
  expect(same.goal(1)).toBeNull();
});
