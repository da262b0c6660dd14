// The functions that queries add to SQLite.
import type { Database } from 'better-sqlite3';
import { fold } from '../../../query/fold.ts';
import { parseLikeText, parsePattern } from '../../../query/patterns.ts';
import { exactResults, integerSum, looseSum, realSum, unitSum } from './exact-sums.ts';
import { onClock } from './functions/moments.ts';
import { addComputedFunctions } from './functions/register.ts';
import { like } from './functions/texts.ts';
import { bucketText, bucketValue, momentValue } from './moments.ts';

/** What is known of the values in a table's column. */
interface KnownValues {
  areUsual(table: unknown, column: unknown): boolean;
  areMoments(table: unknown, column: unknown): boolean;
  areUnits(table: unknown, column: unknown, scale: unknown, use: 'sum' | 'product'): boolean;
}

export function addQueryFunctions(db: Database, known: KnownValues): void {
  // directOnly: a hostile schema must not reach these through its views or triggers.
  const pure = { deterministic: true, directOnly: true } as const;
  db.function('joinery_fold', pure, (text: unknown) => (typeof text === 'string' ? fold(text) : text));
  // Declared deterministic, so a statement calls it once and not per row.
  db.function('joinery_usual', pure, (table: unknown, column: unknown) =>
    known.areUsual(table, column) ? 1 : 0,
  );
  db.function('joinery_moments', pure, (table: unknown, column: unknown) =>
    known.areMoments(table, column) ? 1 : 0,
  );
  db.function('joinery_units', pure, (table: unknown, column: unknown, scale: unknown) =>
    known.areUnits(table, column, scale, 'sum') ? 1 : 0,
  );
  // Both are checked, so that both become known.
  db.function(
    'joinery_units',
    pure,
    (table: unknown, a: unknown, scaleOfA: unknown, other: unknown, b: unknown, scaleOfB: unknown) => {
      const first = known.areUnits(table, a, scaleOfA, 'product');
      const second = known.areUnits(other, b, scaleOfB, 'product');
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
    db.function(`joinery_whole_${result}`, pure, integerSum(result));
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
