// What a dialect reads from an engine's catalog, before names are published and keys are chosen.
import type { ModeType } from '../contract/mode.ts';
import type { Inference } from './inference/measured.ts';

/** A table by the engine's own schema and name. `schema` is null on engines without schemas. */
export interface TableId {
  readonly schema: string | null;
  readonly table: string;
  /** The database that holds the table, which no name reveals; set if a catalog's tables lie in several databases. */
  readonly database?: string;
}

export interface Column {
  readonly name: string;
  /** The type as the engine writes it. */
  readonly nativeType: string;
  readonly mode: ModeType;
  /** The dialect's class of the type: selects the SQL that renders and compares its values. */
  readonly storage: string;
  /** It may hold doubles, for which the shortest exact digits and longer ones denote the same value. */
  readonly mayHoldDoubles?: boolean;
  /** Its texts are equal only if identical, whatever collations exist. */
  readonly hasNoCollation?: boolean;
  /** The values of an enumeration, in its order; absent for other types. */
  readonly choices?: readonly string[];
  readonly nullable: boolean;
  /** The default as an SQL expression, as reported by the engine. */
  readonly default: string | null;
  readonly generated: boolean;
  readonly comment: string | null;
}

/** The default of a column that never takes a given value in a new row. */
export const alwaysIdentity = 'generated always as identity';

export interface Index {
  readonly name: string;
  readonly columns: readonly string[];
  readonly unique: boolean;
}

export interface RawForeignKey {
  readonly name: string | null;
  readonly columns: readonly string[];
  readonly target: TableId;
  /** Empty if the engine implies the target's primary key. */
  readonly targetColumns: readonly string[];
  readonly onDelete: ReferenceRule;
  readonly onUpdate: ReferenceRule;
}

/**
 * What happens to a row if the row it references is deleted or gets another key: the change is refused, the row
 * follows, or it loses the reference.
 */
export type ReferenceRule = 'refuse' | 'cascade' | 'set';

/** A table; dialects may compute its parts on demand. */
export interface RawTable extends TableId {
  readonly kind: 'table' | 'view';
  readonly columns: readonly Column[];
  readonly primaryKey: readonly string[];
  /** Indexes without predicates and expressions, including unique constraints. */
  readonly indexes: readonly Index[];
  readonly foreignKeys: readonly RawForeignKey[];
  readonly comment: string | null;
  /** On conflicting keys the engine deletes the existing row, or ends the transaction, unless told otherwise. */
  readonly replaces?: boolean;
  /** Other tables inherit from it: it shows their rows too. */
  readonly hasHeirs?: boolean;
  /** The engine's own estimate; null if it has none. */
  readonly rowEstimate: number | null;
}

/** The warning about a view whose columns the engine cannot tell, for example because its tables are gone. */
export function viewLeftOut(name: string): string {
  return `View "${name}" is left out: the database itself cannot read it. Are all its tables and functions there?`;
}

export interface RawCatalog {
  /** Tables of this schema are published under their bare name. */
  readonly defaultSchema: string | null;
  readonly tables: readonly RawTable[];
  /** What was left out, and why. */
  readonly warnings?: readonly string[];
  /** Tables that exist but cannot be read at the moment, such as those of a file that is being written. */
  readonly unreadable?: readonly string[];
  /** What was inferred about relations; only for sources that declare none. */
  readonly inference?: Inference;
}
