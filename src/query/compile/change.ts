// The statements that lock, read and change the rows of a table.
import { type RawBuilder, sql } from 'kysely';
import type { Column, Entity } from '../../model/database.ts';
import { chained } from '../dialect/chain.ts';
import type { SqlDialect, Value } from '../dialect/sql.ts';
import type { BoundSql } from '../dialect/statement.ts';
import type { KeptColumn } from '../dialect/write.ts';
import { KeptTexts } from './kept-texts.ts';
import {
  type Assignment,
  formOf,
  type KeyTerm,
  listedColumn,
  type PlaceOf,
  places,
  type RowsToRead,
  type RowTemplate,
  Slot,
  templateOf,
  valueAt,
  valuesOf,
} from './row-template.ts';
import { own, RowTexts } from './row-texts.ts';
import { changedTable } from './source.ts';
import { isNull } from './values.ts';

/** The most statements cached per table. */
const maxTemplates = 100;

const known = new WeakMap<SqlDialect, WeakMap<Entity, TableChanges>>();

export class TableChanges {
  readonly #dialect: SqlDialect;
  readonly #entity: Entity;
  /** By operation and the forms of the values. */
  readonly #templates = new Map<string, RowTemplate>();
  /** What is read of rows besides the displayed values. */
  readonly kept: KeptTexts;
  readonly #texts: RowTexts;

  private constructor(dialect: SqlDialect, entity: Entity) {
    this.#dialect = dialect;
    this.#entity = entity;
    const kept = entity.columns.filter((column) => dialect.kept(column, own(column)) !== null);
    this.kept = new KeptTexts(dialect, entity, kept);
    this.#texts = new RowTexts(dialect, entity, kept);
    this.places = new Map(entity.columns.map(({ name }, i) => [name, i]));
  }

  /** Cached, because building a statement's text takes longer than most changes. */
  static of(dialect: SqlDialect, entity: Entity): TableChanges {
    const ofDialect = known.get(dialect) ?? new WeakMap<Entity, TableChanges>();
    known.set(dialect, ofDialect);
    const changes = ofDialect.get(entity) ?? new TableChanges(dialect, entity);
    ofDialect.set(entity, changes);
    return changes;
  }

  isOf(entity: Entity): boolean {
    return entity === this.#entity;
  }

  /** The index of each column in the list of displayed values, by name. */
  readonly places: ReadonlyMap<string, number>;

  /** The kept columns. A row read contains the displayed values of all columns first, then what is kept of these. */
  get keptColumns(): readonly Column[] {
    return this.kept.columns;
  }

  /** The rows with these keys, in key order, locked until the end of the transaction. */
  read(
    keys: readonly (readonly KeyTerm[])[],
    { areOwn = false, areLocked = false }: RowsToRead = {},
  ): BoundSql {
    const listed = listedColumn(keys);
    const form = listed === null ? keys.map(formOf).join('\0\0') : `${keys.length} of ${listed.name}`;
    const template = this.#once(`read ${areOwn} ${areLocked}\0${form}`, () => {
      const { key } = this.#entity;
      const place = places();
      const order = sql.join(key.map((column) => this.#ordered(column)));
      const { locking, locksAsUpdate } = this.#dialect.changing;
      const table = areOwn ? this.#ownRows : this.#table;
      const lock = areLocked && locksAsUpdate === true ? sql`` : locking;
      const which =
        listed === null
          ? sql.join(
              keys.map((terms) => sql`(${this.#where(terms, place)})`),
              sql` or `,
            )
          : this.#listed(listed, keys, place);
      return sql`select ${sql.join(this.#texts.of(this.#entity.columns))} from ${table} where ${which} order by ${order}${lock}`;
    });
    return { sql: template.sql, parameters: template.parameters(keys.flatMap(valuesOf)) };
  }

  /**
   * Like `read`, but for many rows given by a JSON list of keys, and only these columns: returns texts with a line for
   * each row. Null if the engine does not support it.
   */
  readLines(columns: readonly Column[]): RowTemplate | null {
    const { byKey } = this.#dialect.changing.bulkInsert ?? {};
    const [column, ...others] = this.#entity.key;
    if (byKey === undefined || column === undefined || !byKey.isFor([column, ...others])) return null;
    if (!this.kept.isOneText) return null;
    return this.#once(`read lines\0${namesOf(columns)}`, () =>
      byKey.show(this.#table, own(column), sql`${new Slot(0)}`, this.#texts.of(columns)),
    );
  }

  /** Updates these columns of many rows from a JSON list in the dialect's format; null if the engine lacks support. */
  bulkUpdate(columns: readonly Column[]): RowTemplate | null {
    const { bulkUpdate } = this.#dialect.changing;
    const [key, ...others] = this.#entity.key;
    if (bulkUpdate === undefined || key === undefined || others.length > 0) return null;
    return this.#once(`update alike\0${namesOf(columns)}`, () => {
      const changing = bulkUpdate.update(this.#entity, key, columns, sql`${new Slot(0)}`);
      return sql`update${this.#conflictClause} ${this.#table} ${changing}`;
    });
  }

  /** Keeps the engine from replacing existing rows on conflict. */
  get #conflictClause(): RawBuilder<unknown> {
    return (this.#entity.replaces === true ? this.#dialect.changing.conflictClause : undefined) ?? sql``;
  }

  /** Returns the new row's key columns as JSON texts; null if the engine reports only the number that it drew. */
  insert(assignments: readonly Assignment[], returned: readonly Column[]): RowTemplate {
    const { changing } = this.#dialect;
    const returning =
      returned.length === 0 || changing.generatedNumber !== 'returning'
        ? sql``
        : sql` returning ${sql.join(returned.map((column) => this.#dialect.json(own(column), column)))}`;
    const place = places();
    const columns = sql.join(assignments.map(({ column }) => sql.id(column.name)));
    const values = sql.join(assignments.map(({ bound }) => valueAt(bound, place)));
    const isRestored = assignments.some((one) => one.isRestored === true);
    const overriding = (isRestored ? changing.overriding : undefined) ?? sql``;
    const row =
      assignments.length === 0 ? changing.defaults : sql` (${columns})${overriding} values (${values})`;
    return templateOf(
      this.#dialect,
      sql`insert${this.#conflictClause} into ${this.#table}${row}${returning}`,
    );
  }

  /** Several rows of one form, with their values in sequence. */
  insertMany(assignments: readonly Assignment[], count: number): RowTemplate {
    const place = places();
    const columns = sql.join(assignments.map(({ column }) => sql.id(column.name)));
    const rows = Array.from(
      { length: count },
      () => sql`(${sql.join(assignments.map(({ bound }) => valueAt(bound, place)))})`,
    );
    return templateOf(
      this.#dialect,
      sql`insert${this.#conflictClause} into ${this.#table} (${columns}) values ${sql.join(rows)}`,
    );
  }

  /** The kept values of rows inserted with these columns. */
  keptOf(given: readonly Column[]): readonly KeptColumn[] {
    return this.#texts.keptOf(given);
  }

  /** All columns, starting with these. */
  rowColumns(first: readonly Column[]): readonly Column[] {
    return this.#texts.columns(first);
  }

  /** Inserts rows with these columns, and returns them if `isShown`; null if the engine does not support it. */
  insertAll(given: readonly Column[], rows: number, isShown: boolean): RowTemplate | null {
    const { bulkInsert } = this.#dialect.changing;
    let next = 0;
    const source = bulkInsert?.source(given, rows, () => sql`${new Slot(next++)}`) ?? null;
    if (bulkInsert === undefined || source === null) return null;
    const columns = sql.join(given.map(({ name }) => sql.id(name)));
    const insert = sql`insert${this.#conflictClause} into ${this.#table} (${columns}) ${source}`;
    return templateOf(
      this.#dialect,
      isShown ? bulkInsert.showing(insert, this.#texts.ofNew(given, bulkInsert)) : insert,
    );
  }

  /** Shows inserted rows by a list of their keys; null if INSERT returns them instead. */
  showInserted(given: readonly Column[]): RowTemplate | null {
    const { bulkInsert } = this.#dialect.changing;
    const { key } = this.#entity;
    const [column] = key;
    if (bulkInsert?.byKey?.isFor(key) !== true || column === undefined || !given.includes(column))
      return null;
    const texts = this.#texts.ofNew(given, bulkInsert);
    return templateOf(
      this.#dialect,
      bulkInsert.byKey.show(this.#table, own(column), sql`${new Slot(0)}`, texts),
    );
  }

  /** The number that the engine drew for the session's last new row; null if INSERT returns it. */
  get generatedNumber(): BoundSql | null {
    const { generatedNumber } = this.#dialect.changing;
    return generatedNumber === 'returning' ? null : this.#dialect.compile(sql`select ${generatedNumber}`);
  }

  update(assignments: readonly Assignment[], key: readonly KeyTerm[]): RowTemplate {
    return this.#once(`update\0${formOf(assignments)}\0\0${formOf(key)}`, () => {
      const place = places();
      const set = assignments.map(
        ({ column, bound }) => sql`${sql.id(column.name)} = ${valueAt(bound, place)}`,
      );
      return sql`update${this.#conflictClause} ${this.#table} set ${sql.join(set)} where ${this.#where(key, place)}`;
    });
  }

  /** Assigns a value to a column of no row: an invalid value is rejected all the same. */
  trial(assignment: Assignment): BoundSql {
    const { column, bound } = assignment;
    const set = sql`${sql.id(column.name)} = ${valueAt(bound, places())}`;
    const template = templateOf(this.#dialect, sql`update ${this.#table} set ${set} where 1 = 0`);
    return { sql: template.sql, parameters: template.parameters(valuesOf([assignment])) };
  }

  /** The displayed value of a column in the row with this key. */
  shownWhere(term: KeyTerm): BoundSql {
    return this.#shownIn(term, this.#where([term], places()));
  }

  /** The displayed value of a column in a row where it equals this value, as parsed by the engine. */
  shownFor(assignment: Assignment): BoundSql {
    const { column, bound } = assignment;
    return this.#shownIn(assignment, sql`${own(column)} = ${valueAt(bound, places())}`);
  }

  #shownIn(part: KeyTerm | Assignment, which: RawBuilder<unknown>): BoundSql {
    const shown = this.#dialect.json(own(part.column), part.column);
    const found = sql`select ${shown} from ${this.#table} where ${which} limit 1`;
    const template = templateOf(this.#dialect, found);
    return { sql: template.sql, parameters: template.parameters(valuesOf([part])) };
  }

  /** Deletes no rows of tables that inherit from it. */
  delete(key: readonly KeyTerm[]): RowTemplate {
    return this.#once(
      `delete\0${formOf(key)}`,
      () => sql`delete from ${this.#ownRows} where ${this.#where(key, places())}`,
    );
  }

  /** The schema and the name of the table that the row with this key is in; null if tables cannot inherit. */
  home(key: readonly KeyTerm[]): BoundSql | null {
    const { inheritance } = this.#dialect.changing;
    if (inheritance === undefined) return null;
    const found = sql`select ${sql.join(inheritance.home(this.#table))} from ${this.#table} where ${this.#where(key, places())}`;
    const template = templateOf(this.#dialect, found);
    return { sql: template.sql, parameters: template.parameters(valuesOf(key)) };
  }

  #once(form: string, make: () => RawBuilder<unknown>): RowTemplate {
    const found = this.#templates.get(form);
    if (found !== undefined) return found;
    if (this.#templates.size >= maxTemplates) this.#templates.clear();
    const template = templateOf(this.#dialect, make());
    this.#templates.set(form, template);
    return template;
  }

  get #table(): RawBuilder<unknown> {
    return changedTable(this.#dialect, this.#entity);
  }

  get #ownRows(): RawBuilder<unknown> {
    const { inheritance } = this.#dialect.changing;
    const only = this.#entity.hasHeirs === true ? inheritance?.only : undefined;
    return sql`${only ?? sql``}${this.#table}`;
  }

  /** If all columns are the key, some types may have no order, such as points. */
  #ordered(column: Column): Value {
    return this.#entity.keyKind === 'all' ? this.#dialect.json(own(column), column) : own(column);
  }

  /** Engines process a list of values at once, but many conditions one by one. */
  #listed(column: Column, keys: readonly (readonly KeyTerm[])[], place: PlaceOf): RawBuilder<unknown> {
    const values = keys.flatMap((terms) =>
      terms.flatMap(({ bound }) => (bound === null ? [] : place(bound))),
    );
    return sql`${own(column)} in (${sql.join(values)})`;
  }

  #where(terms: readonly KeyTerm[], place: PlaceOf): RawBuilder<unknown> {
    const conditions = terms.map(({ column, bound }) =>
      bound === null ? isNull(this.#dialect, own(column), column) : bound.sql(place(bound), own(column)),
    );
    return chained(conditions, sql` and `);
  }
}

function namesOf(columns: readonly Column[]): string {
  return columns.map(({ name }) => name).join('\0');
}
