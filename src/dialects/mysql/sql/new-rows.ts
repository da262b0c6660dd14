// How MariaDB makes many rows by one statement. MySQL has no INSERT that shows them.
import type { NewRowsSql } from '../../../query/dialect/write.ts';
import { newRowsAsValues } from '../../base/new-rows.ts';
import { classOf } from './classes.ts';

/** The engine's own bound for the places of a statement. */
const mostPlaces = 65_535;

export const newRows: NewRowsSql = {
  ...newRowsAsValues(classOf, mostPlaces),
  // A trigger may not change the table whose rows it is called for, but what it makes of a row before it is stored is shown.
  actsLater: () => null,
};
