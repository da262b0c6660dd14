// Entries not written yet. Users repeat the same actions, so each text is kept and sent once, and only the times
// differ.
import { entryMembersOfText } from './chain.ts';

/** A deed as text, and its time in milliseconds. */
export interface NotedEvent {
  readonly event: string;
  readonly at: number;
}

/** The same without repeated texts. */
export interface PackedEvents {
  readonly events: readonly string[];
  /** For each entry the index of its deed, and its time. */
  readonly entries: readonly number[];
}

export function packEvents(noted: readonly NotedEvent[]): PackedEvents {
  const places = new Map<string, number>();
  const entries: number[] = [];
  for (const { event, at } of noted) {
    let place = places.get(event);
    if (place === undefined) {
      place = places.size;
      places.set(event, place);
    }
    entries.push(place, at);
  }
  return { events: [...places.keys()], entries };
}

export function unpackEvents({ events, entries }: PackedEvents): NotedEvent[] {
  const noted: NotedEvent[] = [];
  for (let i = 0; i < entries.length; i += 2) {
    noted.push({ event: events[entries[i] ?? 0] ?? '', at: entries[i + 1] ?? 0 });
  }
  return noted;
}

/** The JSON members of each entry. */
export function entryMembersIn(noted: readonly NotedEvent[]): string[] {
  return noted.map(({ event, at }) => entryMembersOfText(event, instantText(at)));
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
