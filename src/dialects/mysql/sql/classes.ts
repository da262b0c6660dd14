// The table of types of MySQL and MariaDB: each class of stored values, and how it is handled.
import type { Column } from '../../../model/database.ts';
import { classWith, type MysqlClass } from './classes/class-with.ts';
import { calculatedMoment, date, datetime, time } from './classes/moments.ts';
import { bit, bits, boolean, calculated, decimal, double, float, integer, year } from './classes/numbers.ts';
import { binary, geometry, inet, json, jsonText, other, uuid } from './classes/others.ts';
import { selection, set, text } from './classes/texts.ts';
import { type StorageClass, storageOf } from './types.ts';

const classes: Record<StorageClass, MysqlClass> = {
  integer: classWith(integer),
  boolean: classWith(boolean),
  bit: classWith(bit),
  bits: classWith(bits),
  year: classWith(year),
  decimal: classWith(decimal),
  calculated: classWith(calculated),
  double: classWith(double),
  float: classWith(float),
  text: classWith(text),
  enum: classWith(selection),
  set: classWith(set),
  jsontext: classWith(jsonText),
  json: classWith(json),
  date: classWith(date),
  datetime: classWith(datetime),
  calculatedmoment: classWith(calculatedMoment),
  time: classWith(time),
  binary: classWith(binary),
  geometry: classWith(geometry),
  uuid: classWith(uuid),
  inet: classWith(inet),
  other: classWith(other),
};

export function classOf(column: Column): MysqlClass {
  return classes[storageOf(column.storage).kind];
}
