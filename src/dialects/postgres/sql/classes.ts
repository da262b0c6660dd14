// The table of types of PostgreSQL: each class of stored values, and how it is handled.
import type { Column } from '../../../model/database.ts';
import { date, time, timestamp, timestamptz } from './classes/moments.ts';
import { boolean, calculated, float4, float8, int2, int4, int8, numeric, oid } from './classes/numbers.ts';
import {
  array,
  arrayOfBytea,
  arrayOfJson,
  arrayOfOid,
  arrayOfOpaque,
  bytea,
  inet,
  json,
  jsonb,
  opaque,
  plain,
  unordered,
  uuid,
  xml,
} from './classes/others.ts';
import { char, citext, selection, selectionInDomain, text } from './classes/texts.ts';
import type { PostgresClass } from './classes/type-class.ts';
import { type Storage, storageOf } from './types.ts';

const classes: Record<Storage, PostgresClass> = {
  int2,
  int4,
  int8,
  oid,
  numeric,
  calculated,
  float4,
  float8,
  boolean,
  text,
  char,
  citext,
  uuid,
  bytea,
  date,
  timestamp,
  timestamptz,
  time,
  inet,
  enum: selection,
  'enum in domain': selectionInDomain,
  json,
  jsonb,
  plain,
  unordered,
  xml,
  opaque,
  array,
  'array of oid': arrayOfOid,
  'array of bytea': arrayOfBytea,
  'array of json': arrayOfJson,
  'array of opaque': arrayOfOpaque,
};

export function classOf(column: Column): PostgresClass {
  return classes[storageOf(column)];
}
