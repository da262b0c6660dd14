// What a PostgreSQL type means: its MODE type, and the class in which its values are stored.
import type { ModeType } from '../../../contract/mode.ts';
import type { Column } from '../../../model/database.ts';

/**
 * `plain` are the other types that the engine brings along: `to_json` writes their canonical text. `opaque` are
 * composites and types of extensions, which may bring a JSON form of their own: they go through a cast to text.
 */
const scalars = [
  'int2',
  'int4',
  'int8',
  'oid',
  'numeric',
  // A number that was computed: it is shown without zeros behind its decimals.
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

/** `array` holds elements that `to_json` writes as they are wanted; the others need help. */
const arrays = ['array', 'array of oid', 'array of bytea', 'array of json', 'array of opaque'] as const;

export type Storage = (typeof scalars)[number] | (typeof arrays)[number];

const storages: ReadonlySet<string> = new Set([...scalars, ...arrays]);

/** The model keeps a storage as a bare text: the class and, where a value has to be read as one of its type, that type. */
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

/** The type in the engine's own words, without domains around it and bounds that would cut a value. */
export function sqlTypeOf(column: Column): string {
  return parts(column)[1];
}

const withType: ReadonlySet<Storage> = new Set<Storage>(['plain', 'opaque', 'enum', 'enum in domain']);

/** A type with all domains around it taken off. */
export interface TypeFacts {
  /** There were domains around it. */
  readonly domain: boolean;
  readonly builtIn: boolean;
  readonly name: string;
  /** As it stands in a statement, quoted where it has to be. */
  readonly sqlName: string;
  /** The engine's `typtype`: b base, c composite, e enum, r range, m multirange. */
  readonly kind: string;
  /** The type has a length of its own, as in varchar(10). */
  readonly bounded: boolean;
  readonly element: Omit<TypeFacts, 'domain' | 'sqlName' | 'bounded' | 'element'> | null;
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

/** Types of the engine that have no order of their own, or none that anybody could see, as names sorted by numbers. */
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

export function typeOf(type: TypeFacts): Pick<Column, 'mode' | 'storage' | 'mayHoldDoubles'> {
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
  };
}

function scalar({ builtIn, name, kind }: Pick<TypeFacts, 'builtIn' | 'name' | 'kind'>): Meaning {
  if (kind === 'e') return ['selection', 'enum'];
  if (kind === 'r' || kind === 'm') return ['other', 'plain'];
  if (kind === 'c' || !builtIn) return name === 'citext' ? ['text', 'citext'] : ['other', 'opaque'];
  return builtIns.get(name) ?? ['other', unordered.has(name) ? 'unordered' : 'plain'];
}
