// The reflected database as readonly data, against which all later stages resolve names.
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

/** A step from one entity to another, along a foreign key or against it. */
export interface Relation {
  readonly kind: 'many2one' | 'one2many';
  readonly ownColumns: readonly Column[];
  readonly entity: string;
  readonly otherColumns: readonly Column[];
}

/** How the key columns address a record: `all` means that no unique key is known. */
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
  /** The names of the key columns. In a large schema they are known before the columns are read. */
  readonly keyNames: readonly string[];
  readonly primaryKey: readonly string[];
  readonly indexes: readonly Index[];
  readonly foreignKeys: readonly ForeignKey[];
  readonly relations: readonly Relation[];
  readonly comment: string | null;
  readonly rowEstimate: number | null;
  /** On conflicting keys the engine deletes the existing row, or ends the transaction, unless told otherwise. */
  readonly replaces?: boolean;
  /** Other tables inherit from it: it shows their rows too. */
  readonly hasHeirs?: boolean;
  /** The entity as the engine has it, with hidden relations and their consequences; absent if this is it. */
  readonly base?: Entity;
  /** Null if the whole entity is visible, which says nothing about its relations. */
  readonly restriction: Restriction | null;
}

/** A condition on the rows of an entity. Only the planner knows its content. */
export interface RowFilter {
  /** Filters with the same id have the same condition and differ at most in the values compared. */
  readonly id: string;
}

/** The visible part of an entity, if not all of it is visible. */
export interface Restriction {
  /** The unrestricted entity. */
  readonly base: VisibleEntity;
  /** Only rows that match one of these are visible; null if all are. */
  readonly rows: readonly RowFilter[] | null;
  /** Columns whose values are visible only in rows that match one of these. */
  readonly partial: ReadonlyMap<string, readonly RowFilter[]>;
}

declare const visible: unique symbol;

/** An entity as the user may see it, the only kind that can be planned with. Made only by ./restrict.ts. */
export type VisibleEntity = Entity & { readonly [visible]: true };

export interface VisibleDatabase extends Database {
  readonly entities: ReadonlyMap<string, VisibleEntity>;
}

export interface Database {
  readonly entities: ReadonlyMap<string, Entity>;
  /** What was left out and why, for the log and the catalog. */
  readonly warnings: readonly string[];
  /** Names of entities that exist but cannot be read at the moment; only for the unrestricted database. */
  readonly unreadable?: ReadonlySet<string>;
  /** Inferred keys and relations; only for the unrestricted database. */
  readonly inferred?: Inferred;
}
