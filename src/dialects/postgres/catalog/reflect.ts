// Reads PostgreSQL's catalog with six statements, however many tables there are. The facts of a table are parsed on
// demand.
import type { Column, Index, RawCatalog, RawForeignKey, RawTable } from '../../../model/catalog.ts';
import { ruleOf } from '../../base/reference-rules.ts';
import { type TypeFacts, typeOf } from '../sql/types.ts';
import { runningFunctions } from './functions.ts';
import { type Lockable, lockableName } from './locks.ts';
import { columnSql, foreignKeySql, indexSql, tableSql, typeSql } from './statements.ts';

/** Runs one statement and returns its rows, with every value as the engine's text. */
export type AskCatalog = (sql: string, ...parameters: string[]) => Promise<readonly Row[]>;

type Row = readonly (string | null)[];

export interface Reflection {
  readonly catalog: RawCatalog;
  /** The names of entities that run functions when they are read. */
  readonly running: ReadonlySet<string>;
  readonly lockable: Lockable;
}

/** `estimates`: false if row estimates must stay hidden, because they count rows that other users may see. */
export async function reflect(query: AskCatalog, estimates: boolean): Promise<Reflection> {
  const rows = await query(tableSql);
  const all = oidList(rows);
  const facts: Facts = {
    types: readTypes(await query(typeSql, all)),
    columns: new Map(
      (await query(columnSql, all, oidList(rows.filter((row) => row[7] !== 't')))).map(([table, list]) => [
        text(table),
        text(list),
      ]),
    ),
    indexes: byTable(await query(indexSql, all)),
    foreignKeys: byTable(await query(foreignKeySql, all)),
    tables: new Map(),
    estimates,
  };
  for (const row of rows) facts.tables.set(text(row[0]), new Table(row, facts));
  const running = await runningFunctions(query, [...facts.tables.keys()]);
  return {
    catalog: {
      defaultSchema: rows.find((row) => row[6] === 't')?.[1] ?? null,
      tables: [...facts.tables.values()],
    },
    running: new Set(rows.flatMap((row) => (running.has(text(row[0])) ? [entityOf(row)] : []))),
    // A table is locked only for those who may read all of its columns.
    lockable: new Map(
      rows.flatMap((row) =>
        row[7] === 't' && row[9] === 't' ? [[entityOf(row), lockableName(text(row[1]), text(row[2]))]] : [],
      ),
    ),
  };
}

function entityOf([, schema, table, , , , isDefault]: Row): string {
  return isDefault === 't' ? text(table) : `${schema}.${table}`;
}

/** All results by table OID; columns as JSON. */
interface Facts {
  readonly types: ReadonlyMap<string, ColumnType>;
  readonly columns: ReadonlyMap<string, string>;
  readonly indexes: ReadonlyMap<string, readonly Row[]>;
  readonly foreignKeys: ReadonlyMap<string, readonly Row[]>;
  readonly tables: Map<string, Table>;
  readonly estimates: boolean;
}

type ColumnType = Pick<Column, 'nativeType' | 'mode' | 'storage' | 'mayHoldDoubles' | 'choices'>;

type ColumnRow = readonly [
  number: number,
  name: string,
  type: string,
  typeModifier: number,
  notNull: boolean,
  expression: string | null,
  generated: boolean,
  comment: string | null,
];

class Table implements RawTable {
  readonly schema: string;
  readonly table: string;
  readonly kind: 'table' | 'view';
  readonly comment: string | null;
  readonly rowEstimate: number | null;
  readonly hasHeirs: boolean;
  readonly #oid: string;
  readonly #facts: Facts;
  #columnRows: readonly ColumnRow[] | undefined;
  #columns: readonly Column[] | undefined;
  #primaryKey: readonly string[] | undefined;
  #indexes: readonly Index[] | undefined;
  #foreignKeys: readonly RawForeignKey[] | undefined;

  constructor([oid, schema, table, isView, estimate, comment, , , hasHeirs]: Row, facts: Facts) {
    this.schema = text(schema);
    this.table = text(table);
    this.kind = isView === 't' ? 'view' : 'table';
    this.comment = comment ?? null;
    this.rowEstimate = typeof estimate === 'string' && facts.estimates ? Number(estimate) : null;
    this.hasHeirs = hasHeirs === 't';
    this.#oid = text(oid);
    this.#facts = facts;
  }

  get columns(): readonly Column[] {
    this.#columns ??= this.#ownColumns.map((row) => readColumn(row, this.#facts.types));
    return this.#columns;
  }

  get primaryKey(): readonly string[] {
    this.#primaryKey ??= this.#readPrimaryKey();
    return this.#primaryKey;
  }

  get indexes(): readonly Index[] {
    this.#indexes ??= this.#ownIndexes.flatMap(([, name, unique, , numbers]): Index[] => {
      const columns = this.#namesOf(numbers);
      return columns ? [{ name: text(name), columns, unique: unique === 't' }] : [];
    });
    return this.#indexes;
  }

  get foreignKeys(): readonly RawForeignKey[] {
    this.#foreignKeys ??= this.#readForeignKeys();
    return this.#foreignKeys;
  }

  #readPrimaryKey(): readonly string[] {
    const primary = this.#ownIndexes.find((row) => row[3] === 't');
    return (primary && this.#namesOf(primary[4])) ?? [];
  }

  #readForeignKeys(): RawForeignKey[] {
    const rows = this.#facts.foreignKeys.get(this.#oid) ?? [];
    return rows.flatMap(([, name, own, target, others, onDelete, onUpdate]): RawForeignKey[] => {
      const other = this.#facts.tables.get(text(target));
      if (other === undefined) return [];
      const columns = this.#namesOf(own);
      const targetColumns = other.#namesOf(others);
      if (!columns || !targetColumns) return [];
      return [
        {
          name: text(name),
          columns,
          target: { schema: other.schema, table: other.table },
          targetColumns,
          onDelete: ruleOf(text(onDelete)),
          onUpdate: ruleOf(text(onUpdate)),
        },
      ];
    });
  }

  get #ownIndexes(): readonly Row[] {
    return this.#facts.indexes.get(this.#oid) ?? [];
  }

  get #ownColumns(): readonly ColumnRow[] {
    // Typed by the statement that writes it; without a row there are no columns.
    this.#columnRows ??= JSON.parse(this.#facts.columns.get(this.#oid) ?? '[]') as readonly ColumnRow[];
    return this.#columnRows;
  }

  /** Null if one of the columns is not readable: its keys are then left out. */
  #namesOf(numbers: string | null | undefined): string[] | null {
    const names = numberList(numbers).map((number) => this.#ownColumns.find((row) => row[0] === number)?.[1]);
    return names.every((name) => name !== undefined) ? names : null;
  }
}

function oidList(rows: readonly Row[]): string {
  return `{${rows.map(([oid]) => oid).join(',')}}`;
}

function byTable(rows: readonly Row[]): ReadonlyMap<string, readonly Row[]> {
  return Map.groupBy(rows, ([table]) => text(table));
}

function typeKey(type: string, modifier: string | number): string {
  return `${type} ${modifier}`;
}

function readTypes(rows: readonly Row[]): ReadonlyMap<string, ColumnType> {
  return new Map(
    rows.map((row) => {
      const [type, modifier, nativeType, domain, builtIn, name, sqlName, kind, bounded] = row;
      const [elementBuiltIn, element, elementKind, labels] = row.slice(9);
      const facts: TypeFacts = {
        domain: domain === 't',
        builtIn: builtIn === 't',
        name: text(name),
        sqlName: text(sqlName),
        kind: text(kind),
        bounded: bounded === 't',
        labels: typeof labels === 'string' ? JSON.parse(labels) : null,
        element:
          typeof element === 'string'
            ? { builtIn: elementBuiltIn === 't', name: element, kind: text(elementKind) }
            : null,
      };
      return [typeKey(text(type), text(modifier)), { nativeType: text(nativeType), ...typeOf(facts) }];
    }),
  );
}

/** All types come from the same snapshot as the columns, so this is never used. */
const unknownType: ColumnType = { nativeType: '', mode: 'other', storage: 'other' };

function readColumn(row: ColumnRow, types: ReadonlyMap<string, ColumnType>): Column {
  const [, name, type, modifier, notNull, expression, generated, comment] = row;
  const its = types.get(typeKey(type, modifier)) ?? unknownType;
  return { name, ...its, nullable: !notNull, default: expression, generated, comment };
}

function text(value: string | null | undefined): string {
  return value ?? '';
}

/** The numbers in an array's text, `{1,2}`; a slice of a vector includes its bounds, `[0:1]={1,2}`. */
function numberList(array: string | null | undefined): number[] {
  const list = text(array);
  return list
    .slice(list.indexOf('{') + 1, -1)
    .split(',')
    .map(Number);
}
