// Makes a row of MySQL's and MariaDB's table of types from the traits of its class.
import type { Column } from '../../../../model/database.ts';
import type { Value } from '../../../../query/dialect/sql.ts';
import type { TypeClass } from '../../../base/type-class.ts';
import { addressOf } from './addresses.ts';
import { added, extreme, group, groupByPeriod, shownText } from './summaries.ts';
import type { Traits } from './traits.ts';

export interface MysqlClass extends TypeClass {
  /** The text for a line written by the service. In plain texts the line writer puts the `T` into moments. */
  line(value: Value, column: Column): Value;
}

export function classWith(traits: Traits): MysqlClass {
  const { json, key, family, comparable, literal, sortsWhole, cursorText, cursorValue, isPlain, line, sum } =
    traits;
  const { write, isItsText, quick, asGiven, kept, restore } = traits;
  return {
    text: (value, column) => shownText(traits, value, column),
    json,
    address: (value, column) => addressOf(traits.text(value, column), traits.reserved),
    key,
    family,
    comparable,
    literal,
    sortsWhole,
    cursorText,
    cursorValue,
    add: sum === null ? null : (name, value, column) => added(sum, name, value, column),
    extreme: (name, value, column) => extreme(traits, name, value, column),
    group: (value, column) => group(traits, value, column),
    period: groupByPeriod,
    isPlain,
    line,
    write,
    isItsText,
    quick,
    asGiven,
    kept,
    restore,
  };
}
