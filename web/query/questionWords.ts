// What the words of a question stand for, one after the other: periods, a top, measures, groups, related records, values.
import type { SummaryName } from '../../src/contract/summaries.ts';
import { foldForSearch } from '../model/matching.ts';
import type { Model } from '../model/model.ts';
import type { TimePart } from '../values/timeParts.ts';
import { isMoment, isQuantity } from '../values/types.ts';
import type { QueryDocument } from './document.ts';
import { type Found, type FoundMany, findFields, findMany } from './find.ts';
import type { FieldPath } from './paths.ts';
import { type NamedTime, timeOf, yearOf } from './questionPeriods.ts';
import {
  bottomWords,
  comparisons,
  fillers,
  groupWords,
  inDigits,
  momentWords,
  mostWords,
  NUMBER,
  namedParts,
  own,
  partWords,
  recencyWords,
  refusals,
  shareWords,
  stem,
  summaryWords,
  topWords,
  turns,
  units,
} from './questionVocabulary.ts';
import type { Unit } from './relative.ts';

export interface Compared {
  readonly operator: string;
  /** One, or the two that it lies between. */
  readonly values: readonly string[];
}

export interface WantedMeasure {
  readonly summary: SummaryName;
  /** Absent: the usual field, or the date where one is asked for. */
  readonly of?: Found | FoundMany;
  readonly isMoment?: boolean;
}

/** What was found in the words. What nobody understood is kept, to be said. */
export interface Meant {
  top?: { readonly n: number; readonly asc: boolean; readonly isByDate?: boolean };
  /** The date that a word names: “hired”. */
  date?: FieldPath;
  readonly times: (NamedTime & { readonly words: string })[];
  readonly measures: WantedMeasure[];
  readonly groups: (Found | Unit | { readonly part: TimePart })[];
  /** The word that asks how much of all each group is. */
  share?: string;
  /** The fields that are to have no value. */
  readonly missing: Found[];
  /** What is to be so, or not to be so: “with newsletter”. */
  readonly flags: { readonly field: Found; readonly isSo: boolean }[];
  /** The day of the week or the month that something is to have happened in, in whichever year. */
  readonly parts: { readonly part: TimePart; readonly value: number; readonly words: string }[];
  /** When nothing is to have happened. */
  readonly refused: (NamedTime & { readonly words: string })[];
  readonly related: { readonly many: FoundMany; readonly presence: 'EXISTS' | 'NOT_EXISTS' | Compared }[];
  /** Without a field: the usual one is meant. */
  readonly compared: (Compared & { readonly field?: Found; readonly words: string })[];
  readonly texts: string[];
  /** The places of texts of which each may stand instead of the one before. */
  readonly alternatives: number[];
  readonly unknown: string[];
}

/** Whether the words are whole words of the name, in whatever number. */
function isNamed(name: readonly string[], wanted: readonly string[]): boolean {
  const parts = new Set(name.flatMap((one) => one.split(/[^\p{L}\p{N}]+/u)).map(stem));
  return wanted.every((word) => parts.has(word));
}

const TOP_OF = 10;
const LONGEST_NAME = 4;

const decimal = (number: string) => number.replace(',', '.');
const isAmount = ({ column }: Found) => isQuantity(column);

const LEAST_ALIKE = 4;
const LONGEST_ENDING = 3;

/** The date of the records themselves that is called so, in whatever form: “hired” is the Hire Date, “born” the Birth Date. */
function dateCalled(doc: QueryDocument, model: Model, word: string): FieldPath | undefined {
  const [root] = doc.entities;
  const wanted = word === 'born' ? 'birth' : word;
  const isAlike = (part: string) => {
    const common = Math.max(LEAST_ALIKE, part.length - 1);
    return (
      part !== 'date' &&
      wanted.length <= part.length + LONGEST_ENDING &&
      part.length >= LEAST_ALIKE &&
      wanted.startsWith(part.slice(0, common))
    );
  };
  const column = model.entities
    .get(root?.id ?? '')
    ?.columns.find(({ type, label }) => isMoment(type) && foldForSearch(label).split(' ').some(isAlike));
  return root && column && { root: root.alias, steps: [], attribute: column.name };
}

/** Reads the words from left to right; `isText` says which of those left over may be values. */
export function readWords(
  doc: QueryDocument,
  model: Model,
  words: readonly string[],
  isText: (word: string) => boolean,
): Meant {
  const reader = new WordReader(doc, model, words, isText);
  reader.readAll();
  return reader.meant;
}

/** Goes along the words. What begins at the place that it has come to is taken, or left to the next kind of thing. */
class WordReader {
  readonly meant: Meant = {
    times: [],
    measures: [],
    groups: [],
    missing: [],
    flags: [],
    parts: [],
    refused: [],
    related: [],
    compared: [],
    texts: [],
    alternatives: [],
    unknown: [],
  };
  readonly #doc: QueryDocument;
  readonly #model: Model;
  readonly #words: readonly string[];
  readonly #plain: readonly string[];
  readonly #isText: (word: string) => boolean;
  #at = 0;

  constructor(doc: QueryDocument, model: Model, words: readonly string[], isText: (word: string) => boolean) {
    this.#doc = doc;
    this.#model = model;
    this.#words = words;
    this.#plain = words.map((word) => inDigits(foldForSearch(word)));
    this.#isText = isText;
  }

  readAll(): void {
    while (this.#at < this.#words.length) {
      const isTaken =
        this.#recent() ||
        this.#top() ||
        this.#time() ||
        this.#namedPart() ||
        this.#related() ||
        this.#groups() ||
        this.#measure() ||
        this.#quantity() ||
        this.#amount() ||
        this.#dateWord();
      if (!isTaken) this.#rest();
    }
  }

  /** What the longest run of words from here on names. */
  #named<T>(from: number, find: (stems: readonly string[]) => T | undefined) {
    for (let length = Math.min(LONGEST_NAME, this.#words.length - from); length > 0; length--) {
      const stems = this.#words.slice(from, from + length).map(stem);
      const found = find(stems);
      if (found !== undefined) return { found, next: from + length };
    }
    return undefined;
  }

  #field(from: number, suits: (found: Found) => boolean = () => true) {
    return this.#named(from, (stems) =>
      findFields(this.#doc, this.#model, stems.join(' ')).find(
        (one) => isNamed(one.words, stems) && suits(one),
      ),
    );
  }

  #many(from: number) {
    return this.#named(from, (stems) =>
      findMany(this.#doc, this.#model, stems.join(' ')).find((one) => isNamed(one.words, stems)),
    );
  }

  #time(): boolean {
    const found = timeOf(this.#plain.slice(this.#at));
    if (!found) return false;
    const words = this.#words.slice(this.#at, this.#at + found.length).join(' ');
    this.meant.times.push({ ...found.time, words });
    this.#at += found.length;
    return true;
  }

  #top(): boolean {
    const isTop = (word: string | undefined) =>
      word !== undefined && (topWords.has(word) || bottomWords.has(word));
    const [word = '', second = ''] = this.#plain.slice(this.#at);
    const count = (text: string) => (/^\d{1,4}$/.test(text) && Number(text) > 0 ? Number(text) : undefined);
    if (isTop(word)) {
      const n = yearOf(second) === undefined ? count(second) : undefined;
      this.meant.top = { n: n ?? TOP_OF, asc: bottomWords.has(word) };
      this.#at += n === undefined ? 1 : 2;
      return true;
    }
    const before = count(word);
    if (before === undefined || !isTop(second)) return false;
    this.meant.top = { n: before, asc: bottomWords.has(second) };
    this.#at += 2;
    return true;
  }

  /** "5 most recent", "last 5", "newest": the first so many by their date. "Last 5 months" are a period. */
  #recent(): boolean {
    const count = (text: string | undefined) =>
      text !== undefined && /^\d{1,4}$/.test(text) && yearOf(text) === undefined ? Number(text) : undefined;
    let at = this.#at;
    const before = count(this.#plain[at]);
    if (before !== undefined) at++;
    if (this.#plain[at] === 'most') at++;
    const asked = own(recencyWords, this.#plain[at] ?? '');
    if (!asked) return false;
    at++;
    const after = before === undefined ? count(this.#plain[at]) : undefined;
    if (after !== undefined) at++;
    const n = before ?? after;
    if (n === 0 || (n === undefined && asked.needsNumber)) return false;
    if (own(units, stem(this.#plain[at] ?? ''))) return false;
    this.meant.top = { n: n ?? TOP_OF, asc: asked.asc, isByDate: true };
    this.#at = at;
    return true;
  }

  /** "hired": the date of the records that is called by that word. */
  #dateWord(): boolean {
    const isAboutTime =
      this.meant.top?.isByDate === true || this.#plain.some((_, i) => timeOf(this.#plain.slice(i)));
    const date = isAboutTime ? dateCalled(this.#doc, this.#model, this.#plain[this.#at] ?? '') : undefined;
    if (!date) return false;
    this.meant.date = date;
    this.#at++;
    return true;
  }

  /** "more than 100": the operator and the number. */
  #comparison(from: number): (Compared & { readonly next: number }) | undefined {
    const [word, low = '', and, high = ''] = this.#plain.slice(from);
    if (word === 'between' && and === 'and' && NUMBER.test(low) && NUMBER.test(high))
      return { operator: 'BETWEEN_INC', values: [decimal(low), decimal(high)], next: from + 4 };
    for (const [saying, operator] of comparisons) {
      const value = this.#plain[from + saying.length];
      if (
        saying.every((part, i) => this.#plain[from + i] === part) &&
        value !== undefined &&
        NUMBER.test(value)
      )
        return { operator, values: [decimal(value)], next: from + saying.length + 1 };
    }
    return undefined;
  }

  #related(): boolean {
    let from = this.#at;
    const has = ['with', 'have', 'has', 'having'].includes(this.#plain[from] ?? '');
    if (has) from++;
    const compared = this.#comparison(from);
    if (compared) {
      const counted = this.#many(compared.next);
      if (!counted) return false;
      const { operator, values } = compared;
      this.meant.related.push({ many: counted.found, presence: { operator, values } });
      this.#at = counted.next;
      return true;
    }
    if (has && this.#most(from)) return true;
    const isRefused = refusals.has(this.#plain[from] ?? '');
    if (!has && !isRefused) return false;
    while (refusals.has(this.#plain[from] ?? '') || this.#plain[from] === 'any') from++;
    const found = this.#many(from);
    while (!found && fillers.has(this.#plain[from] ?? '')) from++;
    if (found) {
      this.meant.related.push({ many: found.found, presence: isRefused ? 'NOT_EXISTS' : 'EXISTS' });
      this.#at = found.next;
    } else if (this.#flag(from, !isRefused)) {
      return true;
    } else if (isRefused && !this.#missing(from)) {
      // The word behind it must not be looked for: the opposite was asked.
      this.meant.unknown.push(...this.#words.slice(this.#at, from + 1));
      this.#at = from + 1;
      this.#leaveTime();
    }
    return found !== undefined || isRefused;
  }

  /** "with the most albums": the first so many by their number. */
  #most(from: number): boolean {
    const at = this.#plain[from] === 'the' ? from + 1 : from;
    const asked = own(mostWords, this.#plain[at] ?? '');
    const counted = asked && this.#many(at + 1);
    if (!asked || !counted) return false;
    this.meant.top ??= { n: TOP_OF, asc: asked.asc };
    this.meant.measures.push({ summary: 'count', of: counted.found });
    this.#at = counted.next;
    return true;
  }

  /** "with newsletter": a field that says yes or no. */
  #flag(from: number, isSo: boolean): boolean {
    const field = this.#field(from, ({ many: isMany, column: { type } }) => !isMany && type === 'boolean');
    if (!field) return false;
    this.meant.flags.push({ field: field.found, isSo });
    this.#at = field.next;
    return true;
  }

  /** "on mondays", "in march": of whichever year. */
  #namedPart(): boolean {
    const word = stem(this.#plain[this.#at] ?? '');
    const found = own(namedParts, word);
    if (!found) return false;
    this.meant.parts.push({ ...found, words: this.#words[this.#at] ?? '' });
    this.#at++;
    return true;
  }

  /** "without a company": a field that has no value. "Not in 2024": when nothing happened. */
  #missing(from: number): boolean {
    const time = timeOf(this.#plain.slice(from));
    if (time) {
      const words = this.#words.slice(this.#at, from + time.length).join(' ');
      this.meant.refused.push({ ...time.time, words });
      this.#at = from + time.length;
      return true;
    }
    const isWithout = this.#plain.slice(this.#at, from).some((word) => word === 'without' || word === 'no');
    const field = isWithout ? this.#field(from, ({ many: isMany }) => !isMany) : undefined;
    if (!field) return false;
    this.meant.missing.push(field.found);
    this.#at = field.next;
    return true;
  }

  /** When it did not happen is said of what was not understood, and of nothing else. */
  #leaveTime(): void {
    let at = this.#at;
    while (fillers.has(this.#plain[at] ?? '')) at++;
    const time = timeOf(this.#plain.slice(at));
    if (!time) return;
    this.meant.unknown.push(this.#words.slice(at, at + time.length).join(' '));
    this.#at = at + time.length;
  }

  #measure(): boolean {
    const dated = own(momentWords, this.#plain[this.#at] ?? '');
    const summary = dated ?? own(summaryWords, this.#plain[this.#at] ?? '');
    if (!summary) return false;
    let from = this.#at + 1;
    while (this.#plain[from] === 'of' || this.#plain[from] === 'the') from++;
    const suits = dated ? ({ column }: Found) => isMoment(column.type) : isAmount;
    const found = summary === 'count' ? this.#many(from) : this.#field(from, suits);
    this.meant.measures.push({
      summary,
      ...(found ? { of: found.found } : {}),
      ...(dated ? { isMoment: true } : {}),
    });
    this.#at = found?.next ?? from;
    return true;
  }

  /** "by total" is the measure of a top; "per country and year" are groups. */
  #groups(): boolean {
    const word = this.#plain[this.#at];
    if (word === undefined || !groupWords.has(word)) return false;
    this.#at++;
    if (this.#plain[this.#at] === 'each') this.#at++;
    for (;;) {
      const isMeasure = this.meant.top !== undefined && word === 'by';
      const isSaid = word === 'by' && own(summaryWords, this.#plain[this.#at] ?? '') !== undefined;
      if ((isMeasure || isSaid) && this.#measure()) return true;
      if (!isMeasure && this.#part()) {
        if (this.#plain[this.#at] !== 'and') return true;
        this.#at++;
        continue;
      }
      const unit = isMeasure ? undefined : own(units, stem(this.#plain[this.#at] ?? ''));
      const found = unit
        ? undefined
        : this.#field(this.#at, isMeasure ? isAmount : ({ many: isMany }) => !isMany);
      if (!unit && !found) {
        const counted = isMeasure ? this.#many(this.#at) : undefined;
        if (counted) this.meant.measures.push({ summary: 'count', of: counted.found });
        else if (timeOf(this.#plain.slice(this.#at))) return true;
        else if (this.#at < this.#words.length) this.meant.unknown.push(this.#words[this.#at] ?? '');
        this.#at = counted?.next ?? this.#at + 1;
        return true;
      }
      if (found && isMeasure) this.meant.measures.push({ summary: 'sum', of: found.found });
      else this.meant.groups.push(...(unit ? [unit] : []), ...(found ? [found.found] : []));
      this.#at = found?.next ?? this.#at + 1;
      if (this.#plain[this.#at] !== 'and') return true;
      this.#at++;
    }
  }

  /** "per weekday", "per hour of the day". */
  #part(): boolean {
    for (const [saying, part] of partWords) {
      if (!saying.every((word, i) => word === stem(this.#plain[this.#at + i] ?? ''))) continue;
      this.meant.groups.push({ part });
      this.#at += saying.length;
      return true;
    }
    return false;
  }

  #quantity(): boolean {
    // “To” is part of many a name, and means none of them.
    if (fillers.has(this.#plain[this.#at] ?? '')) return false;
    const found = this.#field(this.#at, isAmount);
    if (!found) return false;
    const compared = this.#comparison(found.next);
    if (compared && !found.found.many) {
      const words = this.#words.slice(this.#at, compared.next).join(' ');
      const { operator, values } = compared;
      this.meant.compared.push({ field: found.found, operator, values, words });
      this.#at = compared.next;
    } else {
      this.meant.measures.push({ summary: 'sum', of: found.found });
      this.#at = found.next;
    }
    return true;
  }

  /** "invoices over 20": of what, goes without saying, unless it is said behind it. */
  #amount(): boolean {
    const compared = this.#comparison(this.#at);
    if (!compared) return false;
    const { operator, values } = compared;
    const named = this.#field(compared.next, (one) => isAmount(one) && !one.many);
    const next = named?.next ?? compared.next;
    const words = this.#words.slice(this.#at, next).join(' ');
    this.meant.compared.push({ operator, values, words, ...(named ? { field: named.found } : {}) });
    this.#at = next;
    return true;
  }

  #rest(): void {
    const word = this.#words[this.#at] ?? '';
    const before = this.#words[this.#at - 1] ?? '';
    // A number says something of the word before it: "longest 5".
    const isTurned =
      NUMBER.test(word) && (turns.has(foldForSearch(before)) || this.meant.unknown.at(-1) === before);
    const isAlternative =
      foldForSearch(before) === 'or' && this.meant.texts.at(-1) === this.#words[this.#at - 2];
    this.#at++;
    if (shareWords.has(foldForSearch(word))) {
      this.meant.share = word;
      return;
    }
    if (fillers.has(foldForSearch(word))) return;
    const isBetween = word.toLowerCase() === 'or' && this.meant.texts.at(-1) === before;
    if (isBetween && this.#isText(this.#words[this.#at] ?? '')) return;
    if (this.#isText(word) && !isTurned && !turns.has(foldForSearch(word))) {
      if (isAlternative) this.meant.alternatives.push(this.meant.texts.length);
      this.meant.texts.push(word);
    } else this.meant.unknown.push(word);
  }
}
