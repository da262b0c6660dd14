// What was done and is not written down yet. Whoever reads records does the same thing again and again, so that the words of
// it are kept and sent once, and only the moments differ.
import { toldOf } from './chain.ts';

/** A deed in words, and its moment in milliseconds. */
export interface Noted {
  readonly deed: string;
  readonly at: number;
}

/** The same in the fewest words. */
export interface PackedNotes {
  readonly deeds: readonly string[];
  /** For each entry which of the deeds it was, and its moment. */
  readonly entries: readonly number[];
}

export function packed(noted: readonly Noted[]): PackedNotes {
  const places = new Map<string, number>();
  const entries: number[] = [];
  for (const { deed, at } of noted) {
    let place = places.get(deed);
    if (place === undefined) {
      place = places.size;
      places.set(deed, place);
    }
    entries.push(place, at);
  }
  return { deeds: [...places.keys()], entries };
}

export function unpacked({ deeds, entries }: PackedNotes): Noted[] {
  const noted: Noted[] = [];
  for (let i = 0; i < entries.length; i += 2) {
    noted.push({ deed: deeds[entries[i] ?? 0] ?? '', at: entries[i + 1] ?? 0 });
  }
  return noted;
}

/** What each entry tells. */
export function toldIn(noted: readonly Noted[]): string[] {
  return noted.map(({ deed, at }) => toldOf(deed, instantText(at)));
}

const last = { second: Number.NaN, text: '' };

/** The text of a moment takes as long as the rest of an entry, so it is made once a second. */
function instantText(at: number): string {
  const ms = at % 1_000;
  if (at - ms !== last.second) {
    last.second = at - ms;
    last.text = new Date(last.second).toISOString().slice(0, -'000Z'.length);
  }
  return `${last.text}${String(ms).padStart(3, '0')}Z`;
}
