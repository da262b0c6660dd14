// The meaning of DuckDB's types: the MODE type, and the class of stored values.
import type { ModeType } from '../../../contract/mode.ts';
import type { Column } from '../../../model/database.ts';
import { readType, type TypeTree } from './type-tree.ts';

export type Storage =
  | 'integer'
  | 'hugeint'
  | 'uhugeint'
  | 'bignum'
  | 'decimal'
  // A computed number, shown without trailing zeros.
  | 'calculated'
  | 'float'
  | 'double'
  | 'boolean'
  | 'text'
  | 'enum'
  | 'uuid'
  | 'blob'
  | 'date'
  | 'time'
  | 'timestamp'
  | 'timestamp_ns'
  | 'timestamptz'
  | 'plain'
  | 'json'
  | 'nested'
  | 'opaque';

type Meaning = readonly [ModeType, Storage];

const integer: Meaning = ['integer', 'integer'];
const moment: Meaning = ['datetime', 'timestamp'];

const scalars: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ['BOOLEAN', ['boolean', 'boolean']],
  ['TINYINT', integer],
  ['SMALLINT', integer],
  ['INTEGER', integer],
  ['BIGINT', integer],
  ['UTINYINT', integer],
  ['USMALLINT', integer],
  ['UINTEGER', integer],
  ['UBIGINT', integer],
  ['HUGEINT', ['integer', 'hugeint']],
  ['UHUGEINT', ['integer', 'uhugeint']],
  ['BIGNUM', ['integer', 'bignum']],
  ['DECIMAL', ['numeric', 'decimal']],
  ['FLOAT', ['numeric', 'float']],
  ['DOUBLE', ['numeric', 'double']],
  ['VARCHAR', ['text', 'text']],
  ['JSON', ['json', 'json']],
  ['UUID', ['uuid', 'uuid']],
  ['BLOB', ['binary', 'blob']],
  ['BIT', ['text', 'plain']],
  ['DATE', ['date', 'date']],
  ['TIME', ['time', 'time']],
  ['TIME_NS', ['time', 'plain']],
  ['TIME WITH TIME ZONE', ['time', 'plain']],
  ['TIMESTAMP', moment],
  ['TIMESTAMP_S', moment],
  ['TIMESTAMP_MS', moment],
  ['TIMESTAMP_NS', ['datetime', 'timestamp_ns']],
  ['TIMESTAMP WITH TIME ZONE', ['datetime', 'timestamptz']],
  ['INTERVAL', ['interval', 'plain']],
]);

const composed: Record<Exclude<TypeTree['kind'], 'scalar'>, Meaning> = {
  enum: ['selection', 'enum'],
  list: ['array', 'nested'],
  struct: ['json', 'nested'],
  map: ['json', 'nested'],
  union: ['json', 'nested'],
};

export function meaningOf(type: TypeTree): Meaning {
  if (type.kind !== 'scalar') return composed[type.kind];
  return scalars.get(type.name) ?? ['other', 'opaque'];
}

export function typeOf(
  nativeType: string,
): Pick<Column, 'mayHoldDoubles' | 'choices'> & { readonly mode: ModeType; readonly storage: Storage } {
  const type = readType(nativeType);
  const [mode, storage] = meaningOf(type);
  return {
    mode,
    storage,
    mayHoldDoubles: storage === 'float' || storage === 'double',
    ...(type.kind === 'enum' && { choices: type.values }),
  };
}

/** The model stores this as plain text; only reflection and computed columns write it, always as a Storage. */
export function storageOf({ storage }: Column): Storage {
  return storage as Storage;
}
