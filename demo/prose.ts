/** Generates the long texts of the catalogue: biographies of artists and notes on albums. */
import type { Random } from './random.ts';
import { fill } from './titles.ts';
import { biography, cities, sleeveNotes, studios } from './words/prose.ts';

export function artistBiography(random: Random, name: string, genre: string, firstYear: number): string {
  const words = {
    name: [name],
    genre: [genre],
    year: [String(firstYear)],
    city: [random.pick(cities)],
    cause: biography.causes,
    room: biography.rooms,
    kit: biography.kits,
    place: biography.places,
    word: biography.words,
    shows: [String(random.between(40, 240))],
    changes: ['two', 'three', 'five', 'nine', 'fourteen'],
    pause: biography.pauses,
    luxury: biography.luxuries,
  };
  const sentence = (pattern: string) => fill(random, pattern, words);
  const middles = random.shuffle(biography.middles).slice(0, random.between(1, 4)).map(sentence);
  const paragraphs = [
    [sentence(random.pick(biography.beginnings)), ...middles.slice(0, 2)],
    [...middles.slice(2), sentence(random.pick(biography.endings))],
  ];
  return paragraphs.map((sentences) => sentences.join(' ')).join('\n\n');
}

export function sleeveNote(random: Random): string {
  const [here = '', there = ''] = random.shuffle(cities);
  const words = {
    days: ['three', 'nine', 'twelve', 'forty'],
    studio: studios,
    city: [here],
    city2: [there],
  };
  const chosen = random.shuffle(sleeveNotes).slice(0, random.between(1, 2));
  return chosen.map((pattern) => fill(random, pattern, words)).join(' ');
}
