// A row as the record of an entity, with its own address and those of the records that it references.
import { type RawBuilder, sql } from 'kysely';
import type { Column, Database, Entity } from '../../model/database.ts';
import { nullKey } from '../../model/keys.ts';
import { type Link, linksOf } from '../../model/links.ts';
import type { SqlDialect, TextSql, Value } from '../dialect/sql.ts';
import type { Cell, RowFormat } from './formats.ts';
import { isNull } from './values.ts';

/** Makes addresses; the parts after the entity's name are put together in SQL. */
export interface RecordAddresses {
  /** What all of them begin with. */
  readonly base: string;
  /** Everything up to and including the opening bracket of the key. */
  recordPrefix(entity: string): string;
  /** Everything after the closing bracket, for a link by other columns than the key. */
  bySuffix(columns: readonly string[]): string;
}

/** Record properties are the columns' names; the two of the service keep theirs, a column gives way. */
export function recordProperty(column: string): string {
  return column === '__url__' || column === '__links__' ? `${column}_` : column;
}

/** A row as a record, of a plan that selects all columns of its entity. */
export function recordRow(database: Database, entity: Entity, addresses: RecordAddresses): RowFormat {
  return {
    name: `record at ${addresses.base}`,
    cells: 'json',
    row: (dialect, cells) => new RecordText(dialect, cells, addresses).of(database, entity),
  };
}

/** What a record is put together from. */
class RecordText {
  readonly #dialect: SqlDialect;
  readonly #cells: readonly Cell[];
  readonly #addresses: RecordAddresses;

  constructor(dialect: SqlDialect, cells: readonly Cell[], addresses: RecordAddresses) {
    this.#dialect = dialect;
    this.#cells = cells;
    this.#addresses = addresses;
  }

  of(database: Database, entity: Entity): TextSql {
    const parts = this.#cells.flatMap(({ name, value }, i): (string | TextSql)[] => [
      `${i === 0 ? '{' : ','}${JSON.stringify(recordProperty(name))}:`,
      // In a format of JSON cells every value is the JSON text of one.
      sql<string>`${value}`,
    ]);
    const opening = parts.length === 0 ? '{' : ',';
    if (entity.kind === 'view') {
      return this.#dialect.concat([...parts, `${opening}"__url__":null,"__links__":{}}`]);
    }
    return this.#dialect.concat([
      ...parts,
      `${opening}"__url__":"${jsonInner(this.#addresses.recordPrefix(entity.name))}`,
      ...this.#ownKey(entity.key),
      ']","__links__":{',
      ...this.#links(linksOf(database, entity)),
      '}}',
    ]);
  }

  #own(column: Column): Value {
    const own = this.#cells.find((cell) => cell.column === column)?.own;
    if (own === undefined) throw new Error(`the record comes without its ${column.name}`);
    return own;
  }

  #isNull(column: Column): RawBuilder<boolean> {
    return isNull(this.#dialect, this.#own(column), column);
  }

  #address(column: Column): TextSql {
    return this.#dialect.urlText(this.#own(column), column);
  }

  /** The values of a record's own key; a link is there only when none of its values is NULL. */
  #ownKey(columns: readonly Column[]): (string | TextSql)[] {
    const parts = columns.map((column) =>
      column.nullable
        ? sql<string>`case when ${this.#isNull(column)} then ${sql.lit(nullKey)} else ${this.#address(column)} end`
        : this.#address(column),
    );
    return separated(parts);
  }

  /**
   * The links that are there, separated by commas. While every link before it is certain to be there, a link
   * knows whether it needs a comma; from the first uncertain one on, each writes its comma itself and the
   * foremost is cut off.
   */
  #links(links: readonly Link[]): (string | TextSql)[] {
    const certain = links.filter(isCertain);
    const uncertain = links.filter((link) => !isCertain(link)).map((link) => this.#optionalLink(link));
    const parts = certain.flatMap((link, i) => this.#link(link, i === 0 ? '' : ','));
    if (uncertain.length === 0) return parts;
    if (parts.length > 0) return [...parts, ...uncertain];
    return [sql<string>`substr(${this.#dialect.concat(uncertain)}, 2)`];
  }

  #link(link: Link, comma: string): (string | TextSql)[] {
    const { recordPrefix, bySuffix } = this.#addresses;
    const before = `${comma}${JSON.stringify(link.name)}:"${jsonInner(recordPrefix(link.target))}`;
    const after = `]${link.by === null ? '' : jsonInner(bySuffix(link.by))}"`;
    return [before, ...separated(link.values.map((column) => this.#address(column))), after];
  }

  #optionalLink(link: Link): TextSql {
    const isNull = sql.join(
      link.values.map((column) => this.#isNull(column)),
      sql` or `,
    );
    return sql<string>`case when ${isNull} then '' else ${this.#dialect.concat(this.#link(link, ','))} end`;
  }
}

function isCertain({ values }: Link): boolean {
  return values.every((column) => !column.nullable);
}

/** The text between the quotes of a JSON string. */
function jsonInner(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

function separated(parts: readonly TextSql[]): (string | TextSql)[] {
  return parts.flatMap((part, i) => (i === 0 ? [part] : [',', part]));
}
