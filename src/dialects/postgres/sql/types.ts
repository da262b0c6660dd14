// What a PostgreSQL type means: its MODE type, and the class that picks how values are rendered and compared.
import type { ModeType } from '../../../contract/mode.ts';

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
  'float4',
  'float8',
  'boolean',
  'text',
  'char',
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
  'opaque',
] as const;

/** `array` holds elements that `to_json` writes as they are wanted; the others need help. */
const arrays = ['array', 'array of oid', 'array of bytea', 'array of json', 'array of opaque'] as const;

export type Storage = (typeof scalars)[number] | (typeof arrays)[number];

const storages: ReadonlySet<string> = new Set([...scalars, ...arrays]);

/** The model keeps a dialect's storage as a bare text. */
export function isStorage(text: string): text is Storage {
  return storages.has(text);
}

/** A type with all domains around it taken off. */
export interface TypeFacts {
  /** There were domains around it. */
  readonly domain: boolean;
  readonly builtIn: boolean;
  readonly name: string;
  /** The engine's `typtype`: b base, c composite, e enum, r range, m multirange. */
  readonly kind: string;
  /** The type has a length of its own, as in varchar(10). */
  readonly bounded: boolean;
  readonly element: Omit<TypeFacts, 'domain' | 'bounded' | 'element'> | null;
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
  ['xml', ['text', 'unordered']],
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

export function typeOf(type: TypeFacts): { mode: ModeType; storage: Storage } {
  if (type.element) {
    const [, element] = scalar(type.element);
    return { mode: 'array', storage: arrayOf[element] ?? 'array' };
  }
  const [mode, storage] = scalar(type);
  if (storage === 'enum' && type.domain) return { mode, storage: 'enum in domain' };
  return { mode: mode === 'text' && type.bounded ? 'string' : mode, storage };
}

function scalar({ builtIn, name, kind }: Omit<TypeFacts, 'domain' | 'bounded' | 'element'>): Meaning {
  if (kind === 'e') return ['selection', 'enum'];
  if (kind === 'r' || kind === 'm') return ['other', 'plain'];
  if (kind === 'c' || !builtIn) return name === 'citext' ? ['text', 'text'] : ['other', 'opaque'];
  return builtIns.get(name) ?? ['other', unordered.has(name) ? 'unordered' : 'plain'];
}
