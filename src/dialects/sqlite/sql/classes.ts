// The table of types of SQLite: each class of stored values, and how it is handled.
import { sql } from 'kysely';
import type { Column } from '../../../model/database.ts';
import { computedColumn } from '../../../query/pseudo.ts';
import { type TabledSql, tabled } from '../../base/type-class.ts';
import { quickNumber } from '../../base/writing.ts';
import * as added from './classes/added.ts';
import { anyKey, keyOf, numberKey, textKey, truthKey } from './classes/keys.ts';
import {
  binaryLiteral,
  dateLiteral,
  datetimeLiteral,
  integerLiteral,
  numberLiteral,
  ownLiteral,
  type ReadLiteral,
  textLiteral,
  timeLiteral,
  truthLiteral,
} from './classes/literals.ts';
import * as looks from './classes/renderings.ts';
import { anything, type SqliteClass, written } from './classes/type-class.ts';
import { bytesValue, numberValue, rowNumber, writing } from './classes/writing.ts';
import { once } from './once.ts';
import { addDecimals, addIntegers, addReals, counted, groupByPeriod } from './summarise.ts';
import { type Storage, storageOf } from './types.ts';

const number = {
  ...written(looks.number),
  // The column converts an integral number to an integer.
  ...writing(numberValue, quickNumber),
  family: 'number',
  key: keyOf(numberKey),
};

const text = written(looks.text);

const numeric: SqliteClass = { ...number, literal: numberLiteral, add: addDecimals };

const integer: SqliteClass = {
  ...number,
  literal: integerLiteral,
  add: addIntegers,
  isWhole: true,
  // The column stores equal values identically, so any row of a group shows the group's value.
  group: (value, column) => ({ ...number.group(value, column), shown: value }),
};

/** Moments compare by meaning, but sort as stored, so that an index can be used. */
function moment(family: string, literal: ReadLiteral): SqliteClass {
  return {
    ...written(looks.mixed),
    family,
    key: keyOf(numberKey),
    literal,
    comparable: (value, _column, use) => (use === 'sort' ? value : sql`joinery_moment(${value})`),
  };
}

function day(literal: ReadLiteral): SqliteClass {
  return {
    ...moment('moment', literal),
    period: (value, ...period) => groupByPeriod(looks.mixed, value, ...period),
  };
}

/** The type of the sort key for minimum and maximum of sums. */
const keyType = computedColumn('text', 'text', 'TEXT');

const classes: Record<Storage, SqliteClass> = {
  rowid: {
    ...integer,
    ...writing(rowNumber, quickNumber),
    ...looks.rowId,
    address: (value) => sql<string>`${value}`,
    cursorText: (value) => sql<string>`ifnull('"' || ${value} || '"', 'null')`,
    isPlain: true,
  },
  integer,
  real: { ...number, literal: numberLiteral, add: addReals },
  numeric,
  calculated: { ...numeric, text: (value) => once(value, looks.calculated.text) },
  added: {
    ...numeric,
    ...added.rendering,
    cursorText: added.cursorText,
    literal: (given, _column, use) => added.literal(given, use === 'equality'),
    // Equal numbers have the same form.
    comparable: (value, _column, use) =>
      use === 'equality' ? value : use === 'order' ? added.inOrder(value) : added.near(value),
    add: (name, value, column) =>
      (column.mode === 'integer' ? addIntegers : addDecimals)(name, added.plainNumber(value), column),
    extreme(name, value) {
      const key = sql`${sql.raw(name)}(${added.sortKey(value)})`;
      const found = added.ofKey(key);
      return {
        json: added.rendering.json(found),
        text: added.rendering.text(found),
        sort: key,
        number: found,
        column: keyType,
      };
    },
    group: (value, column) => ({
      by: added.sortKey(value),
      shown: sql`min(${value})`,
      json: added.rendering.json,
      text: added.rendering.text,
      column,
    }),
  },
  boolean: {
    ...written(looks.truth),
    ...writing(numberValue),
    family: 'number',
    key: keyOf(truthKey),
    literal: truthLiteral,
  },
  text: {
    ...text,
    family: 'text',
    key: keyOf(textKey),
    literal: textLiteral,
    isText: true,
    group(value, column) {
      const group = text.group(value, column);
      return column.hasNoCollation ? { ...group, shown: value } : group;
    },
  },
  'loose text': { ...written(looks.mixed), family: 'text', key: keyOf(anyKey), literal: ownLiteral },
  date: day(dateLiteral),
  datetime: day(datetimeLiteral),
  time: moment('time', timeLiteral),
  binary: {
    ...written(looks.bytes),
    ...writing(bytesValue),
    family: 'binary',
    key: keyOf(anyKey),
    literal: binaryLiteral,
  },
  any: {
    ...written(looks.mixed),
    family: anything,
    key: keyOf(anyKey),
    literal: ownLiteral,
    add: addIntegers,
  },
  list: { ...written(looks.list), family: 'list', key: keyOf(anyKey), literal: textLiteral },
};

export function classOf(column: Column): SqliteClass {
  return classes[storageOf(column)];
}

const table = tabled(classOf, counted);

export const types: TabledSql = {
  ...table,
  isComparableWith(a, b) {
    const families = [classOf(a).family, classOf(b).family];
    return families.includes(anything) || table.isComparableWith(a, b);
  },
  // Consistent with grouping: moments written differently are different values.
  summary(name, value, column) {
    if (name === 'count_distinct') return counted(sql`count(distinct ${value})`);
    return table.summary(name, value, column);
  },
};
