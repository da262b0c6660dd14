// What the words of a question may stand for.
import type { SummaryName } from '../../../src/contract/summaries.ts';
import type { TimePart } from '../../values/timeParts.ts';
import type { Unit } from '../filters/relative.ts';
import type { Found, FoundMany } from '../find.ts';
import type { FieldPath } from '../paths.ts';
import type { NamedTime } from './periods.ts';

export interface Compared {
  readonly operator: string;
  /** One, or the two that it lies between. */
  readonly values: readonly string[];
}

export interface WantedMeasure {
  readonly summary: SummaryName;
  /** Absent: the usual field, or the date where one is asked for. */
  readonly of?: Found | FoundMany;
  /** The field, where it is meant by another word than its name. */
  readonly path?: FieldPath;
  readonly isMoment?: boolean;
}

/** A time, with the words that say it. */
export type SaidTime = NamedTime & { readonly words: string };

/** What was found in the words. What nobody understood is kept, to be said. */
export interface Meant {
  top?: { readonly n: number; readonly asc: boolean; readonly isByDate?: boolean; readonly words?: string };
  /** What the top is by was said, and is not understood: nothing else stands in for it. */
  isUnranked?: boolean;
  /** What somebody did was said, and is not understood: when they did it is the time of nothing else. */
  isUndone?: boolean;
  /** Which of the groups the top is of, where it is not of the records: the others it is taken for each of. */
  topGroup?: Meant['groups'][number] | undefined;
  /** The date that a word names: “hired”. */
  date?: FieldPath;
  readonly times: SaidTime[];
  readonly measures: WantedMeasure[];
  readonly groups: (Found | Unit | { readonly part: TimePart })[];
  /** The word that asks how much of all each group is. */
  share?: string;
  /** The fields that are to have a value, or none. */
  readonly presences: { readonly path: FieldPath; readonly isThere: boolean }[];
  /** What is to be so, or not to be so: “with newsletter”. */
  readonly flags: { readonly path: FieldPath; readonly isSo: boolean }[];
  /** The day of the week or the month that something is to have happened in, in whichever year. */
  readonly parts: { readonly part: TimePart; readonly value: number; readonly words: string }[];
  /** When nothing is to have happened. */
  readonly refused: SaidTime[];
  readonly related: {
    readonly many: FoundMany;
    readonly presence: 'EXISTS' | 'NOT_EXISTS' | Compared;
    /** What of them is worked out and compared; absent: their number. */
    readonly of?: FieldPath;
    /** How; absent: it is added up. */
    readonly summary?: SummaryName;
  }[];
  /** Without a path: the usual quantity is meant. Those of related records are said of one and the same of them. */
  readonly compared: (Compared & { readonly path?: FieldPath; readonly words: string })[];
  /** Texts that are to stand in one of some fields, such as those that a name is made of. */
  readonly called: { readonly paths: readonly FieldPath[]; readonly words: readonly string[] }[];
  /** Of several names or values one is to stand in the fields. */
  readonly either: {
    readonly paths: readonly FieldPath[];
    readonly alternatives: readonly (readonly string[])[];
  }[];
  readonly texts: string[];
  /** The places of texts of which each may stand instead of the one before. */
  readonly alternatives: number[];
  /** The places of texts that go on with the name before them. */
  readonly names: number[];
  /** The texts that are to stand nowhere; of a name all its words. */
  readonly refusedTexts: string[];
  readonly unknown: string[];
}

export function nothingMeant(): Meant {
  return {
    times: [],
    measures: [],
    groups: [],
    presences: [],
    flags: [],
    parts: [],
    refused: [],
    related: [],
    compared: [],
    called: [],
    either: [],
    texts: [],
    alternatives: [],
    names: [],
    refusedTexts: [],
    unknown: [],
  };
}
