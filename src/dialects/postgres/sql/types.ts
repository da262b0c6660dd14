// The meaning of PostgreSQL's types: the MODE type, and the class of stored values.
import type { ModeType } from '../../../contract/mode.ts';
import type { Column } from '../../../model/database.ts';

/**
 * `plain` are the other built-in types: `to_json` writes their canonical text. `opaque` are composites and types of
 * extensions, which may have their own JSON form: they are cast to text.
 */
const scalars = [
  'int2',
  'int4',
  'int8',
  'oid',
  'numeric',
  // A computed number, shown without trailing zeros.
  'calculated',
  'float4',
  'float8',
  'boolean',
  'text',
  'char',
  'citext',
  'uuid',
  'bytea',
  'date',
  'timestamp',
  'timestamptz',
  'time',
  'inet',
  'enum',
  'enum in domain',
  'json',
  'jsonb',
  'plain',
  'unordered',
  'xml',
  'opaque',
] as const;

/** `array` holds elements that `to_json` writes as wanted; the others need conversion. */
const arrays = ['array', 'array of oid', 'array of bytea', 'array of json', 'array of opaque'] as const;

export type Storage = (typeof scalars)[number] | (typeof arrays)[number];

const storages: ReadonlySet<string> = new Set([...scalars, ...arrays]);

/** The model stores this as plain text: the class and, if values have to be parsed as their type, that type. */
function parts({ storage }: Column): readonly [Storage, string] {
  const colon = storage.indexOf(':');
  const name = colon < 0 ? storage : storage.slice(0, colon);
  if (!isStorage(name)) throw new Error(`"${storage}" is no storage of PostgreSQL`);
  return [name, storage.slice(name.length + 1)];
}

function isStorage(text: string): text is Storage {
  return storages.has(text);
}

export function storageOf(column: Column): Storage {
  return parts(column)[0];
}

/** The type in the engine's syntax, without domains, and without limits that would truncate a value. */
export function sqlTypeOf(column: Column): string {
  return parts(column)[1];
}

const withType: ReadonlySet<Storage> = new Set<Storage>(['plain', 'opaque', 'enum', 'enum in domain']);

/** A type without any domains around it. */
export interface TypeFacts {
  /** Whether domains were removed. */
  readonly domain: boolean;
  readonly builtIn: boolean;
  readonly name: string;
  /** As written in a statement, quoted if necessary. */
  readonly sqlName: string;
  /** The engine's `typtype`: b base, c composite, e enum, r range, m multirange. */
  readonly kind: string;
  /** Whether the type has its own length, as in varchar(10). */
  readonly bounded: boolean;
  /** The values of an enum, in its order; null for other types. */
  readonly labels: readonly string[] | null;
  readonly element: Pick<TypeFacts, 'builtIn' | 'name' | 'kind'> | null;
}

type Meaning = readonly [ModeType, Storage];

const builtIns = new Map<string, Meaning>([
  ['bool', ['boolean', 'boolean']],
  ['int2', ['integer', 'int2']],
  ['int4', ['integer', 'int4']],
  ['int8', ['integer', 'int8']],
  ['oid', ['integer', 'oid']],
  ['numeric', ['numeric', 'numeric']],
  ['float4', ['numeric', 'float4']],
  ['float8', ['numeric', 'float8']],
  ['text', ['text', 'text']],
  ['varchar', ['text', 'text']],
  ['bpchar', ['text', 'char']],
  ['char', ['string', 'text']],
  ['name', ['string', 'text']],
  ['uuid', ['uuid', 'uuid']],
  ['bytea', ['binary', 'bytea']],
  ['date', ['date', 'date']],
  ['timestamp', ['datetime', 'timestamp']],
  ['timestamptz', ['datetime', 'timestamptz']],
  ['time', ['time', 'time']],
  ['timetz', ['time', 'plain']],
  ['interval', ['interval', 'plain']],
  ['inet', ['other', 'inet']],
  ['bit', ['string', 'plain']],
  ['varbit', ['text', 'plain']],
  ['json', ['json', 'json']],
  ['jsonb', ['json', 'jsonb']],
  ['xml', ['text', 'xml']],
]);

/** Built-in types without an order, or with an invisible one, such as names sorted by their numbers. */
const unordered = new Set(
  ['point', 'line', 'lseg', 'box', 'path', 'polygon', 'circle'].concat(
    ['aclitem', 'cid', 'xid', 'tid', 'refcursor', 'jsonpath', 'pg_snapshot', 'txid_snapshot'],
    ['pg_node_tree', 'gtsvector', 'pg_ndistinct', 'pg_dependencies', 'pg_mcv_list', 'pg_brin_bloom_summary'],
    ['pg_brin_minmax_multi_summary', 'tsvector', 'tsquery', 'oidvector', 'int2vector'],
    ['regclass', 'regcollation', 'regconfig', 'regdictionary', 'regnamespace', 'regoper', 'regoperator'],
    ['regproc', 'regprocedure', 'regrole', 'regtype', 'regdatabase'],
  ),
);

const arrayOf: Partial<Record<Storage, Storage>> = {
  oid: 'array of oid',
  bytea: 'array of bytea',
  json: 'array of json',
  opaque: 'array of opaque',
};

const doubles: ReadonlySet<Storage> = new Set<Storage>(['float4', 'float8']);

export function typeOf(type: TypeFacts): Pick<Column, 'mode' | 'storage' | 'mayHoldDoubles' | 'choices'> {
  if (type.element) {
    const [, element] = scalar(type.element);
    return { mode: 'array', storage: arrayOf[element] ?? 'array', mayHoldDoubles: doubles.has(element) };
  }
  const [mode, own] = scalar(type);
  const storage = own === 'enum' && type.domain ? 'enum in domain' : own;
  return {
    mode: mode === 'text' && type.bounded ? 'string' : mode,
    storage: withType.has(storage) ? `${storage}:${type.sqlName}` : storage,
    mayHoldDoubles: doubles.has(storage),
    ...(type.labels && { choices: type.labels }),
  };
}

function scalar({ builtIn, name, kind }: Pick<TypeFacts, 'builtIn' | 'name' | 'kind'>): Meaning {
  if (kind === 'e') return ['selection', 'enum'];
  if (kind === 'r' || kind === 'm') return ['other', 'plain'];
  if (kind === 'c' || !builtIn) return name === 'citext' ? ['text', 'citext'] : ['other', 'opaque'];
  return builtIns.get(name) ?? ['other', unordered.has(name) ? 'unordered' : 'plain'];
}
