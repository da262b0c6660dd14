// Parquet files, which the engine reads by itself; what it would show as another value is said, or refused.
import { symlink } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { UnreadableTable } from '../../../tabular/table.ts';
import { type Load, type LoadedEntity, rowsOf, tableOf, withOwnFile } from './loading.ts';
import { columnNames } from './names.ts';
import { unpack } from './plain-text.ts';
import { literal, quoted } from './words.ts';

/** By a link of ours: the engine takes `*`, `?` and `[` of a path for a pattern, and would read other files. */
export function parquet(load: Load): Promise<LoadedEntity[]> {
  const { connection, file } = load;
  return withOwnFile(load, async (path) => {
    if (file.isPacked) await unpack(file.path, path);
    else await symlink(file.path, path);
    const fields = await fieldsOf(connection, path);
    const names = columnNames(fields.map(({ name }) => name));
    const notes = names.flatMap((name, i) => noteOf(name, fields[i]));
    // By their places, since the engine gives columns of one name others of its own.
    const columns = names.map((name, i) => `c${i} as ${quoted(name)}`).join(', ');
    const places = names.map((_, i) => `c${i}`).join(', ');
    const table = tableOf(load, file.entity);
    const [[rows] = []] = await rowsOf(
      connection,
      `create or replace table ${table} as
        select ${columns} from read_parquet(${literal(path)}, hive_partitioning = false) as file(${places})`,
    );
    const declared = await rowsOf(connection, `describe ${table}`);
    return [
      {
        entity: file.entity,
        sheet: null,
        columns: declared.map(([name, type]) => ({ name: String(name), type: String(type) })),
        rows: Number(rows),
        notes,
      },
    ];
  });
}

/** A column as the file declares it. */
interface Field {
  readonly name: string;
  /** Whether it, or anything within it, has nanoseconds of which the engine reads no more than microseconds. */
  readonly isCut: boolean;
  /** The most digits of its numbers, or of those within it. */
  readonly digits: number;
}

/** What is within a column follows it in the file. */
async function fieldsOf(connection: DuckDBConnection, path: string): Promise<Field[]> {
  const [, ...nodes] = await rowsOf(
    connection,
    `select name, coalesce(num_children, 0)::integer, coalesce(precision, 0)::integer,
        type is not distinct from 'INT96' or coalesce(
          regexp_matches(logical_type, 'NANOS=[^<]') and not starts_with(logical_type, 'TimestampType(isAdjustedToUTC=0'), false)
      from parquet_schema(${literal(path)})`,
  );
  const fields: Field[] = [];
  for (let at = 0; at < nodes.length; ) {
    const first = at;
    for (let left = 1; left > 0; at++) left += Number(nodes[at]?.[1]) - 1;
    const own = nodes.slice(first, at);
    fields.push({
      name: String(nodes[first]?.[0]),
      digits: Math.max(...own.map((node) => Number(node[2]))),
      isCut: own.some((node) => node[3] === true),
    });
  }
  return fields;
}

/** The engine would make doubles of longer ones, which are other numbers. */
const mostDigits = 38;

function noteOf(name: string, field: Field | undefined): string[] {
  if (field === undefined) return [];
  if (field.digits > mostDigits) {
    throw new UnreadableTable(
      `the numbers of its column ${name} have up to ${field.digits} digits, and the engine reads ${mostDigits}`,
    );
  }
  return field.isCut
    ? [`the column ${name} is shown to the microsecond, since the engine reads none of its nanoseconds`]
    : [];
}
