// Sends statements through the driver, and returns their rows as texts.
import mysql, { type Connection } from 'mysql2';
import type { BoundSql } from '../../../query/dialect/statement.ts';
import { publishStatement } from '../../base/trace.ts';
import type { PreparedStatements } from './driver.ts';

export type TextRow = (string | null)[];

/** All rows of a statement without parameters, each value converted to text by the engine. */
export function textRows(connection: Connection, sql: string): Promise<TextRow[]> {
  publishStatement(sql);
  return new Promise((resolve, reject) => {
    connection.query<mysql.RowDataPacket[][]>(
      { sql, rowsAsArray: true, typeCast: (field) => field.string('utf8') },
      (error, rows) => {
        if (error) reject(error);
        // The cast above makes every value a text, which the driver's types cannot express.
        else resolve(Array.isArray(rows) ? (rows as unknown as TextRow[]) : []);
      },
    );
  });
}

/** All rows of a statement; every column is a text. */
export function preparedRows(prepared: PreparedStatements, statement: BoundSql): Promise<TextRow[]> {
  publishStatement(statement.sql);
  return new Promise((resolve, reject) => {
    prepared.execute(statement.sql, boundValues(statement), (error, rows) => {
      if (error) reject(error);
      else resolve(Array.isArray(rows) ? rows.map(textsOf) : []);
    });
  });
}

export function boundValues({ parameters }: BoundSql): unknown[] {
  return parameters.map(bindable);
}

/** The driver sends a bigint as text, which the engine would compare as a rounded number. */
function bindable(value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  if (value >= -(2n ** 63n) && value < 2n ** 63n) return mysql.TypedParameter.LONGLONG(value);
  if (value >= 0n && value < 2n ** 64n) return mysql.TypedParameter.LONGLONG.unsigned(value);
  return mysql.TypedParameter.NEWDECIMAL(String(value));
}

function textsOf(row: unknown): TextRow {
  // Without a cast, each value is the raw bytes or null.
  const columns: readonly (Buffer | null)[] = Array.isArray(row) ? row : [];
  return columns.map((value) => value?.toString() ?? null);
}
