// Entries not written yet. Users repeat the same actions, so each text is kept and sent once, and only the times
// differ.
import { toldOf } from './chain.ts';

/** A deed as text, and its time in milliseconds. */
export interface Noted {
  readonly deed: string;
  readonly at: number;
}

/** The same without repeated texts. */
export interface PackedNotes {
  readonly deeds: readonly string[];
  /** For each entry the index of its deed, and its time. */
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

/** The JSON members of each entry. */
export function toldIn(noted: readonly Noted[]): string[] {
  return noted.map(({ deed, at }) => toldOf(deed, instantText(at)));
}

const last = { second: Number.NaN, text: '' };

/** Formatting a time takes as long as the rest of an entry, so do it once per second. */
function instantText(at: number): string {
  const ms = at % 1_000;
  if (at - ms !== last.second) {
    last.second = at - ms;
    last.text = new Date(last.second).toISOString().slice(0, -'000Z'.length);
  }
  return `${last.text}${String(ms).padStart(3, '0')}Z`;
}
