import { expect, test } from 'vitest';
import { duration, medianFigures, runAlternately } from './measure.ts';
import { fullTable, rateLine, summary } from './report.ts';

test('contenders take turns, each round starts with another one, and the warm-up round is discarded', async () => {
  const order: string[] = [];
  const turn = (name: string) => async () => duration(order.push(name));
  const rounds = await runAlternately(
    { repeats: 3 },
    { a: turn('a'), b: turn('b'), absent: undefined, c: turn('c') },
  );
  expect(order.join('')).toBe('abcbcacababc');
  expect(rounds.a.map(({ p50 }) => p50)).toEqual([6, 8, 10]);
  expect(rounds.absent).toBeUndefined();
});

test('measurements start after every contender has warmed up', async () => {
  const begin = performance.now();
  const turn = async () => {
    const at = performance.now() - begin;
    await new Promise((resolve) => setTimeout(resolve, 5));
    return duration(at);
  };
  const rounds = await runAlternately({ repeats: 2, warmSeconds: 0.03 }, { a: turn, b: turn }, 0);
  const all = [...rounds.a, ...rounds.b];
  expect(all).toHaveLength(4);
  expect(Math.min(...all.map(({ p50 }) => p50))).toBeGreaterThanOrEqual(60);
});

test('processor time is averaged over all answers', () => {
  const turns = [duration(1, { cpuPerAnswer: 10, answers: 1 }), duration(1, { cpuPerAnswer: 1, answers: 9 })];
  expect(medianFigures(turns).cpuPerAnswer).toBe(1.9);
});

test('a ratio is the median of the rounds, shown with the ratio to the best contender', () => {
  const heading = { engine: 'sqlite' as const, workload: 'page', connections: 1 };
  const rounds = {
    joinery: [duration(10), duration(10), duration(40)],
    plain: [duration(20), duration(15), duration(20)],
    best: [duration(10), duration(9), duration(10)],
  };
  const lines = [rateLine(heading, rounds, 'plain', 1.6), rateLine(heading, rounds, 'best')];
  expect(lines.map(({ value }) => value)).toEqual([1.5, 0.9]);
  expect(summary(lines)).toContain('| page | 1 | **1.50** (0.90) | – | – | ≥ 1.6 |');
  expect(fullTable(lines)).toContain('| sqlite | page | 1 | plain | 1.50 | 0.50 to 2.00 |');
});
