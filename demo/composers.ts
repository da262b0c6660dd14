/** Generates the names of the songs' composers. */
import type { Artist } from './catalogue.ts';
import type { Random } from './random.ts';
import { type Culture, cultures } from './words/people.ts';
import type { TitleStyle } from './words/titles.ts';

/** The culture behind each style of titles; other styles have composers from everywhere. */
const homes: Readonly<Partial<Record<TitleStyle, Culture>>> = {
  spanish: 'spanish',
  portuguese: 'portuguese',
  french: 'french',
  nordic: 'nordic',
  chinese: 'chinese',
  rural: 'english',
  street: 'english',
};
const elsewhere: readonly Culture[] = [
  'english',
  'english',
  'english',
  'german',
  'nordic',
  'french',
  'dutch',
  'czech',
  'italian',
];

export function composerOf(random: Random, artist: Artist): string {
  if (random.chance(0.2)) return artist.name;
  const names = cultures[homes[random.pick(artist.genre.styles)] ?? random.pick(elsewhere)];
  const person = () => {
    const [given, family] = [random.pick(names.given), random.pick(names.family)];
    return given.includes('=') ? `${inOwnScript(family)}${inOwnScript(given)}` : `${given} ${family}`;
  };
  return random.chance(0.35) ? `${person()}, ${person()}` : person();
}

const inOwnScript = (name: string) => name.replace(/=.*/, '');
