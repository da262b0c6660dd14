// Parquet files, which the engine reads itself; values that it would change are reported or rejected.
import { constants, copyFile, rm, symlink } from 'node:fs/promises';
import type { DuckDBConnection } from '@duckdb/node-api';
import { UnreadableTable } from '../../../tabular/table.ts';
import { literal } from '../sql/quoting.ts';
import { createTable } from './create-table.ts';
import { type Load, type LoadedEntity, rowsOf, tableOf, withOwnFile } from './loading.ts';
import { columnNames } from './names.ts';
import {
  declareAsMoments,
  type NanosecondLeaf,
  type Nanoseconds,
  nanosecondLeaves,
} from './parquet-footer.ts';
import { unpack } from './plain-text.ts';

/** Through a symbolic link: the engine treats `*`, `?` and `[` in a path as a pattern, and would read other files. */
export function parquet(load: Load): Promise<LoadedEntity[]> {
  const { connection, file } = load;
  return withOwnFile(load, async (path) => {
    if (file.isPacked) await unpack(file.path, path);
    else await symlink(file.path, path);
    const fields = await fieldsOf(connection, path);
    const names = columnNames(fields.map(({ name }) => name));
    const notes = names.flatMap((name, i) => noteOf(name, fields[i]));
    const cut = fields.flatMap(({ nanoseconds }) => nanoseconds ?? []);
    if (cut.length > 0) await readNanoseconds(load, path, cut);
    // By position, because the engine renames columns with equal names.
    const places = names.map((_, i) => `c${i}`);
    const from = `from read_parquet(${literal(path)}, hive_partitioning = false) as file(${places.join(', ')})`;
    const values = await valuesOf(connection, fields, from);
    const declared = await rowsOf(connection, `describe select ${values.join(', ')} ${from}`);
    const types = declared.map(([, type]) => String(type));
    const zeros = await zerosOf(connection, types, values, from);
    const columns = names.map((name, i) => ({
      name,
      type: types[i] ?? '',
      hasBothZeros: zeros[i] === 'both',
    }));
    const made = columns.map((column, i) => ({ ...column, value: values[i] ?? '' }));
    const rows = await createTable(connection, tableOf(load.into, file.entity), made, from);
    for (const [i, name] of names.entries()) if (zeros[i] === 'within') notes.push(unsignedNote(name));
    return [{ entity: file.entity, sheet: null, columns, rows, notes }];
  });
}

/** From here on the path is our own copy, and the engine reads all of its moments and times completely. */
async function readNanoseconds({ file }: Load, path: string, cut: readonly NanosecondLeaf[]): Promise<void> {
  if (!file.isPacked) {
    await rm(path);
    await copyFile(file.path, path, constants.COPYFILE_FICLONE);
  }
  await declareAsMoments(path, cut);
}

/** How the values read are shown: as a moment or time if none has nanoseconds, otherwise as text. */
const shown: Record<
  Nanoseconds,
  { readonly whole: (place: string) => string; readonly exact: (place: string) => string }
> = {
  moment: {
    whole: (place) => `timezone('UTC', ${place}::timestamp)`,
    exact: (place) => `replace(${place}::varchar, ' ', 'T') || '+00:00'`,
  },
  time: {
    whole: (place) => `${place}::time`,
    exact: (place) => `split_part(${place}::varchar, ' ', 2)`,
  },
};

/** The expression for each column. */
async function valuesOf(
  connection: DuckDBConnection,
  fields: readonly Field[],
  from: string,
): Promise<readonly string[]> {
  const looked = fields.map(({ nanoseconds }, i) =>
    nanoseconds === null ? 'false' : `coalesce(bool_or(epoch_ns(c${i}) % 1000 <> 0), false)`,
  );
  const isLooked = fields.some(({ nanoseconds }) => nanoseconds !== null);
  const [exact = []] = isLooked ? await rowsOf(connection, `select ${looked.join(', ')} ${from}`) : [];
  return fields.map(({ nanoseconds }, i) => {
    if (nanoseconds === null) return `c${i}`;
    return shown[nanoseconds.of][exact[i] === true ? 'exact' : 'whole'](`c${i}`);
  });
}

/** A column has zeros with and without a sign, or has signed ones nested within its values. */
type Zeros = 'both' | 'within' | null;

async function zerosOf(
  connection: DuckDBConnection,
  types: readonly string[],
  values: readonly string[],
  from: string,
): Promise<readonly Zeros[]> {
  const looks = types.map((type, i): readonly [Zeros, condition: string] => {
    const value = values[i] ?? '';
    if (type === 'DOUBLE' || type === 'FLOAT') {
      const isSigned = `signbit(${value})`;
      return ['both', `bool_or(${value} = 0 and ${isSigned}) and bool_or(${value} = 0 and not ${isSigned})`];
    }
    if (!/DOUBLE|FLOAT/.test(type)) return [null, 'false'];
    return ['within', `bool_or(regexp_matches(${value}::varchar, '(^|[^0-9.])-0\\.0([^0-9]|$)'))`];
  });
  if (looks.every(([zeros]) => zeros === null)) return [];
  const conditions = looks.map(([, condition]) => condition).join(', ');
  const [found = []] = await rowsOf(connection, `select ${conditions} ${from}`);
  return looks.map(([zeros], i) => (found[i] === true ? zeros : null));
}

function unsignedNote(name: string): string {
  return `zeros with a sign within the column ${name} may be shown without it, since the engine puts many zeros down as one`;
}

/** A column as the file declares it. */
interface Field {
  readonly name: string;
  /** The kind of nanoseconds that the engine would truncate but can be made to read. */
  readonly nanoseconds: NanosecondLeaf | null;
  /** Whether it, or anything nested in it, has nanoseconds that the engine truncates to microseconds. */
  readonly isCut: boolean;
  /** The most digits of its numbers, including nested ones. */
  readonly digits: number;
}

/** Nested elements follow their column in the file. */
async function fieldsOf(connection: DuckDBConnection, path: string): Promise<Field[]> {
  const [, ...nodes] = await rowsOf(
    connection,
    `select name, coalesce(num_children, 0)::integer, coalesce(precision, 0)::integer,
        type is not distinct from 'INT96' or coalesce(
          regexp_matches(logical_type, 'NANOS=[^<]') and not starts_with(logical_type, 'TimestampType(isAdjustedToUTC=0'), false),
        coalesce(repetition_type = 'REPEATED', false)
      from parquet_schema(${literal(path)})`,
  );
  // If the footer cannot be parsed, the truncation is reported instead.
  const leaves = await nanosecondLeaves(path).catch(() => []);
  const readable = new Map(leaves.map((leaf) => [leaf.element, leaf]));
  const fields: Field[] = [];
  for (let at = 0; at < nodes.length; ) {
    const first = at;
    for (let left = 1; left > 0; at++) left += Number(nodes[at]?.[1]) - 1;
    const own = nodes.slice(first, at);
    // Nested columns are left as they are.
    const isAlone = own.length === 1 && own[0]?.[3] === true && own[0][4] === false;
    const nanoseconds = isAlone ? (readable.get(first + 1) ?? null) : null;
    fields.push({
      name: String(nodes[first]?.[0]),
      nanoseconds,
      digits: Math.max(...own.map((node) => Number(node[2]))),
      isCut: nanoseconds === null && own.some((node) => node[3] === true),
    });
  }
  return fields;
}

/** The engine would turn numbers with more digits into doubles, which changes them. */
const maxDigits = 38;

function noteOf(name: string, field: Field | undefined): string[] {
  if (field === undefined) return [];
  if (field.digits > maxDigits) {
    throw new UnreadableTable(
      `the numbers of its column ${name} have up to ${field.digits} digits, and the engine reads ${maxDigits}`,
    );
  }
  return field.isCut
    ? [`the column ${name} is shown to the microsecond, since the engine reads none of its nanoseconds`]
    : [];
}
