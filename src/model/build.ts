// Turns a raw catalog into the model. Names are published at once, but the parts of an entity are resolved on demand,
// so that the first answer on a large schema waits for little more than the names.
import type { Column, RawCatalog, RawForeignKey, RawTable, TableId } from './catalog.ts';
import type { Database, Entity, ForeignKey, Index, KeyKind, Relation } from './database.ts';
import { applyDecisions, type Decisions, withRelations } from './inference/inferred.ts';

export function buildDatabase(reflected: RawCatalog, decisions: Decisions = new Map()): Database {
  const { inference } = reflected;
  const inferred = inference === undefined ? undefined : applyDecisions(reflected, inference, decisions);
  const catalog = inferred === undefined ? reflected : withRelations(reflected, inferred);
  const warnings: string[] = [...(catalog.warnings ?? [])];
  const published = publishNames(catalog, warnings);
  const references = new References(published);
  const entities = new Map<string, Entity>();
  for (const [name, table] of published) entities.set(name, new ReflectedEntity(name, table, references));
  const unreadable = new Set(catalog.unreadable);
  return { entities, warnings, unreadable, ...(inferred && { inferred }) };
}

class ReflectedEntity implements Entity {
  readonly name: string;
  readonly kind: 'table' | 'view';
  readonly restriction = null;
  readonly #table: RawTable;
  readonly #references: References;
  #id: TableId | undefined;
  #column: ReadonlyMap<string, Column> | undefined;
  #chosen: Chosen | undefined;
  #key: readonly Column[] | undefined;
  #relations: readonly Relation[] | undefined;

  constructor(name: string, table: RawTable, references: References) {
    this.name = name;
    this.kind = table.kind;
    this.#table = table;
    this.#references = references;
  }

  get id(): TableId {
    const { schema, table, database } = this.#table;
    this.#id ??= { schema, table, ...(database !== undefined && { database }) };
    return this.#id;
  }

  get columns(): readonly Column[] {
    return this.#table.columns;
  }

  get column(): ReadonlyMap<string, Column> {
    this.#column ??= new Map(this.columns.map((column) => [column.name, column]));
    return this.#column;
  }

  get keyKind(): KeyKind {
    return this.#choice.kind;
  }

  get keyNames(): readonly string[] {
    return this.#choice.names;
  }

  get key(): readonly Column[] {
    this.#key ??= this.keyNames.flatMap((name) => this.column.get(name) ?? []);
    return this.#key;
  }

  get primaryKey(): readonly string[] {
    return this.#table.primaryKey;
  }

  get indexes(): readonly Index[] {
    return this.#table.indexes;
  }

  get foreignKeys(): readonly ForeignKey[] {
    return this.#references.keysOf(this.name);
  }

  get relations(): readonly Relation[] {
    this.#relations ??= this.#references.relationsOf(this.name);
    return this.#relations;
  }

  get replaces(): boolean {
    return this.#table.replaces === true;
  }

  get hasHeirs(): boolean {
    return this.#table.hasHeirs === true;
  }

  get comment(): string | null {
    return this.#table.comment;
  }

  get rowEstimate(): number | null {
    return this.#table.rowEstimate;
  }

  get #choice(): Chosen {
    this.#chosen ??= chooseKey(this.#table);
    return this.#chosen;
  }
}

function publishNames(catalog: RawCatalog, warnings: string[]): Map<string, RawTable> {
  const published = new Map<string, RawTable>();
  const inDefault = (table: RawTable) => table.schema === null || table.schema === catalog.defaultSchema;
  for (const table of catalog.tables) if (inDefault(table)) published.set(table.table, table);
  for (const table of catalog.tables) {
    if (inDefault(table)) continue;
    const name = `${table.schema}.${table.table}`;
    if (published.has(name)) {
      warnings.push(
        `Table "${table.table}" of schema "${table.schema}" is left out: its name "${name}" is taken by a table of the default schema.`,
      );
    } else {
      published.set(name, table);
    }
  }
  return published;
}

interface Chosen {
  readonly kind: KeyKind;
  readonly names: readonly string[];
}

function chooseKey(table: RawTable): Chosen {
  if (table.kind === 'view') return { kind: 'none', names: [] };
  if (table.primaryKey.length > 0) return { kind: 'primary', names: table.primaryKey };

  const required = new Set(table.columns.filter(({ nullable }) => !nullable).map(({ name }) => name));
  const [unique] = table.indexes
    .filter((index) => index.unique && index.columns.every((name) => required.has(name)))
    .toSorted((a, b) => a.columns.length - b.columns.length || compareText(a.name, b.name));
  return unique
    ? { kind: 'unique', names: unique.columns }
    : { kind: 'all', names: table.columns.map(({ name }) => name) };
}

/** By code unit, so that the result does not depend on the machine's locale. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The foreign keys among the published tables, seen from both ends. */
class References {
  readonly #published: ReadonlyMap<string, RawTable>;
  readonly #keys = new Map<string, readonly ForeignKey[]>();
  #names: ReadonlyMap<string, string> | undefined;
  #owners: ReadonlyMap<string, ReadonlySet<string>> | undefined;

  constructor(published: ReadonlyMap<string, RawTable>) {
    this.#published = published;
  }

  keysOf(name: string): readonly ForeignKey[] {
    const known = this.#keys.get(name);
    if (known) return known;
    const table = this.#published.get(name);
    const keys = table?.foreignKeys.flatMap((raw) => this.#resolve(table, raw)) ?? [];
    this.#keys.set(name, keys);
    return keys;
  }

  /** In the order in which the owners of the keys are published. */
  relationsOf(name: string): Relation[] {
    const relations: Relation[] = [];
    this.#owners ??= this.#allOwners();
    for (const owner of this.#owners.get(name) ?? []) {
      for (const { columns, target, targetColumns } of this.keysOf(owner)) {
        if (owner === name) {
          relations.push({
            kind: 'many2one',
            ownColumns: columns,
            entity: target,
            otherColumns: targetColumns,
          });
        }
        if (target === name) {
          relations.push({
            kind: 'one2many',
            ownColumns: targetColumns,
            entity: owner,
            otherColumns: columns,
          });
        }
      }
    }
    return relations;
  }

  /** For each entity, the owners of the keys that lead from it or to it. */
  #allOwners(): ReadonlyMap<string, ReadonlySet<string>> {
    const owners = new Map<string, Set<string>>();
    const add = (entity: string, owner: string) => {
      const known = owners.get(entity);
      if (known) known.add(owner);
      else owners.set(entity, new Set([owner]));
    };
    for (const [owner, table] of this.#published) {
      for (const { target } of table.foreignKeys) {
        add(owner, owner);
        const name = this.#nameOf(target);
        if (name !== undefined) add(name, owner);
      }
    }
    return owners;
  }

  /** Empty if the target is not published: such a key gives no relation and no link. */
  #resolve(table: RawTable, raw: RawForeignKey): ForeignKey[] {
    const target = this.#nameOf(raw.target);
    const targetTable = target === undefined ? undefined : this.#published.get(target);
    if (target === undefined || targetTable === undefined) return [];
    const targetNames = raw.targetColumns.length > 0 ? raw.targetColumns : targetTable.primaryKey;
    const columns = find(table, raw.columns);
    const targetColumns = find(targetTable, targetNames);
    if (columns.length === 0 || columns.length !== raw.columns.length) return [];
    if (targetColumns.length !== columns.length) return [];
    const { name, onDelete, onUpdate } = raw;
    return [{ name, columns, target, targetColumns, onDelete, onUpdate }];
  }

  #nameOf(table: TableId): string | undefined {
    this.#names ??= new Map([...this.#published].map(([name, published]) => [identity(published), name]));
    return this.#names.get(identity(table));
  }
}

function identity({ schema, table }: TableId): string {
  return schema === null ? table : JSON.stringify([schema, table]);
}

function find(table: RawTable, names: readonly string[]): Column[] {
  return names.flatMap((name) => table.columns.find((column) => column.name === name) ?? []);
}
