// A statement ready to run, and hints for running it faster.
import type { Value } from './fragments.ts';

/** SQL text and the values bound to its places, in order. */
export interface BoundSql {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** A statement ready to run. Every row of its result is one text, unless its hints say otherwise. */
export interface Statement extends BoundSql {
  /** The names of the entities that it reads. */
  readonly entities: readonly string[];
  readonly hints?: Hints;
}

/** Optional faster ways to run a statement. */
export interface Hints {
  /** Few rows are computed from many: fetch them in one go, because some engines parallelize only then. */
  readonly isGathered?: true;
  /** Rows are fields rather than texts: the connection writes the lines. */
  readonly lines?: Lines;
  /** The same rows in a faster form; the connection recognizes a result that it cannot represent. */
  readonly usual?: BoundSql;
  /** The same statement in parts, for engines that read it faster in slices. */
  readonly slices?: Slices;
  /** The same statement in parts, for engines that should sort some rows at a time. */
  readonly ranges?: Ranges;
  /** A row consists of values, which the connection assembles into the text. */
  readonly parts?: RowParts;
  /** Set if the statement is one of many that differ only in a key. */
  readonly keyed?: { readonly reads: KeyedReads; readonly values: readonly unknown[] };
}

export interface Lines {
  /** Separates two fields. */
  readonly separator: string;
  /** Fields that the engine writes with a space between date and time, where answers have a `T`. */
  readonly moments?: readonly number[];
}

/** The text of a row: values between constant texts. */
export interface RowParts {
  /** One more than there are values. */
  readonly between: readonly string[];
  /** By column index; a column may occur more than once. */
  readonly values: readonly { readonly at: number; readonly kind: PartKind }[];
}

/** `json`: already JSON. `text`: becomes a JSON string. Both write `null` for NULL. */
export type PartKind = 'json' | 'text';

/** A value that the connection writes. */
export interface PartSql {
  readonly value: Value;
  readonly kind: PartKind;
  /** The text written is also used in addresses. */
  readonly isAddress?: boolean;
}

/** Reads by unique key that differ only in the values of the key. */
export interface KeyedReads {
  /**
   * Reads several at once. Each row is a text and, also as text, the index of the first key that it matches. The engine
   * decides equality, so two different keys may find the same row.
   */
  together(keys: readonly (readonly unknown[])[]): Statement;
}

/** `select <text> from … where …` and `select <key> from … where …`, without order and page. */
export interface SliceParts {
  readonly texts: BoundSql;
  readonly keys: BoundSql;
  /** The same texts, valid only if no field needs quotes. */
  readonly unquoted?: BoundSql;
  /** The check for that: each text has this many fields, with a separator between them. */
  readonly fields?: { readonly separator: string; readonly count: number };
  /** Whether they have a WHERE. */
  readonly isFiltered: boolean;
}

/** The parts of a statement whose rows come in the order of a unique key, so that reading can resume after any row. */
export interface Slices {
  readonly first: SliceParts;
  /** For rows after one of these: without lower bounds on the key, at which the engine might start instead. */
  readonly later: SliceParts;
  /** The columns of the key, never NULL, as written in these statements. */
  readonly key: readonly string[];
  /** Null means all rows. */
  readonly limit: bigint | null;
  readonly offset: bigint;
}

/** The parts of a statement whose rows can be read in ranges of their first sort value. */
export interface Ranges {
  /** `select <text> from … where …`, without order and page. */
  readonly texts: BoundSql;
  /** The first sort values: `select <value> from … where …`. */
  readonly values: BoundSql;
  /** Whether these have a WHERE. */
  readonly isFiltered: boolean;
  /** The first sort value and the ORDER BY, as written in the statement. */
  readonly value: string;
  readonly order: string;
  readonly descending: boolean;
  /** Where rows without that value are sorted, if there are any. */
  readonly nulls: 'first' | 'last';
  /** Null means all rows. */
  readonly limit: bigint | null;
}
