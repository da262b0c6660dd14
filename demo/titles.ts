/** Composes titles and sentences from patterns with {slots}. */
import type { Random } from './random.ts';
import { type TitleStyle, titleWords } from './words/titles.ts';

/** Replaces each {slot} of a pattern with one of its words. */
export function fill(
  random: Random,
  pattern: string,
  words: Readonly<Record<string, readonly string[]>>,
): string {
  return pattern.replace(/\{(\w+)\}/g, (_, slot: string) => {
    const choices = words[slot];
    if (choices === undefined) throw new Error(`no words for {${slot}} in “${pattern}”`);
    return random.pick(choices);
  });
}

export function songTitle(random: Random, style: TitleStyle): string {
  const { songs, words } = titleWords[style];
  return capitalised(fill(random, random.pick(songs), words));
}

export function albumTitle(random: Random, style: TitleStyle): string {
  const { albums, words } = titleWords[style];
  return capitalised(fill(random, random.pick(albums), words));
}

/** Generates until the result is new, and remembers it. */
export function unseen(seen: Set<string>, make: () => string): string {
  for (let attempt = 0; attempt < 1000; attempt++) {
    const candidate = make();
    if (seen.has(candidate)) continue;
    seen.add(candidate);
    return candidate;
  }
  throw new Error(`nothing new after ${seen.size} different ones`);
}

function capitalised(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
