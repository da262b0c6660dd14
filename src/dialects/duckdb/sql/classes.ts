// The table of types of DuckDB: each class of stored values, and how it is handled.
import type { Column } from '../../../model/database.ts';
import { computedColumn } from '../../../query/pseudo.ts';
import { date, time, timestamp, timestampNs, timestamptz } from './classes/moments.ts';
import {
  bignum,
  boolean,
  calculated,
  decimal,
  doubleClass,
  floatClass,
  hugeint,
  integer,
  uhugeint,
} from './classes/numbers.ts';
import { blob, json, nested, opaque, plain, uuid } from './classes/others.ts';
import { selection, text } from './classes/texts.ts';
import type { DuckdbClass } from './classes/type-class.ts';
import { nestedJson, type ScalarWriter } from './nested.ts';
import { readType, type TypeTree } from './type-tree.ts';
import { meaningOf, type Storage, storageOf } from './types.ts';

const classes: Record<Exclude<Storage, 'nested'>, DuckdbClass> = {
  integer,
  hugeint,
  uhugeint,
  bignum,
  decimal,
  calculated,
  float: floatClass,
  double: doubleClass,
  boolean,
  text,
  enum: selection,
  uuid,
  blob,
  date,
  time,
  timestamp,
  timestamp_ns: timestampNs,
  timestamptz,
  plain,
  json,
  opaque,
};

export function classOf(column: Column): DuckdbClass {
  const storage = storageOf(column);
  return storage === 'nested' ? nestedClass(column.nativeType) : classes[storage];
}

/** Cached, because each nested type is rendered in its own way. */
const nestedClasses = new Map<string, DuckdbClass>();

function nestedClass(nativeType: string): DuckdbClass {
  const known = nestedClasses.get(nativeType);
  if (known !== undefined) return known;
  const type = readType(nativeType);
  const made = nested((value) => nestedJson(value, type, scalars));
  nestedClasses.set(nativeType, made);
  return made;
}

const scalars: ScalarWriter = {
  json: (value, type) => classOf(columnOf(type)).json(value, columnOf(type)),
  text: (value, type) => classOf(columnOf(type)).text(value, columnOf(type)),
};

function columnOf(type: TypeTree): Column {
  const [mode, storage] = meaningOf(type);
  return computedColumn(mode, storage, type.kind === 'scalar' ? type.native : 'VARCHAR');
}
