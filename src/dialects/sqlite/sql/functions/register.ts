// The functions that computed fields add to SQLite.
import type { Database } from 'better-sqlite3';
import { numberBound } from '../../../../query/computing/kinds.ts';
import * as added from './added-numbers.ts';
import * as moments from './moments.ts';
import * as numbers from './numbers.ts';
import * as texts from './texts.ts';

export function addComputedFunctions(db: Database): void {
  // directOnly: a hostile schema must not reach these through its views or triggers.
  const pure = { deterministic: true, directOnly: true } as const;
  db.function('joinery_decimal', pure, numbers.asShown);
  db.function('joinery_fraction', pure, numbers.fractionText);
  db.function('joinery_near', pure, added.nearest);
  db.function('joinery_beyond', pure, added.beyondNearest);
  db.function('joinery_sort_key', pure, added.sortKey);
  db.function('joinery_of_key', pure, added.numberOfKey);
  db.function('joinery_whole', pure, (value: unknown) => (typeof value === 'bigint' ? value : null));
  db.function('joinery_add', { ...pure, varargs: true }, numbers.add);
  db.function('joinery_sub', pure, numbers.sub);
  db.aggregate('joinery_sum', {
    ...pure,
    start: numbers.nothingYet,
    step: (running: numbers.RunningSum, value: unknown) => numbers.withMore(running, value, 1),
    inverse: (running: numbers.RunningSum, value: unknown) => numbers.withMore(running, value, -1),
    result: numbers.sumSoFar,
  });
  db.function('joinery_div', pure, numbers.div);
  db.function('joinery_mod', pure, numbers.mod);
  db.function('joinery_abs', pure, numbers.abs);
  db.function('joinery_round', { ...pure, varargs: true }, (value: unknown, digits: unknown) =>
    numbers.round(value, digits),
  );
  db.function('joinery_floor', pure, numbers.floor);
  db.function('joinery_ceil', pure, numbers.ceil);
  db.function('joinery_upper', pure, (text: unknown) =>
    typeof text === 'string' ? text.toUpperCase() : null,
  );
  db.function('joinery_lower', pure, (text: unknown) =>
    typeof text === 'string' ? text.toLowerCase() : null,
  );
  db.function('joinery_length', pure, texts.length);
  db.function('joinery_substring', { ...pure, varargs: true }, texts.substring);
  db.function('joinery_replace', pure, texts.replace);
  db.function('joinery_fitting', pure, texts.fitting);
  db.function('joinery_as_moment', pure, (value: unknown, kind: unknown, zone: unknown) =>
    moments.asMoment(value, kind, zone),
  );
  db.function('joinery_truncate', pure, moments.truncate);
  db.function('joinery_shift', pure, moments.shift);
  db.function('joinery_distance', pure, (from: unknown, to: unknown, unit: unknown, _kind: unknown) =>
    moments.distance(from, to, unit),
  );
  db.function('joinery_cast', pure, cast);
}

/** Trims spaces. A regular expression would backtrack at each run of inner spaces. */
function withoutBlanks(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === ' ') start++;
  while (end > start && text[end - 1] === ' ') end--;
  return text.slice(start, end);
}

function cast(value: unknown, from: unknown, to: unknown): unknown {
  if (to === 'date' || to === 'datetime') {
    const text = typeof value === 'string' ? withoutBlanks(value) : null;
    if (
      text === null ||
      (from === 'text' && !/^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d{1,9})?)?)?$/.test(text))
    ) {
      return null;
    }
    return moments.asMoment(text, to);
  }
  if (from === 'integer' || from === 'numeric') {
    if (to === 'integer') return numbers.round(value, undefined);
    return to === 'numeric' ? value : null;
  }
  if (from !== 'text' || typeof value !== 'string') return null;
  const text = withoutBlanks(value);
  if (to === 'boolean') return /^true$/i.test(text) ? 1n : /^false$/i.test(text) ? 0n : null;
  if (!/^[+-]?(\d{1,60}(\.\d{0,60})?|\.\d{1,60})(e[+-]?\d{1,2})?$/i.test(text)) return null;
  const number = numbers.numberFrom(text);
  if (number === null || Math.abs(Number(number)) >= Number(numberBound)) return null;
  return to === 'integer' ? numbers.round(number, undefined) : number;
}
