// What the values of a source say about keys and relations that nobody declared.

/** What the values of a column say about a relation. */
export interface Evidence {
  /** Of the entity that has the column. */
  readonly rows: number;
  readonly nulls: number;
  /** Different values, nulls aside. */
  readonly distinct: number;
  /** So many of the different values are in the key. */
  readonly found: number;
}

export interface ColumnsOf {
  readonly entity: string;
  readonly columns: readonly string[];
}

/** `certain` ones hold at once, `weak` ones are offered; `none`: only if somebody has confirmed it. */
export type Strength = 'certain' | 'weak' | 'none';

export interface MeasuredRelation extends ColumnsOf {
  /** The same for the same columns, whatever becomes of their values. */
  readonly id: string;
  readonly references: ColumnsOf;
  readonly evidence: Evidence;
  readonly strength: Strength;
}

/** What the source of a catalog found out by itself. Entities have their bare names, as files do. */
export interface Inference {
  readonly keys: readonly ColumnsOf[];
  readonly relations: readonly MeasuredRelation[];
}
