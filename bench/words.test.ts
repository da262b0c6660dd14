import { expect, test } from 'vitest';
import { cities, differentEndings, endingsBeyondAscii, tailOf, typedEnding } from './words.ts';

/** Compares like an engine that ignores case and accents. */
const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const citiesWith = (text: string) => cities.filter((city) => folded(city).includes(folded(text)));

test('the last three letters of each city name occur in that city only', () => {
  expect(cities).toHaveLength(50);
  for (const city of cities) {
    expect(tailOf(city).length, city).toBeGreaterThanOrEqual(5);
    expect(citiesWith(tailOf(city).slice(-3)), city).toEqual([city]);
  }
});

test('every typed ending finds one city', () => {
  for (let n = 0; n < differentEndings; n++) {
    expect(citiesWith(typedEnding(n)), typedEnding(n)).toEqual([cities[n % cities.length]]);
  }
});

test('more than half of the city names have unique endings beyond ASCII', () => {
  const texts = cities.flatMap(endingsBeyondAscii);
  expect(cities.filter((city) => endingsBeyondAscii(city).length > 0).length).toBeGreaterThan(25);
  for (const text of texts) expect(citiesWith(text), text).toHaveLength(1);
});
