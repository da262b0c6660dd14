// Verifies a store's audit log: the chain, its two ends, and an entry noted elsewhere.
import type { Store } from '../../store/store.ts';
import { readLastEntry } from './append.ts';
import { Audit } from './audit.ts';
import { ChainCheck } from './chain.ts';
import { readEnds } from './ends.ts';
import type { LastEntry } from './rows.ts';

export interface Verified {
  readonly count: number;
  /** Null if there are no entries. */
  readonly last: LastEntry | null;
  /** The first fault in words. */
  readonly broken: string | null;
}

/** `noted`: an entry that must exist with this hash. */
export async function verifyAudit(store: Store, noted: LastEntry | null): Promise<Verified> {
  const check = new ChainCheck();
  const before = await store.read(readEnds);
  const result = (broken: string | null): Verified => ({ count: check.count, last: check.last, broken });
  // The next entry will continue from the last row's columns, whatever its line contains.
  const written = await store.read(readLastEntry);
  const wanted = [noted, before?.last ?? null, written].filter((entry) => entry !== null);
  const found = new Map<number, string>();
  for await (const line of new Audit(store, () => {}).lines()) {
    const broken = check.next(line);
    if (broken !== null) return result(broken);
    const { seq, hash } = check.last ?? {};
    if (seq !== undefined && hash !== undefined && wanted.some((entry) => entry.seq === seq))
      found.set(seq, hash);
  }
  // Meanwhile other processes may have appended entries and deleted expired ones.
  const first = (await store.read(readEnds))?.first ?? null;
  return result(brokenEnd(check, { before: before?.first ?? null, first }, wanted, found));
}

function brokenEnd(
  { first, last }: ChainCheck,
  kept: { readonly before: number | null; readonly first: number | null },
  wanted: readonly LastEntry[],
  found: ReadonlyMap<number, string>,
): string | null {
  if (first === null && wanted.length > 0) return 'its entries are missing';
  if (first !== null && kept.first === null) return 'where it begins and ends is not known any more';
  if (first !== null && kept.first !== null && first > kept.first)
    return `entries before ${first} are missing`;
  // The deleted part only grows.
  if (first !== null && kept.before !== null && first < kept.before)
    return `entries before ${kept.before} were put back`;
  for (const { seq, hash } of wanted) {
    const is = found.get(seq);
    if (is === undefined && last !== null && seq > last.seq) return `entries after ${last.seq} are missing`;
    if (is === undefined) return `entry ${seq} is not kept any more`;
    if (is !== hash) return `entry ${seq} is another one`;
  }
  return null;
}
