// How SQLite makes many rows by one statement.
import type { NewRowsSql } from '../../../query/dialect/write.ts';
import { newRowsAsValues } from '../../base/new-rows.ts';
import { classOf } from './classes.ts';

/** The engine's own bound for the places of a statement. */
const mostPlaces = 32_766;

export const newRows: NewRowsSql = {
  ...newRowsAsValues(classOf, mostPlaces),
  actsLater: ({ id }) => ({
    sql: `select name from main.sqlite_schema where type = 'trigger' and tbl_name = ? collate nocase limit 1`,
    parameters: [id.table],
  }),
};
