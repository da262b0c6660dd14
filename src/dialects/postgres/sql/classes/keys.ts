// How a value of an address finds its record: as a value of the column's type, so that the column's index serves.
import { equality } from '../../../../query/dialect/bound.ts';
import type { ReadText } from '../../../base/readings.ts';
import { hasNul, type PostgresClass } from './type-class.ts';

/** The parameter has no type of its own, so it takes the column's. */
export function keyBy(read: ReadText): PostgresClass['key'] {
  return (text) => {
    const value = hasNul(text) ? null : read(text);
    return value === null ? null : equality(value);
  };
}
