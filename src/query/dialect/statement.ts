// A statement that is ready to run, and what lets an engine run it in a better way than as it stands.
import type { Value } from './words.ts';

/** A text of SQL and what is bound to its places, in order. */
export interface BoundSql {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** A statement that is ready to run. Every row of its result is one text, unless its hints say otherwise. */
export interface Statement extends BoundSql {
  /** The names of the entities that it reads. */
  readonly entities: readonly string[];
  readonly hints?: Hints;
}

/** What lets an engine run a statement in a better way than as it stands. */
export interface Hints {
  /** Few rows are made of many: they are asked for in one go, since an engine may share such work only then. */
  readonly isGathered?: true;
  /** Rows are parts of lines, and no texts: the connection has the lines written. */
  readonly lines?: Lines;
  /** The same in parts, where the engine reads it better in slices. */
  readonly slices?: Slices;
  /** The same in parts, where the engine would rather sort some of the rows at a time than all of them. */
  readonly ranges?: Ranges;
  /** A row is values, of which the connection makes the text. */
  readonly parts?: RowParts;
  /** Where it is one of many that differ in a key only. */
  readonly keyed?: { readonly reads: KeyedReads; readonly values: readonly unknown[] };
}

export interface Lines {
  /** Stands between two fields. */
  readonly separator: string;
  /** Fields that come with a space between day and time, where an answer has a `T`. */
  readonly moments?: readonly number[];
}

/** The text of a row: values, each between two constant texts. */
export interface RowParts {
  /** One more than there are values. */
  readonly between: readonly string[];
  /** By the place of their column; a column may come again. */
  readonly values: readonly { readonly at: number; readonly kind: PartKind }[];
}

/** `json`: the JSON of something. `text`: a text that becomes a string of JSON. NULL is `null` in both. */
export type PartKind = 'json' | 'text';

/** A value that the connection writes. */
export interface PartSql {
  readonly value: Value;
  readonly kind: PartKind;
  /** What is written of it is also what stands in an address. */
  readonly isAddress?: boolean;
}

/** Reads by unique key that are alike but for the values of the key. */
export interface KeyedReads {
  /**
   * Several of them at once: each row is a text and, as a text too, the number of the first key that it has. What a
   * key equals is the engine's to say, so that two which differ may have the same row.
   */
  together(keys: readonly (readonly unknown[])[]): Statement;
}

/** `select <text> from … where …` and `select <key> from … where …`, without order and page. */
export interface SliceParts {
  readonly texts: BoundSql;
  readonly keys: BoundSql;
  /** The same texts, right only where no field needs quotes. */
  readonly unquoted?: BoundSql;
  /** By which these tell that they are right: each has so many fields, with a separator between each two. */
  readonly fields?: { readonly separator: string; readonly count: number };
  /** Whether they have a WHERE. */
  readonly isFiltered: boolean;
}

/** What a statement is made of whose rows come in the order of a unique key, so that it can be taken up after any. */
export interface Slices {
  readonly first: SliceParts;
  /** For rows after one of these: without what bounds the key from below, which the engine might begin at instead. */
  readonly later: SliceParts;
  /** The columns of the key, never NULL, as they stand in these statements. */
  readonly key: readonly string[];
  /** Null means all rows. */
  readonly limit: bigint | null;
  readonly offset: bigint;
}

/** What a statement is made of whose rows can be had range by range of the value that they are sorted by first. */
export interface Ranges {
  /** `select <text> from … where …`, without order and page. */
  readonly texts: BoundSql;
  /** The values that the rows are sorted by first: `select <value> from … where …`. */
  readonly values: BoundSql;
  /** Whether these have a WHERE. */
  readonly isFiltered: boolean;
  /** That value, and the ORDER BY, as they stand in the statement. */
  readonly value: string;
  readonly order: string;
  readonly descending: boolean;
  /** Where rows without such a value come, if there are any. */
  readonly nulls: 'first' | 'last';
  /** Null means all rows. */
  readonly limit: bigint | null;
}
