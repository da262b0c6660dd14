// A position among the words of a question, and what the words from there on name.
import { isLifeDate } from '../../model/labels.ts';
import { foldForSearch } from '../../model/matching.ts';
import type { Column, Entity, Model } from '../../model/model.ts';
import { isDigitName, isMoment, isQuantity } from '../../values/types.ts';
import type { QueryDocument } from '../document.ts';
import { type Found, type FoundMany, findConnected, findFields, findMany } from '../find.ts';
import type { FieldPath } from '../paths.ts';
import { type ComparisonAt, comparisonAt, decimal } from './comparisons.ts';
import { emptyMeaning, type Meaning } from './meaning.ts';
import { listOf, type PeriodList } from './periodLists.ts';
import { yearOf } from './periods.ts';
import { areNamed, isDetour, onlyNearest } from './relatedNames.ts';
import { timeOf } from './times.ts';
import { fillers, groupWords, inDigits, NUMBER, nameParts, stem } from './vocabulary.ts';
import type { WholePaths } from './wholeValues.ts';

const MAX_NAME_WORDS = 4;
const MIN_COMMON_LENGTH = 4;
const MAX_ENDING_LENGTH = 3;
const MIN_ROOT_LENGTH = 5;
/** “supervised” and Supervisor, “graduating” and Graduation. */
const root = (word: string) => word.replace(/(?:ed|ing|or|er|ion)$/, '');

/** In views, only the name tells that a number is a key. */
export const isAmount = ({ column }: { readonly column: Column }) =>
  isQuantity(column) && !isDigitName(column);

/** Whether the words are whole words of the name, singular or plural. */
function isNamed(name: readonly string[], wanted: readonly string[]): boolean {
  const parts = new Set(name.flatMap(nameParts).map(stem));
  return wanted.every((word) => parts.has(word));
}

/** Whether one of the words is a whole word of the field itself: “report to” does not match Reports To › … › Total. */
function matchesField({ words, column }: Found, wanted: readonly string[]): boolean {
  const own = [...nameParts(words.at(-1) ?? ''), ...nameParts(column.name)].map(stem);
  // “Price of”: the “of” of another name, such as Sequel Of › … › Price, says nothing about the price.
  return (
    wanted.some((word) => own.includes(word)) && !wanted.some((word) => isBy(word) && !own.includes(word))
  );
}

/** Words that are parts of names, but name nothing alone. */
const isBy = (word: string) => fillers.has(word) || groupWords.has(word);

/** The last parts of the names of keys; those of the first kind mark nothing else. */
const keyMarks = ['id'];
const referenceMarks = ['no', 'nr', 'number', 'code', 'key', 'uuid', 'ref'];

/** Whether the words are the name of a column, ignoring parts that only mark a key or a boolean. */
function isCalled({ label, inReference }: Column, wanted: readonly string[]): boolean {
  const parts = nameParts(label);
  const from = parts.length > 1 && ['is', 'has'].includes(parts[0] ?? '') ? 1 : 0;
  const marks = inReference ? [...keyMarks, ...referenceMarks] : keyMarks;
  const to = parts.length > 1 && marks.includes(parts.at(-1) ?? '') ? -1 : undefined;
  return [undefined, to].some((end) => parts.slice(from, end).map(stem).join(' ') === wanted.join(' '));
}

/** Whether a word is a form of one in the name: “hired” of Hire Date. */
function isFormOf({ label }: Column, word: string): boolean {
  const wanted = word === 'born' && !nameParts(label).includes('born') ? 'birth' : word;
  return nameParts(label).some(
    (part) =>
      part !== 'date' &&
      ((part === wanted && !fillers.has(part)) ||
        (root(part) === root(wanted) && root(part) !== part && root(part).length >= MIN_ROOT_LENGTH) ||
        (wanted.length <= part.length + MAX_ENDING_LENGTH &&
          part.length >= MIN_COMMON_LENGTH &&
          wanted.startsWith(part.slice(0, Math.max(MIN_COMMON_LENGTH, part.length - 1))))),
  );
}

/** A field of the records that the question is about. */
export interface OwnField {
  readonly column: Column;
  readonly path: FieldPath;
}

/** How to interpret the words. */
export interface Sense {
  /** Which otherwise meaningless words may be values. */
  readonly isText: (word: string) => boolean;
  readonly wholePathsOf: WholePaths;
  /** Something is calculated for each of the records: “average salary per department”. */
  readonly isPer: boolean;
  /** The records are named in the singular: “largest invoice of each customer”. */
  readonly isOne: boolean;
  /** The index of the word at which the name of the records stood. */
  readonly stood?: number | undefined;
  /** The records are order lines, whose price times quantity is the revenue. */
  readonly isOfLines?: boolean;
  /** The key, if the question is about a single record. */
  readonly key?: string | undefined;
}

export class WordCursor {
  readonly meaning: Meaning;
  readonly doc: QueryDocument;
  readonly model: Model;
  readonly words: readonly string[];
  /** The words without accents and capitals, with numbers as digits. */
  readonly plain: readonly string[];
  readonly sense: Sense;
  at = 0;
  /**
   * Where the field of a measure was expected but not found: the default field is meant, unless the words there turn
   * out to mean something else.
   */
  missingFieldAt: number | undefined;

  constructor(doc: QueryDocument, model: Model, words: readonly string[], sense: Sense) {
    this.meaning = emptyMeaning(sense.wholePathsOf);
    this.doc = doc;
    this.model = model;
    this.words = words;
    this.plain = words.map((word) => inDigits(foldForSearch(word)));
    this.sense = sense;
  }

  get entity(): Entity | undefined {
    return this.model.entities.get(this.doc.entities[0]?.id ?? '');
  }

  /** The next position that is not a filler word. */
  skipFillers(from: number): number {
    let at = from;
    while (fillers.has(this.plain[at] ?? '')) at++;
    return at;
  }

  /** The meaning of the longest run of words from here on. */
  #longestMatch<T>(from: number, find: (stems: readonly string[], typed: string) => T | undefined) {
    for (let length = Math.min(MAX_NAME_WORDS, this.words.length - from); length > 0; length--) {
      const words = this.words.slice(from, from + length);
      const found = find(words.map(stem), words.join(' '));
      if (found !== undefined) return { found, next: from + length };
    }
    return undefined;
  }

  field(from: number, suits: (found: Found) => boolean = () => true) {
    if (groupWords.has(this.plain[from] ?? '')) return undefined;
    return this.#longestMatch(from, (stems) =>
      findFields(this.doc, this.model, stems.join(' ')).find(
        (one) =>
          isNamed(one.words, stems) && matchesField(one, stems) && suits(one) && !this.#isLineNumber(one),
      ),
    );
  }

  /** Nobody asks for the revenue of a single line, but the key of Order Item has the items in its name. */
  #isLineNumber({ column, path }: Found): boolean {
    return this.sense.isOfLines === true && column.inKey && !column.pointsTo && path.steps.length === 0;
  }

  relatedRecords(from: number): { readonly found: FoundMany; readonly next: number } | undefined {
    // “By” is part of Handled By, and names nothing.
    const canBeName = !fillers.has(this.plain[from] ?? '') && !groupWords.has(this.plain[from] ?? '');
    if (!canBeName) return undefined;
    // The singular of people is person, by which People are not found.
    const direct = this.#longestMatch(from, (stems, typed) => {
      const named = [stems.join(' '), typed]
        .flatMap((text) => findMany(this.doc, this.model, text))
        .filter((one) => isNamed(one.words, stems) && areNamed(this.model, one, stems));
      return onlyNearest(named.filter(({ path }) => !isDetour(this.model, path)));
    });
    return (
      direct ??
      this.#longestMatch(from, (stems) =>
        findConnected(
          this.doc,
          this.model,
          (label) => nameParts(label).map(stem).join(' ') === stems.join(' '),
        ),
      )
    );
  }

  /** The field of the records themselves with this whole name, or the only reference to records of this name. */
  ownField(from: number, suits: (column: Column) => boolean = () => true) {
    return this.#longestMatch(from, (stems) => this.#called(stems, suits) ?? this.#referenceTo(stems, suits));
  }

  /** The field of the records themselves with this whole name. */
  fieldCalled(from: number) {
    return this.#longestMatch(from, (stems) => this.#called(stems));
  }

  #called(stems: readonly string[], suits: (column: Column) => boolean = () => true): OwnField | undefined {
    return this.#firstField((column) => suits(column) && isCalled(column, stems));
  }

  #referenceTo(stems: readonly string[], suits: (column: Column) => boolean): OwnField | undefined {
    const only = this.#onlyField((column) => this.#refersTo(column, stems));
    return only && suits(only.column) ? only : undefined;
  }

  /** Whether the referenced entity has this name: the station of Stop Code. */
  #refersTo({ pointsTo }: Column, stems: readonly string[]): boolean {
    const target = this.model.entities.get(pointsTo?.entity ?? '');
    return target !== undefined && nameParts(target.label).map(stem).join(' ') === stems.join(' ');
  }

  /** The field of the records themselves that a form of its name denotes: “hired” is the Hire Date. */
  fieldByWordForm(word: string, suits: (column: Column) => boolean): OwnField | undefined {
    return this.#firstField((column) => suits(column) && isFormOf(column, word));
  }

  /** The only field of the records whose name begins with one of the words and continues: “from” of From Station. */
  fieldByFirstWord(words: readonly string[], suits: (column: Column) => boolean): OwnField | undefined {
    const begins = (column: Column) => {
      const [first = '', second] = nameParts(column.label);
      return words.includes(first) && second !== undefined && suits(column);
    };
    return this.#onlyField(begins);
  }

  /** The only field of the records that a form of its name denotes: “driven” of Driver. */
  onlyFieldByWordForm(word: string, suits: (column: Column) => boolean): OwnField | undefined {
    return this.#onlyField((column) => suits(column) && isFormOf(column, word));
  }

  #onlyField(suits: (column: Column) => boolean): OwnField | undefined {
    return this.entity?.columns.filter(suits).length === 1 ? this.#firstField(suits) : undefined;
  }

  dateByWordForm(word: string): OwnField | undefined {
    return this.fieldByWordForm(word, ({ type }) => isMoment(type));
  }

  /** Whether a word names a moment of other records. */
  isDateOfOthers(word: string): boolean {
    const isNamedSo = (column: Column) => isMoment(column.type) && isFormOf(column, word);
    return [...this.model.entities.values()].some(
      (other) => other !== this.entity && other.columns.some(isNamedSo),
    );
  }

  /** The birth date of the people that the question is about. */
  birthDate(): OwnField | undefined {
    return this.#firstField((column) => isMoment(column.type) && isLifeDate(column));
  }

  #firstField(suits: (column: Column) => boolean): OwnField | undefined {
    const [root] = this.doc.entities;
    const column = this.entity?.columns.find(suits);
    return root && column && { column, path: { root: root.alias, steps: [], attribute: column.name } };
  }

  /** "more than 100": the operator and the number. */
  comparison(from: number): ComparisonAt | undefined {
    return comparisonAt(this.plain, from);
  }

  /** “total 0”, “with 5 tracks”. Four digits are a year. */
  equal(from: number): ComparisonAt | undefined {
    const value = this.plain[from] ?? '';
    if (!NUMBER.test(value) || yearOf(value) !== undefined) return undefined;
    return { operator: 'EQ', values: [decimal(value)], next: from + 1 };
  }

  /** The time that the words from here on state. */
  time(from: number) {
    const found = timeOf(this.plain.slice(from));
    return found && { ...found.time, next: from + found.length };
  }

  /** The list of periods that the words from here on state. */
  periodList(from: number): PeriodList | undefined {
    return listOf(this.plain.slice(from));
  }

  /** Whether the word before was not understood. */
  get isAfterUnknown(): boolean {
    const before = this.words[this.at - 1];
    return before !== undefined && this.meaning.unknown.at(-1) === before;
  }

  /** The words from the current position up to another, as written. */
  wordsUpTo(to: number): string {
    return this.words.slice(this.at, to).join(' ');
  }
}
