import { setImmediate as checkPhase } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { AnswerBatches } from './answer-batches.ts';

/** The first check phase may still belong to this turn. */
async function nextTurn(): Promise<void> {
  await checkPhase();
  await checkPhase();
}

test('a single answer in a turn does not wait', async () => {
  const departures = new AnswerBatches();
  expect(departures.next()).toBeNull();
  await nextTurn();
  expect(departures.next()).toBeNull();
});

test('answers of one turn leave together at its end, as do those of the next turn', async () => {
  const departures = new AnswerBatches();
  departures.next();
  const [second, third] = [departures.next(), departures.next()];
  expect(second).toBeInstanceOf(Promise);
  expect(third).toBe(second);
  await second;
  await nextTurn();
  const fourth = departures.next();
  expect(fourth).toBeInstanceOf(Promise);
  expect(fourth).not.toBe(second);
  await fourth;
  await nextTurn();
  expect(departures.next()).toBeNull();
});
