// How long, how expensive, how heavy: words for a quantity that a field of the records has.
import type { Column, Entity } from '../../model/model.ts';
import { isQuantity } from '../../values/types.ts';
import type { FieldPath } from '../paths.ts';
import type { WordCursor } from './cursor.ts';
import { DEFAULT_TOP } from './related.ts';
import {
  bottomWords,
  groupWords,
  lookup,
  mostWords,
  NUMBER,
  nameParts,
  stem,
  topWords,
  units,
} from './vocabulary.ts';

interface Quality {
  /** The names of fields with such a quantity. */
  readonly names: readonly string[];
  /** Names of fields whose unit is rarely the unit in which somebody types a number. */
  readonly unitNames?: readonly string[];
}

const length: Quality = {
  names: ['length', 'duration', 'runtime', 'minute'],
  unitNames: ['second', 'millisecond'],
};
const price: Quality = { names: ['price', 'cost', 'fee', 'fare'] };
const weight: Quality = { names: ['weight'] };
const height: Quality = { names: ['height'] };

interface QualityWord {
  readonly quality: Quality;
  readonly asc: boolean;
}
const comparatives: Readonly<Record<string, QualityWord>> = {
  longer: { quality: length, asc: false },
  shorter: { quality: length, asc: true },
  cheaper: { quality: price, asc: true },
  heavier: { quality: weight, asc: false },
  lighter: { quality: weight, asc: true },
  taller: { quality: height, asc: false },
};
const superlatives: Readonly<Record<string, QualityWord>> = {
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

function qualityWordAt(
  cursor: WordCursor,
  at: number,
): (QualityWord & { isMost: boolean; next: number }) | undefined {
  const [word = '', second] = cursor.plain.slice(at);
  const most = lookup(superlatives, word);
  const more = lookup(comparatives, word);
  const degree = second === 'expensive' ? lookup(degrees, word) : undefined;
  if (degree) return { quality: price, ...degree, next: at + 2 };
  if (most) return { ...most, isMost: true, next: at + 1 };
  return more && { ...more, isMost: false, next: at + 1 };
}

/** Units at the end of names, as in Weight Kg, in which somebody types a number. */
const typedUnits = new Set('kg lb km mi mile m cm eur euro usd dollar gbp pound chf'.split(' '));
/** Those in which they rarely do: 20 is not the price in cents. */
const smallUnits = new Set('cent penny g gram mg oz mm'.split(' '));

/** The quantities of the records themselves with these names, and perhaps a unit after it. */
function quantities(
  { doc, entity }: WordCursor,
  names: readonly string[],
  isTyped = false,
): readonly FieldPath[] {
  const [root] = doc.entities;
  if (!root || !entity) return [];
  const isUnit = (word: string) => typedUnits.has(word) || (!isTyped && smallUnits.has(word));
  return entity.columns
    .filter((column) => {
      const [last = '', before = ''] = nameParts(column.label).map(stem).toReversed();
      const isNamed = names.includes(isUnit(last) ? before : last);
      return isQuantity(column) && isNamed && isOwnLength(column, entity);
    })
    .map(({ name }) => ({ root: root.alias, steps: [], attribute: name }));
}

/** The minutes of a delay are not the length of a journey, but those of a film are its length. */
function isOwnLength({ label }: Column, entity: Entity): boolean {
  const parts = nameParts(label).map(stem);
  if (lookup(timeUnits, parts.at(-1) ?? '') === undefined) return true;
  const own = nameParts(entity.label).map(stem);
  return parts.slice(0, -1).every((part) => lengthWords.has(part) || own.includes(part));
}

/** “average length”: the only quantity of the records that the word can mean, whatever its name. */
export function quantityNamed(cursor: WordCursor, at: number): FieldPath | undefined {
  const word = stem(cursor.plain[at] ?? '');
  const quality = [length, price, weight, height].find(({ names }) => names.includes(word));
  const [path, another] = quality ? quantities(cursor, [...quality.names, ...(quality.unitNames ?? [])]) : [];
  return another ? undefined : path;
}

/** Whether the words from a position on ask for the record with the most of something. */
export function isSuperlativeAt(cursor: WordCursor, at: number): boolean {
  const word = cursor.plain[at] ?? '';
  const isTop = topWords.has(word) || bottomWords.has(word) || lookup(mostWords, word) !== undefined;
  return isTop || qualityWordAt(cursor, at)?.isMost === true;
}

const countAt = (cursor: WordCursor, at: number) => {
  const text = cursor.plain[at] ?? '';
  return /^\d{1,4}$/.test(text) && Number(text) > 0 ? Number(text) : undefined;
};

/** “longest tracks”, “5 most expensive”, and the first of each group: “most expensive product per category”. */
export function readSuperlative(cursor: WordCursor): boolean {
  const before = countAt(cursor, cursor.at);
  const found = qualityWordAt(cursor, before === undefined ? cursor.at : cursor.at + 1);
  if (!found?.isMost || cursor.meaning.top) return false;
  const { names, unitNames = [] } = found.quality;
  const paths = quantities(cursor, [...names, ...unitNames]);
  if (paths.length === 0) return false;
  const after = before === undefined ? countAt(cursor, found.next) : undefined;
  const isPerGroup = cursor.plain.some((word) => groupWords.has(word));
  cursor.meaning.top = { n: before ?? after ?? (isPerGroup ? 1 : DEFAULT_TOP), asc: found.asc };
  // If several fields match, each is a reading of its own.
  cursor.meaning.measures.push(...paths.map((path) => ({ summary: 'sum', path }) as const));
  cursor.at = after === undefined ? found.next : found.next + 1;
  return true;
}

/** “longer than 120”, if exactly one quantity matches. */
export function readComparative(cursor: WordCursor): boolean {
  const found = qualityWordAt(cursor, cursor.at);
  if (!found || found.isMost) return false;
  const [path, another] = quantities(cursor, found.quality.names, true);
  const compared = numberAfterThan(cursor, found.next, found.asc ? 'LT' : 'GT');
  if (!compared) return false;
  const { operator, values, next } = compared;
  const measured = quantityAt(cursor, next);
  if (measured) {
    const words = cursor.wordsUpTo(measured.next);
    cursor.meaning.comparisons.push({ path: measured.path, operator, values, words });
    cursor.at = measured.next;
    return true;
  }
  // The delay in minutes is not longer than 100 km.
  if (!path || another || isOtherUnit(cursor, path, next)) return false;
  cursor.meaning.comparisons.push({ path, operator, values, words: cursor.wordsUpTo(next) });
  cursor.at = next;
  return true;
}

/** The quantity that the word after a number names, “longer than 500 pages”, or whose unit it is, “100 km”. */
function quantityAt(cursor: WordCursor, at: number) {
  const named = cursor.ownField(at, (column) => isQuantity(column));
  if (named) return { path: named.found.path, next: named.next };
  const [path, another] = quantitiesIn(cursor, stem(cursor.plain[at] ?? ''));
  return path && !another ? { path, next: at + 1 } : undefined;
}

/** The quantities of the records whose names end in a unit. */
function quantitiesIn({ doc, entity }: WordCursor, unit: string): readonly FieldPath[] {
  const [root] = doc.entities;
  const columns = typedUnits.has(unit) ? (entity?.columns ?? []) : [];
  const isIn = (column: Column) => isQuantity(column) && unitOf(column) === unit;
  return columns.filter(isIn).map(({ name }) => ({ root: root?.alias ?? '', steps: [], attribute: name }));
}

const unitOf = ({ label }: Column) => nameParts(label).map(stem).at(-1);

function isOtherUnit(cursor: WordCursor, { attribute }: FieldPath, at: number): boolean {
  const column = cursor.entity?.column.get(attribute);
  const own = (column && unitOf(column)) ?? '';
  const typed = stem(cursor.plain[at] ?? '');
  const isUnit = (word: string) =>
    typedUnits.has(word) || smallUnits.has(word) || lookup(timeUnits, word) !== undefined;
  return isUnit(own) && isUnit(typed) && own !== typed;
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

const lengthWords = new Set('length duration runtime running playing time total'.split(' '));

/** The only quantity of the records that is named after a unit of time, and that unit. */
function quantityInTimeUnit(
  cursor: WordCursor,
): { readonly path: FieldPath; readonly unit: number } | undefined {
  const [path, another] = quantities(cursor, Object.keys(timeUnits));
  const label = path && cursor.entity?.column.get(path.attribute)?.label;
  const parts = nameParts(label ?? '').map(stem);
  const unit = lookup(timeUnits, parts.at(-1) ?? '');
  return path && unit !== undefined && !another ? { path, unit } : undefined;
}

export function isTimeUnit(word = ''): boolean {
  const unit = stem(word);
  return lookup(timeUnits, unit) !== undefined || lookup(units, unit) !== undefined;
}

/** “longer than 5 minutes”: if the number was not understood, its unit is not a field either. */
export function isUnitOfUnknown({ plain, at, isAfterUnknown }: WordCursor): boolean {
  const isUnit = isTimeUnit(plain[at]);
  const isAfterNumber = NUMBER.test(plain[at - 1] ?? '') || plain[at - 1] === 'next';
  return isUnit && isAfterNumber && isAfterUnknown;
}

/** “longer than 5 minutes”, “under 90 seconds”, if the records have exactly one quantity in a suitable unit of time. */
export function readDuration(cursor: WordCursor): boolean {
  const qualityWord = qualityWordAt(cursor, cursor.at);
  const isLength = qualityWord?.quality === length && !qualityWord.isMost;
  const compared = isLength
    ? numberAfterThan(cursor, qualityWord.next, qualityWord.asc ? 'LT' : 'GT')
    : cursor.comparison(cursor.at);
  const unit = compared && lookup(timeUnits, stem(cursor.plain[compared.next] ?? ''));
  const found = unit === undefined ? undefined : quantityInTimeUnit(cursor);
  if (!compared || unit === undefined || !found || unit % found.unit !== 0) return false;
  const times = unit / found.unit;
  const { operator, path, next } = { ...compared, path: found.path, next: compared.next + 1 };
  const values = compared.values.map((value) => inUnit(value, times));
  cursor.meaning.comparisons.push({ path, operator, values, words: cursor.wordsUpTo(next) });
  cursor.at = next;
  return true;
}

/** “than 5”, after a comparative. */
function numberAfterThan(cursor: WordCursor, at: number, operator: string) {
  const value = cursor.plain[at + 1] ?? '';
  if (cursor.plain[at] !== 'than' || !NUMBER.test(value)) return undefined;
  return { operator, values: [value.replace(',', '.')], next: at + 2 };
}

/** A number of a larger unit, without floating point noise in the last digits. */
function inUnit(value: string, times: number): string {
  return String(Number((Number(value) * times).toPrecision(15)));
}
