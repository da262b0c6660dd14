/** What a zoo is: one engine's oddest types, keys, names and relations, each with what must be seen of it. */
import type { ModeType } from '../../src/contract/mode.ts';
import type { KeyKind } from '../../src/model/database.ts';
import type { Engine } from '../support/engines.ts';

/** An SQL expression, and the JSON text that must come out, byte for byte. */
export type Value = readonly [sql: string, json: string];

export interface TypeCase {
  /** The type as a table declares it. */
  readonly type: string;
  readonly mode: ModeType;
  /** NULL is tried with every type and needs no mention. */
  readonly values: readonly Value[];
}

export interface KeyCase {
  readonly entity: string;
  readonly script: string;
  readonly keyKind: KeyKind;
  /** What stands between the brackets of each record's address, in the order of the list. */
  readonly keys: readonly string[];
  /** Keys that name no record: each is answered 404. */
  readonly missing?: readonly string[];
  /** Keys that are written otherwise and equal one of the others to the engine, which has the record. */
  readonly equal?: Readonly<Record<string, string>>;
  /** Keys that name several records: they are told apart by nothing. */
  readonly ambiguous?: readonly string[];
}

export interface GraphCase {
  readonly entity: string;
  /** For each record in the order of the list: the name of each link and where it leads. */
  readonly links: readonly Readonly<Record<string, string>>[];
}

/** Statements that give one number each. */
export interface ServerFacts {
  /** Sessions of the service in this database. */
  readonly sessions: string;
  /** Those that run a statement or hold a transaction open. */
  readonly busy: string;
}

export interface Zoo {
  readonly engine: Engine;
  readonly quote: (name: string) => string;
  /** A type for texts that can be part of a key. */
  readonly keyText: string;
  /** Whether a row can refer to itself. */
  readonly refersToItself: boolean;
  /** What the engine cannot call a table or a column. */
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
  /** How the server is asked about the service's sessions; null where the engine is embedded. */
  readonly server: ServerFacts | null;
}
