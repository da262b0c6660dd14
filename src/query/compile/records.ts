// A row as a record of an entity, with its own address and the addresses of records that it references.
import { type RawBuilder, sql } from 'kysely';
import { recordProperty } from '../../contract/record-properties.ts';
import type { Column, VisibleDatabase, VisibleEntity } from '../../model/database.ts';
import { nullKey } from '../../model/keys.ts';
import { type Link, linksOf } from '../../model/links.ts';
import type { SqlDialect, TextSql, Value } from '../dialect/sql.ts';
import type { PartSql } from '../dialect/statement.ts';
import type { PlanNode } from '../plan/plan.ts';
import { compileCondition } from './conditions.ts';
import type { Draft } from './draft.ts';
import type { Cell, RowFormat } from './formats.ts';
import { isNull } from './values.ts';

/** Builds addresses; the parts after the entity's name are concatenated in SQL. */
export interface RecordAddresses {
  /** The common beginning of all addresses. */
  readonly base: string;
  /** Everything up to and including the opening bracket of the key. */
  recordPrefix(entity: string): string;
  /** Everything after the closing bracket, for a link by columns other than the key. */
  bySuffix(columns: readonly string[]): string;
}

/** A row as a record; the plan must select all columns of its entity. */
export function recordRow(
  database: VisibleDatabase,
  entity: VisibleEntity,
  addresses: RecordAddresses,
): RowFormat {
  const of = (cells: readonly Cell[], draft: Draft) =>
    new RecordText(draft, cells, addresses, database, entity);
  return {
    name: `record at ${addresses.base}`,
    cells: 'json',
    row: (dialect, cells, draft) => dialect.concat(of(cells, draft).parts(engineWriter)),
    parts: (cells, draft) => of(cells, draft).parts(partWriter(draft.dialect, cells)),
  };
}

/** How the values of a record are written. */
interface CellWriter<T> {
  /** The JSON of a cell. */
  cell(cell: Cell): T;
  /** The text of a column in an address, if it equals the text in the record; null if it is built separately. */
  address(column: Column): T | null;
}

function partWriter(dialect: SqlDialect, cells: readonly Cell[]): CellWriter<PartSql> {
  const parts = new Map(
    cells.map(({ own, column }) => {
      const part = own === undefined ? undefined : dialect.inParts?.(own, column);
      if (part === undefined) throw new Error(`${column.name} cannot be written by the connection`);
      return [column, part];
    }),
  );
  const partOf = (column: Column): PartSql => {
    const part = parts.get(column);
    if (part === undefined) throw new Error(`the record comes without its ${column.name}`);
    return part;
  };
  return {
    cell: ({ column }) => partOf(column),
    address: (column) => (partOf(column).isAddress === true ? partOf(column) : null),
  };
}

/** The engine concatenates the record. In a format with JSON cells, every value is already JSON text. */
const engineWriter: CellWriter<TextSql> = { cell: ({ value }) => sql<string>`${value}`, address: () => null };

/** Builds the text of a record. */
class RecordText {
  readonly #draft: Draft;
  readonly #dialect: SqlDialect;
  readonly #cells: readonly Cell[];
  readonly #addresses: RecordAddresses;
  readonly #database: VisibleDatabase;
  readonly #entity: VisibleEntity;

  constructor(
    draft: Draft,
    cells: readonly Cell[],
    addresses: RecordAddresses,
    database: VisibleDatabase,
    entity: VisibleEntity,
  ) {
    this.#draft = draft;
    this.#dialect = draft.dialect;
    this.#cells = cells;
    this.#addresses = addresses;
    this.#database = database;
    this.#entity = entity;
  }

  parts<T>(words: CellWriter<T>): (string | TextSql | T)[] {
    const entity = this.#entity;
    const parts = this.#cells.flatMap((cell, i): (string | T)[] => [
      `${i === 0 ? '{' : ','}${JSON.stringify(recordProperty(cell.name))}:`,
      words.cell(cell),
    ]);
    const opening = parts.length === 0 ? '{' : ',';
    if (entity.kind === 'view') return [...parts, `${opening}"__url__":null,"__links__":{}}`];
    return [
      ...parts,
      ...this.#ownAddress(`${opening}"__url__":`, ',"__links__":{', words),
      ...this.#links(linksOf(this.#database, entity), words),
      '}}',
    ];
  }

  /** The address is null if the user may not see the whole key. */
  #ownAddress<T>(before: string, after: string, words: CellWriter<T>): (string | TextSql | T)[] {
    const { name, key, keyKind, restriction } = this.#entity;
    if (keyKind === 'none') return [`${before}null${after}`];
    const prefix = `"${jsonInner(this.#addresses.recordPrefix(name))}`;
    const partial = key.filter((column) => restriction?.partial.has(column.name));
    if (partial.length === 0) return [before + prefix, ...this.#ownKey(key, words), `]"${after}`];
    const address = this.#dialect.concat([prefix, ...this.#ownKey(key, engineWriter), ']"']);
    const none = this.#dialect.text('null');
    const own = sql<string>`case when ${this.#isAnyNull(partial)} then ${none} else ${address} end`;
    return [before, own, after];
  }

  #isAnyNull(columns: readonly Column[]): RawBuilder<boolean> {
    return sql<boolean>`${sql.join(
      columns.map((column) => this.#isNull(column)),
      sql` or `,
    )}`;
  }

  #own(column: Column): Value {
    const own = this.#cells.find((cell) => cell.column === column)?.own;
    if (own === undefined) throw new Error(`the record comes without its ${column.name}`);
    return own;
  }

  #isNull(column: Column): RawBuilder<boolean> {
    return isNull(this.#dialect, this.#own(column), column);
  }

  #address<T>(column: Column, words: CellWriter<T>): TextSql | T {
    return words.address(column) ?? this.#dialect.urlText(this.#own(column), column);
  }

  /** The key values in the record's own address. */
  #ownKey<T>(columns: readonly Column[], words: CellWriter<T>): (string | TextSql | T)[] {
    const parts = columns.map((column) =>
      column.nullable
        ? sql<string>`case when ${this.#isNull(column)} then ${sql.lit(nullKey)} else ${this.#address(column, engineWriter)} end`
        : this.#address(column, words),
    );
    return separated(parts);
  }

  /**
   * The links that exist, separated by commas. As long as all earlier links certainly exist, a link knows whether it
   * needs a comma; from the first uncertain link on, each writes its own comma and the very first comma is cut off.
   */
  #links<T>(links: readonly Link[], words: CellWriter<T>): (string | TextSql | T)[] {
    const isCertain = (link: Link) =>
      link.values.every((column) => !column.nullable) && this.#targetOf(link) === null;
    const certain = links.filter(isCertain);
    const uncertain = links.filter((link) => !isCertain(link)).map((link) => this.#optionalLink(link));
    const parts = certain.flatMap((link, i) => this.#link(link, i === 0 ? '' : ',', words));
    if (uncertain.length === 0) return parts;
    if (parts.length > 0) return [...parts, ...uncertain];
    return [sql<string>`substr(${this.#dialect.concat(uncertain)}, 2)`];
  }

  #link<T>(link: Link, comma: string, words: CellWriter<T>): (string | TextSql | T)[] {
    const { recordPrefix, bySuffix } = this.#addresses;
    const before = `${comma}${JSON.stringify(link.name)}:"${jsonInner(recordPrefix(link.target))}`;
    const after = `]${link.by === null ? '' : jsonInner(bySuffix(link.by))}"`;
    return [before, ...separated(link.values.map((column) => this.#address(column, words))), after];
  }

  #optionalLink(link: Link): TextSql {
    const text = this.#dialect.concat(this.#link(link, ',', engineWriter));
    const target = this.#targetOf(link);
    if (target === null)
      return sql<string>`case when ${this.#isAnyNull(link.values)} then '' else ${text} end`;
    return sql<string>`case when ${this.#leadsTo(link, target)} then ${text} else '' end`;
  }

  /** The target entity of a link if it is restricted; null if all of its rows are visible. */
  #targetOf({ target }: Link): VisibleEntity | null {
    const entity = this.#database.entities.get(target);
    const { rows = null, partial } = entity?.restriction ?? {};
    return entity !== undefined && (rows !== null || (partial?.size ?? 0) > 0) ? entity : null;
  }

  /** Whether the user may see the row that the link leads to. */
  #leadsTo({ key }: Link, entity: VisibleEntity): RawBuilder<boolean> {
    const of: PlanNode = { index: 0, entity: this.#entity, parent: null, relation: null };
    const node: PlanNode = { index: 1, entity, parent: null, relation: null };
    const relation = {
      kind: 'many2one',
      ownColumns: key.columns,
      entity: entity.name,
      otherColumns: key.targetColumns,
    } as const;
    const draft = this.#draft.at(({ column }) => sql`${this.#own(column)}`);
    return compileCondition(draft, { kind: 'exists', nodes: [node], of, relation, where: null });
  }
}

/** The text between the quotes of a JSON string. */
function jsonInner(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function separated<T>(parts: readonly T[]): (string | T)[] {
  return parts.flatMap((part, i) => (i === 0 ? [part] : [',', part]));
}
