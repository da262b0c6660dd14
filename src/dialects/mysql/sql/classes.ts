// The table of types of MySQL and MariaDB: each class in which values are stored, and all that is done with them.
import type { Column } from '../../../model/database.ts';
import { date, datetime, time } from './classes/moments.ts';
import { bit, bits, boolean, calculated, decimal, double, float, integer, year } from './classes/numbers.ts';
import { binary, geometry, inet, json, jsonText, other, uuid } from './classes/others.ts';
import { selection, set, text } from './classes/texts.ts';
import type { TypeClass } from './classes/type-class.ts';
import { type StorageClass, storageOf } from './types.ts';

const classes: Record<StorageClass, TypeClass> = {
  integer,
  boolean,
  bit,
  bits,
  year,
  decimal,
  calculated,
  double,
  float,
  text,
  enum: selection,
  set,
  jsontext: jsonText,
  json,
  date,
  datetime,
  time,
  binary,
  geometry,
  uuid,
  inet,
  other,
};

export function classOf(column: Column): TypeClass {
  return classes[storageOf(column.storage).kind];
}
