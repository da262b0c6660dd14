// Creates a table from staged rows. The engine compresses runs of zeros into one, ignoring their signs. So a column
// with zeros of both signs becomes a computed column, based on the unsigned values and the positions of signs.
import type { DuckDBConnection } from '@duckdb/node-api';
import { quoted } from '../sql/quoting.ts';
import { type EntityColumn, rowsOf } from './loading.ts';
import { TakenNames } from './names.ts';

export interface ComputedColumn extends Pick<EntityColumn, 'name' | 'type' | 'hasBothZeros'> {
  /** An SQL expression. */
  readonly value: string;
}

/** Returns the number of rows. */
export async function createTable(
  connection: DuckDBConnection,
  table: string,
  columns: readonly ComputedColumn[],
  from: string,
): Promise<number> {
  const [[rows] = []] = columns.some(({ hasBothZeros }) => hasBothZeros === true)
    ? await filled(connection, table, columns, from)
    : await rowsOf(
        connection,
        `create or replace table ${table} as
          select ${columns.map(({ name, value }) => `${value} as ${quoted(name)}`).join(', ')} ${from}`,
      );
  return Number(rows);
}

/** The columns that computed ones are based on are known only in this file. */
async function filled(
  connection: DuckDBConnection,
  table: string,
  columns: readonly ComputedColumn[],
  from: string,
): Promise<unknown[][]> {
  const taken = new TakenNames(columns.map(({ name }) => name));
  const stored: { readonly declared: string; readonly value: string }[] = [];
  const computed: string[] = [];
  for (const { name, type, value, hasBothZeros } of columns) {
    if (hasBothZeros !== true) {
      stored.push({ declared: `${quoted(name)} ${type}`, value });
      continue;
    }
    const [unsigned, sign] = [quoted(taken.take(`${name} unsigned`)), quoted(taken.take(`${name} sign`))];
    stored.push(
      { declared: `${unsigned} ${type}`, value: `if(${value} = 0, 0, ${value})` },
      { declared: `${sign} boolean`, value: `${value} = 0 and signbit(${value})` },
    );
    computed.push(
      `${quoted(name)} ${type} generated always as (if(${sign}, '-0.0'::${type}, ${unsigned})) virtual`,
    );
  }
  const declared = [...stored.map((column) => column.declared), ...computed].join(', ');
  await connection.run(`create or replace table ${table} (${declared})`);
  const values = stored.map(({ value }) => value).join(', ');
  return rowsOf(connection, `insert into ${table} select ${values} ${from}`);
}
