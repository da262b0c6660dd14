/** Weekly exchange rates, invented: a table without relations to any other. */
import { dateText, dayOf } from './calendar.ts';
import { decimalText } from './money.ts';
import { createRandom } from './random.ts';

const SCALE = 6;

/** The amount of each currency that one US dollar buys on the first day, in millionths. */
const firstRates = {
  AUD: 1_310_000,
  BRL: 5_250_000,
  CAD: 1_270_000,
  CHF: 890_000,
  CNY: 6_470_000,
  EUR: 820_000,
  GBP: 730_000,
  INR: 73_100_000,
  JPY: 103_500_000,
  NOK: 8_540_000,
};

export function exchangeRateRows() {
  return Object.entries(firstRates).flatMap(([currency, firstRate]) => {
    const random = createRandom(`rate ${currency}`);
    const rows: { Currency: string; Day: string; Rate: string }[] = [];
    let rate = firstRate;
    for (let day = dayOf(2021, 1, 4); day <= dayOf(2025, 12, 31); day += 7) {
      rows.push({ Currency: currency, Day: dateText(day), Rate: decimalText(rate, SCALE) });
      // The sum of three random numbers makes small moves common; the last term pulls the rate back to its region.
      const move = (random.next() + random.next() + random.next() - 1.5) / 60;
      rate = Math.round(rate * (1 + move) + (firstRate - rate) * 0.01);
    }
    return rows;
  });
}
