// The functions that queries add to SQLite's own.
import type { Database } from 'better-sqlite3';
import { fold } from '../../../query/fold.ts';
import { type Pattern, parseLikeText, parsePattern } from '../../../query/patterns.ts';
import { exactResults, looseSum, realSum, unitSum, wholeSum } from './exact-sums.ts';
import { onClock } from './functions/moments.ts';
import { addComputedFunctions } from './functions/register.ts';
import { bucketText, bucketValue, momentValue } from './moments.ts';

/** What is known of the values of a table's column. */
interface KnownValues {
  areUsual(table: unknown, column: unknown): boolean;
  areUnits(table: unknown, column: unknown, scale: unknown): boolean;
}

export function addQueryFunctions(db: Database, known: KnownValues): void {
  // directOnly: a hostile schema must not reach these through its views or triggers.
  const pure = { deterministic: true, directOnly: true } as const;
  db.function('joinery_fold', pure, (text: unknown) => (typeof text === 'string' ? fold(text) : text));
  // To the engine it depends on its arguments alone: a statement asks once, and not for each row.
  db.function('joinery_usual', pure, (table: unknown, column: unknown) =>
    known.areUsual(table, column) ? 1 : 0,
  );
  // Both are asked, so that both become known.
  db.function(
    'joinery_units',
    pure,
    (table: unknown, a: unknown, scaleOfA: unknown, other: unknown, b: unknown, scaleOfB: unknown) => {
      const [first, second] = [known.areUnits(table, a, scaleOfA), known.areUnits(other, b, scaleOfB)];
      return first && second ? 1 : 0;
    },
  );
  db.function('joinery_moment', pure, momentValue);
  db.function('joinery_clock', pure, (value: unknown, zone: unknown) =>
    momentValue(typeof value === 'string' ? onClock(value, String(zone)) : value),
  );
  db.function('joinery_bucket', pure, bucketValue);
  db.function('joinery_bucket_text', pure, bucketText);
  addComputedFunctions(db);
  for (const result of exactResults) {
    db.function(`joinery_real_${result}`, pure, realSum(result));
    db.function(`joinery_whole_${result}`, pure, wholeSum(result));
    db.function(`joinery_unit_${result}`, pure, unitSum(result));
    db.function(`joinery_loose_${result}`, pure, looseSum(result));
  }
  db.function('joinery_like', pure, (text: unknown, pattern: unknown) =>
    typeof text === 'string' && typeof pattern === 'string' ? like(text, parsePattern(pattern)) : null,
  );
  db.function('joinery_match', pure, (text: unknown, pattern: unknown) =>
    typeof text === 'string' && typeof pattern === 'string' ? like(text, parseLikeText(pattern)) : null,
  );
}

/** Goes back to the last `%` only, so that no pattern takes more than text times pattern steps. */
function like(text: string, pattern: Pattern): number {
  const characters = [...text];
  const wanted = pattern.flatMap((part): ('any' | 'one' | { character: string })[] =>
    typeof part === 'string' ? [part] : [...part.text].map((character) => ({ character })),
  );
  let at = 0;
  let want = 0;
  let retry: { at: number; want: number } | null = null;
  while (at < characters.length) {
    const next = wanted[want];
    if (next === 'any') {
      retry = { at, want: ++want };
    } else if (next === 'one' || next?.character === characters[at]) {
      at++;
      want++;
    } else if (retry !== null) {
      at = ++retry.at;
      want = retry.want;
    } else return 0;
  }
  return wanted.slice(want).every((part) => part === 'any') ? 1 : 0;
}
