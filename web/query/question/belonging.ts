// Which of several conditions on the same related records a time or a number belongs to: “without invoices since June
// with more than 9 invoices” counts those of all times.
import { type NodePath, pathKey } from '../paths.ts';
import { isSamePlace } from './comparisons.ts';
import type { Meaning } from './meaning.ts';

/** What was said after a condition on related records. */
interface Said {
  /** The index of that condition; absent if none precedes. */
  readonly of?: number;
}

/** Conditions share times and numbers, unless one of them refuses what another one requires. */
export function belongsTo({ related }: Meaning, index: number, { of = index }: Said): boolean {
  const [owner, condition] = [related[of], related[index]];
  if (!owner || !condition || of === index || !isSamePlace(owner.many.path, condition.many.path)) return true;
  return owner.presence !== 'NOT_EXISTS' && condition.presence !== 'NOT_EXISTS';
}

/** Whether a time says when there were no such records, so that it does not limit what is measured of them. */
export function isOfRefused({ related }: Meaning, path: NodePath, { of }: Said): boolean {
  const owner = of === undefined ? undefined : related[of];
  return owner?.presence === 'NOT_EXISTS' && isSamePlace(owner.many.path, path);
}

/** “with invoices in 2023 and without invoices in 2024”: each time belongs to one of the conditions. */
export function haveOwnTimes(meaning: Meaning): boolean {
  const { times } = meaning;
  return times.every(
    ({ of }, i) =>
      of !== undefined &&
      times.every((other, j) => j === i || !belongsTo(meaning, of, { of: other.of ?? of })),
  );
}

/** “issued in 2024 and paid in 2025”: each time has a date of its own. */
export function haveOwnDates({ times }: Meaning): boolean {
  const dates = times.flatMap(({ date }) => (date ? [pathKey(date)] : []));
  return dates.length === times.length && new Set(dates).size === dates.length;
}
