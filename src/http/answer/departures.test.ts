import { setImmediate as checkPhase } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { Departures } from './departures.ts';

/** The first check phase may still belong to this turn. */
async function nextTurn(): Promise<void> {
  await checkPhase();
  await checkPhase();
}

test('an answer that is alone in its turn does not wait', async () => {
  const departures = new Departures();
  expect(departures.next()).toBeNull();
  await nextTurn();
  expect(departures.next()).toBeNull();
});

test('answers of one turn leave together at its end, and so do those of the turn after', async () => {
  const departures = new Departures();
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
