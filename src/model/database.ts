// The reflected database as readonly data: what every later stage resolves names against.
import type { Column, Index, ReferenceRule, TableId } from './catalog.ts';
import type { Inferred } from './inference/inferred.ts';

export type { Column, Index, ReferenceRule, TableId } from './catalog.ts';

/** A foreign key whose target and columns are known to exist. */
export interface ForeignKey {
  readonly name: string | null;
  readonly columns: readonly Column[];
  readonly target: string;
  readonly targetColumns: readonly Column[];
  readonly onDelete: ReferenceRule;
  readonly onUpdate: ReferenceRule;
}

/** One way to step from an entity to another one, along a foreign key or against it. */
export interface Relation {
  readonly kind: 'many2one' | 'one2many';
  readonly ownColumns: readonly Column[];
  readonly entity: string;
  readonly otherColumns: readonly Column[];
}

/** Why the key columns address a record: `all` means that nothing unique is known. */
export type KeyKind = 'primary' | 'unique' | 'all' | 'none';

export interface Entity {
  /** The published name: bare in the default schema, `schema.table` elsewhere. */
  readonly name: string;
  readonly id: TableId;
  readonly kind: 'table' | 'view';
  readonly columns: readonly Column[];
  readonly column: ReadonlyMap<string, Column>;
  readonly keyKind: KeyKind;
  /** The columns that address a record, in order; empty for a view. */
  readonly key: readonly Column[];
  /** The names of the key columns. In a large schema they are known before the columns themselves are read. */
  readonly keyNames: readonly string[];
  readonly primaryKey: readonly string[];
  readonly indexes: readonly Index[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly relations: readonly Relation[];
  readonly comment: string | null;
  readonly rowEstimate: number | null;
  /** Where a key is taken, the engine removes the row that has it, or ends the transaction, unless it is told not to. */
  readonly replaces?: boolean;
  /** Null where all of it is there. */
  readonly restriction: Restriction | null;
}

/** A condition on the rows of an entity. Only planning knows what is in it. */
export interface RowFilter {
  /** Filters of one id are the same condition, but for the values that it compares with. */
  readonly id: string;
}

/** What somebody may see of an entity, where that is not all of it. */
export interface Restriction {
  /** The entity as it is. */
  readonly base: SeenEntity;
  /** Only the rows that meet one of these are there; null where all are. */
  readonly rows: readonly RowFilter[] | null;
  /** Columns whose values are there only in the rows that meet one of these. */
  readonly partial: ReadonlyMap<string, readonly RowFilter[]>;
}

declare const seen: unique symbol;

/** An entity as whoever asks may see it: the only kind that can be planned with. Only ./restrict.ts makes them. */
export type SeenEntity = Entity & { readonly [seen]: true };

export interface SeenDatabase extends Database {
  readonly entities: ReadonlyMap<string, SeenEntity>;
}

export interface Database {
  readonly entities: ReadonlyMap<string, Entity>;
  /** What was left out and why, for the log and the catalog. */
  readonly warnings: readonly string[];
  /** What nobody declared; only of the whole database. */
  readonly inferred?: Inferred;
}
