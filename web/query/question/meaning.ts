// The possible meanings of a question's words.
import type { SummaryName } from '../../../src/contract/summaries.ts';
import type { TimePart } from '../../values/timeParts.ts';
import type { Unit } from '../filters/relative.ts';
import type { Found, FoundMany } from '../find.ts';
import type { FieldPath } from '../paths.ts';
import type { NamedTime } from './times.ts';
import type { WholePaths } from './wholeValues.ts';

export interface Comparison {
  readonly operator: string;
  /** One value, or two for between. */
  readonly values: readonly string[];
}

export interface RequestedMeasure {
  readonly summary: SummaryName;
  /** Absent for the default field, or the date if one is requested. */
  readonly of?: Found | FoundMany;
  /** The field, if another word than its name denotes it. */
  readonly path?: FieldPath;
  readonly isMoment?: boolean;
}

/** A time, with its words. */
export type WordedTime = NamedTime & {
  readonly words: string;
  /** The index of the condition on related records that precedes it. */
  readonly of?: number;
  /** The date that a word before it denotes: “issued in 2024 and paid in 2025”. */
  readonly date?: FieldPath;
};

/** The meanings found in the words. Words that were not understood are kept, to be reported. */
export interface Meaning {
  top?: { readonly n: number; readonly asc: boolean; readonly isByDate?: boolean; readonly words?: string };
  /** The ranking criterion was not understood; no other may replace it. */
  hasUnknownRanking?: boolean;
  /** An activity was not understood, so its time does not apply to anything else. */
  hasUnknownActivity?: boolean;
  /** The group that the top N ranks, if not the records; it is taken for each of the other groups. */
  topGroup?: Meaning['groups'][number] | undefined;
  /** The rows are sorted by the requested measure, the greatest first: “countries by revenue”. */
  isRanked?: boolean;
  /** The date that a word denotes: “hired”. */
  date?: FieldPath;
  readonly times: WordedTime[];
  readonly measures: RequestedMeasure[];
  readonly groups: (Found | Unit | { readonly part: TimePart })[];
  /** The question is about groups, not records: “countries with more than 5 customers”. */
  isOfGroups?: boolean;
  /** Comparisons of the groups' number of records, or of the requested measure. */
  readonly groupConditions: (Comparison & { readonly isCount: boolean })[];
  /** The word that asks for each group's share of the total. */
  share?: string;
  /** Fields that must, or must not, have a value. */
  readonly presences: { readonly path: FieldPath; readonly isPresent: boolean }[];
  /** Booleans that must be true or false: “with newsletter”. */
  readonly flags: { readonly path: FieldPath; readonly isTrue: boolean }[];
  /** The days of the week or months in which something happened, in any year. */
  readonly parts: {
    readonly part: TimePart;
    readonly values: readonly number[];
    readonly words: string;
  }[];
  /** Times at which nothing must have happened. */
  readonly excludedTimes: WordedTime[];
  readonly related: {
    readonly many: FoundMany;
    readonly presence: 'EXISTS' | 'NOT_EXISTS' | Comparison;
    /** The field to summarize and compare; absent: the number of related records. */
    readonly of?: FieldPath;
    /** The summary of the field; default: the sum. */
    readonly summary?: SummaryName;
    /** Its own time, on its own date: “not seen since 2023”. Other times apply to all related records. */
    readonly time?: { readonly path: FieldPath; readonly time: NamedTime };
  }[];
  /** Without a path, the default quantity is meant. Comparisons of related records all apply to the same one. */
  readonly comparisons: (Comparison & {
    readonly path?: FieldPath;
    readonly words: string;
    readonly of?: number;
  })[];
  /** Texts to find in any of some fields, such as the parts of a name. */
  readonly textSearches: { readonly paths: readonly FieldPath[]; readonly words: readonly string[] }[];
  /** Fields that must contain one of several names or values. */
  readonly alternativeSearches: {
    readonly paths: readonly FieldPath[];
    readonly alternatives: readonly (readonly string[])[];
  }[];
  readonly texts: string[];
  /** The indexes of texts that are alternatives to the previous one. */
  readonly alternatives: number[];
  /** The indexes of texts that directly follow the previous one. */
  readonly followers: number[];
  /** The indexes of texts that continue the name before them. */
  readonly names: number[];
  /** Words and whole names that must not occur. */
  readonly excludedTexts: string[];
  readonly unknown: string[];
  readonly wholePathsOf: WholePaths;
}

export function emptyMeaning(wholePathsOf: WholePaths): Meaning {
  return {
    wholePathsOf,
    times: [],
    measures: [],
    groups: [],
    groupConditions: [],
    presences: [],
    flags: [],
    parts: [],
    excludedTimes: [],
    related: [],
    comparisons: [],
    textSearches: [],
    alternativeSearches: [],
    texts: [],
    alternatives: [],
    followers: [],
    names: [],
    excludedTexts: [],
    unknown: [],
  };
}
