// What a source's values say about undeclared keys and relations.

/** What a column's values say about a relation. */
export interface Evidence {
  /** The number of rows of the entity with the column. */
  readonly rows: number;
  readonly nulls: number;
  /** The number of distinct values, excluding NULL. */
  readonly distinct: number;
  /** The number of distinct values that occur in the key. */
  readonly found: number;
}

export interface ColumnsOf {
  readonly entity: string;
  readonly columns: readonly string[];
}

/** `certain` relations apply at once, `weak` ones are proposed; `none` needs a confirmation. */
export type Strength = 'certain' | 'weak' | 'none';

export interface MeasuredRelation extends ColumnsOf {
  /** Identifies the relation by its columns, independently of their values. */
  readonly id: string;
  readonly references: ColumnsOf;
  readonly evidence: Evidence;
  readonly strength: Strength;
}

/** What the source of a catalog inferred. Entities have bare names, as files do. */
export interface Inference {
  readonly keys: readonly ColumnsOf[];
  readonly relations: readonly MeasuredRelation[];
}
