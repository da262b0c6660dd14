// How long, how expensive, how heavy: words for a quantity that a field of the records has.
import { isQuantity } from '../../values/types.ts';
import type { FieldPath } from '../paths.ts';
import type { WordCursor } from './cursor.ts';
import { TOP_OF } from './related.ts';
import {
  bottomWords,
  groupWords,
  mostWords,
  NUMBER,
  nameParts,
  own,
  stem,
  topWords,
  units,
} from './vocabulary.ts';

interface Quality {
  /** The names of fields with such a quantity. */
  readonly names: readonly string[];
  /** Names of fields whose unit is rarely the unit in which somebody types a number. */
  readonly inUnits?: readonly string[];
}

const length: Quality = {
  names: ['length', 'duration', 'runtime', 'minute'],
  inUnits: ['second', 'millisecond'],
};
const price: Quality = { names: ['price', 'cost', 'fee', 'fare'] };
const weight: Quality = { names: ['weight'] };
const height: Quality = { names: ['height'] };

interface Said {
  readonly quality: Quality;
  readonly asc: boolean;
}
const comparatives: Readonly<Record<string, Said>> = {
  longer: { quality: length, asc: false },
  shorter: { quality: length, asc: true },
  cheaper: { quality: price, asc: true },
  heavier: { quality: weight, asc: false },
  lighter: { quality: weight, asc: true },
  taller: { quality: height, asc: false },
};
const superlatives: Readonly<Record<string, Said>> = {
  longest: { quality: length, asc: false },
  shortest: { quality: length, asc: true },
  cheapest: { quality: price, asc: true },
  heaviest: { quality: weight, asc: false },
  lightest: { quality: weight, asc: true },
  tallest: { quality: height, asc: false },
};
/** The comparative and superlative of long words: “most expensive”. */
const degrees: Readonly<Record<string, { readonly isMost: boolean; readonly asc: boolean }>> = {
  more: { isMost: false, asc: false },
  less: { isMost: false, asc: true },
  most: { isMost: true, asc: false },
  least: { isMost: true, asc: true },
};

function saidAt(cursor: WordCursor, at: number): (Said & { isMost: boolean; next: number }) | undefined {
  const [word = '', second] = cursor.plain.slice(at);
  const most = own(superlatives, word);
  const more = own(comparatives, word);
  const degree = second === 'expensive' ? own(degrees, word) : undefined;
  if (degree) return { quality: price, ...degree, next: at + 2 };
  if (most) return { ...most, isMost: true, next: at + 1 };
  return more && { ...more, isMost: false, next: at + 1 };
}

/** The quantities of the records themselves with these names. */
function quantities({ doc, entity }: WordCursor, names: readonly string[]): readonly FieldPath[] {
  const [root] = doc.entities;
  if (!root || !entity) return [];
  return entity.columns
    .filter((column) => isQuantity(column) && names.includes(stem(nameParts(column.label).at(-1) ?? '')))
    .map(({ name }) => ({ root: root.alias, steps: [], attribute: name }));
}

/** “average length”: the only quantity of the records that the word can mean, whatever its name. */
export function qualityNamed(cursor: WordCursor, at: number): FieldPath | undefined {
  const word = stem(cursor.plain[at] ?? '');
  const quality = [length, price, weight, height].find(({ names }) => names.includes(word));
  const [path, another] = quality ? quantities(cursor, [...quality.names, ...(quality.inUnits ?? [])]) : [];
  return another ? undefined : path;
}

/** Whether the words from a position on ask for the record with the most of something. */
export function isMostAt(cursor: WordCursor, at: number): boolean {
  const word = cursor.plain[at] ?? '';
  const isTop = topWords.has(word) || bottomWords.has(word) || own(mostWords, word) !== undefined;
  return isTop || saidAt(cursor, at)?.isMost === true;
}

const countAt = (cursor: WordCursor, at: number) => {
  const text = cursor.plain[at] ?? '';
  return /^\d{1,4}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
};

/** “longest tracks”, “5 most expensive”, and the first of each group: “most expensive product per category”. */
export function mostOf(cursor: WordCursor): boolean {
  const before = countAt(cursor, cursor.at);
  const said = saidAt(cursor, before === undefined ? cursor.at : cursor.at + 1);
  if (!said?.isMost || cursor.meant.top) return false;
  const { names, inUnits = [] } = said.quality;
  const paths = quantities(cursor, [...names, ...inUnits]);
  if (paths.length === 0) return false;
  const after = before === undefined ? countAt(cursor, said.next) : undefined;
  const isOfEach = cursor.plain.some((word) => groupWords.has(word));
  cursor.meant.top = { n: before ?? after ?? (isOfEach ? 1 : TOP_OF), asc: said.asc };
  // If several fields match, each is a reading of its own.
  cursor.meant.measures.push(...paths.map((path) => ({ summary: 'sum', path }) as const));
  cursor.at = after === undefined ? said.next : said.next + 1;
  return true;
}

/** “longer than 120”, if exactly one quantity matches. */
export function moreThan(cursor: WordCursor): boolean {
  const said = saidAt(cursor, cursor.at);
  if (!said || said.isMost) return false;
  const [path, another] = quantities(cursor, said.quality.names);
  const compared = than(cursor, said.next, said.asc ? 'LT' : 'GT');
  if (!compared || !path || another) return false;
  const { operator, values, next } = compared;
  cursor.meant.compared.push({ path, operator, values, words: cursor.said(next) });
  cursor.at = next;
  return true;
}

/** The milliseconds of each unit of time with a fixed length. */
const timeUnits: Readonly<Record<string, number>> = {
  millisecond: 1,
  second: 1_000,
  sec: 1_000,
  minute: 60_000,
  min: 60_000,
  hour: 3_600_000,
};

const ofLength = new Set('length duration runtime running playing time total'.split(' '));

/** The only quantity of the records that is named after a unit of time, and that unit. */
function timed(cursor: WordCursor): { readonly path: FieldPath; readonly unit: number } | undefined {
  const [path, another] = quantities(cursor, Object.keys(timeUnits));
  const label = path && cursor.entity?.column.get(path.attribute)?.label;
  const parts = nameParts(label ?? '').map(stem);
  const unit = own(timeUnits, parts.at(-1) ?? '');
  // The minutes of a delay are not the duration of a journey.
  if (parts.slice(0, -1).some((part) => !ofLength.has(part))) return undefined;
  return path && unit !== undefined && !another ? { path, unit } : undefined;
}

/** “longer than 5 minutes”: if the number was not understood, its unit is not a field either. */
export function isUnitOfUnknown({ plain, words, at, meant }: WordCursor): boolean {
  const unit = stem(plain[at] ?? '');
  const isUnit = own(timeUnits, unit) !== undefined || own(units, unit) !== undefined;
  const before = words[at - 1];
  const isTurned = NUMBER.test(plain[at - 1] ?? '') || plain[at - 1] === 'next';
  return isUnit && isTurned && meant.unknown.at(-1) === before;
}

/** “longer than 5 minutes”, “under 90 seconds”, if the records have exactly one quantity in a suitable unit of time. */
export function lasting(cursor: WordCursor): boolean {
  const said = saidAt(cursor, cursor.at);
  const isLength = said?.quality === length && !said.isMost;
  const compared = isLength ? than(cursor, said.next, said.asc ? 'LT' : 'GT') : cursor.comparison(cursor.at);
  const unit = compared && own(timeUnits, stem(cursor.plain[compared.next] ?? ''));
  const found = unit === undefined ? undefined : timed(cursor);
  if (!compared || unit === undefined || !found || unit % found.unit !== 0) return false;
  const times = unit / found.unit;
  const { operator, path, next } = { ...compared, path: found.path, next: compared.next + 1 };
  const values = compared.values.map((value) => inUnit(value, times));
  cursor.meant.compared.push({ path, operator, values, words: cursor.said(next) });
  cursor.at = next;
  return true;
}

/** “than 5”, after a comparative. */
function than(cursor: WordCursor, at: number, operator: string) {
  const value = cursor.plain[at + 1] ?? '';
  if (cursor.plain[at] !== 'than' || !NUMBER.test(value)) return undefined;
  return { operator, values: [value.replace(',', '.')], next: at + 2 };
}

/** A number of a larger unit, without floating point noise in the last digits. */
function inUnit(value: string, times: number): string {
  return String(Number((Number(value) * times).toPrecision(15)));
}
