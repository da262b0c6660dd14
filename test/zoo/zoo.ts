/** The definition of a zoo: one engine's oddest types, keys, names and relations, each with the expected output. */
import type { ModeType } from '../../src/contract/mode.ts';
import type { KeyKind } from '../../src/model/database.ts';
import type { Engine } from '../support/engines.ts';

/** An SQL expression, and the expected JSON text, byte for byte. */
export type Value = readonly [sql: string, json: string];

export interface TypeCase {
  /** The type as a table declares it. */
  readonly type: string;
  readonly mode: ModeType;
  /** NULL is always tested and need not be listed. */
  readonly values: readonly Value[];
}

export interface KeyCase {
  readonly entity: string;
  readonly script: string;
  readonly keyKind: KeyKind;
  /** The text between the brackets of each record's address, in list order. */
  readonly keys: readonly string[];
  /** Keys without a record: each is answered 404. */
  readonly missing?: readonly string[];
  /** Keys in another notation that the engine considers equal to one of the others. */
  readonly equal?: Readonly<Record<string, string>>;
  /** Keys that match several records, which nothing distinguishes. */
  readonly ambiguous?: readonly string[];
}

export interface GraphCase {
  readonly entity: string;
  /** For each record in list order: the name and target of each link. */
  readonly links: readonly Readonly<Record<string, string>>[];
}

/** Statements that return a single number. */
export interface ServerFacts {
  /** Sessions of the service in this database. */
  readonly sessions: string;
  /** Sessions that run a statement or hold a transaction open. */
  readonly busy: string;
}

export interface Zoo {
  readonly engine: Engine;
  readonly quote: (name: string) => string;
  /** A text type that can be part of a key. */
  readonly keyText: string;
  /** Whether a row can reference itself. */
  readonly refersToItself: boolean;
  /** Names that the engine does not allow for tables and columns. */
  readonly forbids: (name: string) => boolean;
  /** Types and schemas that the cases need. */
  readonly setUp: string;
  readonly types: readonly TypeCase[];
  readonly keys: readonly KeyCase[];
  readonly graph: { readonly script: string; readonly cases: readonly GraphCase[] };
  /** Views over `person (id, name)`, which holds Ada and Bob: each must list both. */
  readonly views: Readonly<Record<string, string>>;
  readonly literal: (text: string) => string;
  /** A query with one column that takes minutes, whatever is selected from it. */
  readonly slow: string;
  /** How to ask the server about the service's sessions; null for embedded engines. */
  readonly server: ServerFacts | null;
}
