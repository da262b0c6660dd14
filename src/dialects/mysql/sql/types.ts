// The meaning of MySQL's and MariaDB's column types: the class that renders their values, and the MODE type.
import type { ModeType } from '../../../contract/mode.ts';
import type { Column } from '../../../model/database.ts';

export type StorageClass =
  | 'integer'
  | 'boolean'
  | 'bit'
  | 'bits'
  | 'year'
  | 'decimal'
  // A computed number, shown without trailing zeros.
  | 'calculated'
  | 'double'
  | 'float'
  | 'text'
  | 'enum'
  | 'set'
  | 'jsontext'
  | 'json'
  | 'date'
  | 'datetime'
  // A computed one, shown without trailing zeros.
  | 'calculatedmoment'
  | 'time'
  | 'binary'
  | 'geometry'
  | 'uuid'
  | 'inet'
  | 'other';

interface Type {
  readonly mode: ModeType;
  readonly storage: StorageClass;
}

/** By the name in DATA_TYPE; other types are shown as the engine writes them. */
const types: ReadonlyMap<string, Type> = new Map<string, Type>([
  ...each(['tinyint', 'smallint', 'mediumint', 'int', 'bigint'], 'integer', 'integer'),
  ...each(['decimal'], 'numeric', 'decimal'),
  ...each(['double'], 'numeric', 'double'),
  ...each(['float'], 'numeric', 'float'),
  ...each(['year'], 'integer', 'year'),
  ...each(['bit'], 'other', 'bits'),
  ...each(['char', 'varchar'], 'string', 'text'),
  ...each(['tinytext', 'text', 'mediumtext', 'longtext'], 'text', 'text'),
  ...each(['enum'], 'selection', 'enum'),
  ...each(['set'], 'other', 'set'),
  ...each(['date'], 'date', 'date'),
  ...each(['datetime', 'timestamp'], 'datetime', 'datetime'),
  ...each(['time'], 'time', 'time'),
  ...each(['binary', 'varbinary', 'tinyblob', 'blob', 'mediumblob', 'longblob'], 'binary', 'binary'),
  // A vector's bytes are exact; its text is rounded on one engine, and unknown to older ones.
  ...each(['vector'], 'binary', 'binary'),
  ...each(['json'], 'json', 'json'),
  ...each(['uuid'], 'uuid', 'uuid'),
  ...each(['inet4', 'inet6'], 'other', 'inet'),
  ...each(
    [
      'geometry',
      'point',
      'linestring',
      'polygon',
      'multipoint',
      'multilinestring',
      'multipolygon',
      'geometrycollection',
      'geomcollection',
    ],
    'other',
    'geometry',
  ),
]);

function each(names: readonly string[], mode: ModeType, storage: StorageClass): [string, Type][] {
  return names.map((name) => [name, { mode, storage }]);
}

export interface NativeType {
  /** DATA_TYPE: the name alone. */
  readonly name: string;
  /** COLUMN_TYPE: the name with length, members and attributes. */
  readonly full: string;
  readonly collation: string | null;
  /** Whether a check ensures that the text is JSON. */
  readonly checkedJson: boolean;
}

const collated: ReadonlySet<StorageClass> = new Set<StorageClass>(['text', 'enum', 'set']);

/** The storage is the class and, for texts, the collation of their index. */
export function typeOf(type: NativeType): Pick<Column, 'mode' | 'storage' | 'mayHoldDoubles' | 'choices'> {
  const { mode, storage } = special(type) ?? types.get(type.name) ?? { mode: 'other', storage: 'other' };
  return {
    mode,
    storage: collated.has(storage) && type.collation ? `${storage}:${type.collation}` : storage,
    mayHoldDoubles: storage === 'double' || storage === 'float',
    ...(storage === 'enum' && { choices: membersOf(type.full) }),
  };
}

const escapes: Readonly<Record<string, string>> = { '0': '\0', n: '\n', r: '\r' };

/** The members of an ENUM, as listed in its declaration, in which backslashes and line breaks are escaped. */
export function membersOf(nativeType: string): string[] {
  return [...nativeType.matchAll(/'((?:[^']|'')*)'/g)].map(([, member = '']) =>
    member.replace(/''|\\(.)/g, (_, escaped?: string) =>
      escaped === undefined ? "'" : (escapes[escaped] ?? escaped),
    ),
  );
}

function special({ name, full, checkedJson }: NativeType): Type | undefined {
  if (full === 'tinyint(1)') return { mode: 'boolean', storage: 'boolean' };
  if (full === 'bit(1)') return { mode: 'boolean', storage: 'bit' };
  if (checkedJson && types.get(name)?.storage === 'text') return { mode: 'json', storage: 'jsontext' };
  return undefined;
}

export function storageOf(storage: string): { kind: StorageClass; collation: string | null } {
  const colon = storage.indexOf(':');
  // Made by typeOf above, which writes only classes before the colon.
  if (colon < 0) return { kind: storage as StorageClass, collation: null };
  return { kind: storage.slice(0, colon) as StorageClass, collation: storage.slice(colon + 1) };
}

/** The numbers in parentheses, as in `decimal(10,2)`. */
export function typeArguments(nativeType: string): number[] {
  const inner = /\(([\d,\s]+)\)/.exec(nativeType)?.[1] ?? '';
  return inner === '' ? [] : inner.split(',').map(Number);
}
