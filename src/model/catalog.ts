// What a dialect reads from an engine's catalog, before names are published and keys are chosen.
import type { ModeType } from '../contract/mode.ts';
import type { Inference } from './inference/measured.ts';

/** A table of the engine, by its own schema and name. `schema` is null where the engine has none. */
export interface TableId {
  readonly schema: string | null;
  readonly table: string;
  /** Only where the tables of one catalog lie in several databases: the one that has it, which no name tells. */
  readonly database?: string;
}

export interface Column {
  readonly name: string;
  /** The type as the engine writes it. */
  readonly nativeType: string;
  readonly mode: ModeType;
  /** The dialect's own class of the type: picks the SQL that renders and compares its values. */
  readonly storage: string;
  /** Numbers in it may be doubles: these are one value in the fewest digits that tell them from others and in more. */
  readonly mayHoldDoubles?: boolean;
  /** Texts in it are equal only where they are the same, whatever collations there are. */
  readonly hasNoCollation?: boolean;
  readonly nullable: boolean;
  /** The default as an SQL expression, as the engine shows it. */
  readonly default: string | null;
  readonly generated: boolean;
  readonly comment: string | null;
}

export interface Index {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
}

export interface RawForeignKey {
  readonly name: string | null;
  readonly columns: readonly string[];
  readonly target: TableId;
  /** Empty where the engine means the target's primary key. */
  readonly targetColumns: readonly string[];
  readonly onDelete: ReferenceRule;
  readonly onUpdate: ReferenceRule;
}

/**
 * What becomes of a row when the one that it refers to goes, or gets another key: nothing lets it, it goes along, or it loses
 * the reference.
 */
export type ReferenceRule = 'refuse' | 'cascade' | 'set';

/** A dialect may work the parts of a table out when they are asked for. */
export interface RawTable extends TableId {
  readonly kind: 'table' | 'view';
  readonly columns: readonly Column[];
  readonly primaryKey: readonly string[];
  /** Indexes without predicate and expression; unique constraints among them. */
  readonly indexes: readonly Index[];
  readonly foreignKeys: readonly RawForeignKey[];
  readonly comment: string | null;
  /** Where a key is taken, the engine removes the row that has it, or ends the transaction, unless it is told not to. */
  readonly replaces?: boolean;
  /** The engine's own guess, null where it has none. */
  readonly rowEstimate: number | null;
}

/** Told of a view that the engine has no columns of, as when its own tables are gone. */
export function viewLeftOut(name: string): string {
  return `View "${name}" is left out: the database itself cannot read it. Are all its tables and functions there?`;
}

export interface RawCatalog {
  /** Tables of this schema are published under their bare name. */
  readonly defaultSchema: string | null;
  readonly tables: readonly RawTable[];
  /** What was left out already, and why. */
  readonly warnings?: readonly string[];
  /** Only of sources that declare no relations: what was found out about them. */
  readonly inference?: Inference;
}
