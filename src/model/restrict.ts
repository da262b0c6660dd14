// The model as one principal may see it. It contains only what is granted, so nothing else can be named.
import type {
  Column,
  Database,
  Entity,
  ForeignKey,
  Index,
  KeyKind,
  Relation,
  Restriction,
  RowFilter,
  TableId,
  VisibleDatabase,
  VisibleEntity,
} from './database.ts';

/** A read permission: these columns of these rows. */
export interface ReadGrant {
  /** Null for all columns. */
  readonly columns: ReadonlySet<string> | null;
  /** Null for all rows. */
  readonly rows: RowFilter | null;
}

/** For principals who may see everything. */
export function unrestricted(database: Database): VisibleDatabase {
  // One of the two casts to VisibleDatabase and VisibleEntity: nothing is restricted here.
  return database as VisibleDatabase;
}

/** Entities without a grant are left out, including everything that leads to them. */
export function restrict(
  database: Database,
  grantsOf: (entity: Entity) => readonly ReadGrant[],
): VisibleDatabase {
  const all = unrestricted(database);
  const granted = [...all.entities.values()].map((base) => ({ base, grants: grantsOf(base) }));
  const isWhole = granted.every(({ grants }) => grants.some(isUnrestrictedGrant));
  if (isWhole) return all;
  const entities = new Map<string, VisibleEntity>();
  const find = (name: string) => entities.get(name);
  for (const { base, grants } of granted) {
    const isVisible = grants.some(({ columns }) => columns === null || columns.size > 0);
    // The other cast: the entity contains only what is granted.
    if (isVisible) entities.set(base.name, new GrantedEntity(base, grants, find) as Entity as VisibleEntity);
  }
  // Warnings name tables that not everyone may know of.
  return { entities, warnings: [] };
}

function isUnrestrictedGrant({ columns, rows }: ReadGrant): boolean {
  return columns === null && rows === null;
}

class GrantedEntity implements Entity {
  readonly #base: VisibleEntity;
  readonly #grants: readonly ReadGrant[];
  readonly #find: (name: string) => Entity | undefined;
  #columns: readonly Column[] | undefined;
  #column: ReadonlyMap<string, Column> | undefined;
  #key: readonly Column[] | undefined;
  #foreignKeys: readonly ForeignKey[] | undefined;
  #relations: readonly Relation[] | undefined;
  #restriction: Restriction | null | undefined;

  constructor(base: VisibleEntity, grants: readonly ReadGrant[], find: (name: string) => Entity | undefined) {
    this.#base = base;
    this.#grants = grants;
    this.#find = find;
  }

  get base(): Entity {
    return this.#base;
  }

  get name(): string {
    return this.#base.name;
  }

  get id(): TableId {
    return this.#base.id;
  }

  get kind(): Entity['kind'] {
    return this.#base.kind;
  }

  get columns(): readonly Column[] {
    this.#columns ??= this.#visibleColumns();
    return this.#columns;
  }

  get column(): ReadonlyMap<string, Column> {
    this.#column ??= new Map(this.columns.map((column) => [column.name, column]));
    return this.#column;
  }

  get keyKind(): KeyKind {
    return this.#hasKey ? this.#base.keyKind : 'none';
  }

  get keyNames(): readonly string[] {
    return this.#hasKey ? this.#base.keyNames : [];
  }

  get key(): readonly Column[] {
    this.#key ??= this.keyNames.flatMap((name) => this.column.get(name) ?? []);
    return this.#key;
  }

  get primaryKey(): readonly string[] {
    const { primaryKey } = this.#base;
    return this.#hasAll(primaryKey) ? primaryKey : [];
  }

  get indexes(): readonly Index[] {
    return this.#base.indexes.filter(({ columns }) => this.#hasAll(columns));
  }

  get foreignKeys(): readonly ForeignKey[] {
    this.#foreignKeys ??= this.#base.foreignKeys.flatMap((key) => {
      const columns = visible(this, key.columns);
      const targetColumns = visible(this.#find(key.target), key.targetColumns);
      return columns === null || targetColumns === null ? [] : [{ ...key, columns, targetColumns }];
    });
    return this.#foreignKeys;
  }

  get relations(): readonly Relation[] {
    this.#relations ??= this.#base.relations.flatMap((relation) => {
      const ownColumns = visible(this, relation.ownColumns);
      const otherColumns = visible(this.#find(relation.entity), relation.otherColumns);
      return ownColumns === null || otherColumns === null ? [] : [{ ...relation, ownColumns, otherColumns }];
    });
    return this.#relations;
  }

  get comment(): string | null {
    return this.#base.comment;
  }

  /** The engine's estimate counts rows that the user may not see. */
  get rowEstimate(): number | null {
    return this.restriction === null ? this.#base.rowEstimate : null;
  }

  get restriction(): Restriction | null {
    if (this.#restriction === undefined) this.#restriction = this.#restricted();
    return this.#restriction;
  }

  get #hasKey(): boolean {
    return this.#grants.some(isUnrestrictedGrant) || this.#hasAll(this.#base.keyNames);
  }

  #hasAll(names: readonly string[]): boolean {
    return names.every((name) => this.column.has(name));
  }

  #visibleColumns(): readonly Column[] {
    return this.#base.columns.flatMap((column) => {
      const giving = this.#giving(column.name);
      if (giving.length === 0) return [];
      return this.#filtersOf(column.name) === null || column.nullable
        ? column
        : { ...column, nullable: true };
    });
  }

  #giving(column: string): readonly ReadGrant[] {
    return this.#grants.filter(({ columns }) => columns === null || columns.has(column));
  }

  /** The filters for rows in which the value is visible; null if it is in all visible rows. */
  #filtersOf(column: string): readonly RowFilter[] | null {
    const giving = this.#giving(column);
    return giving.length === this.#grants.length ? null : filtersOf(giving);
  }

  #restricted(): Restriction | null {
    if (this.#grants.some(isUnrestrictedGrant)) return null;
    const partial = new Map<string, readonly RowFilter[]>();
    for (const { name } of this.columns) {
      const filters = this.#filtersOf(name);
      if (filters !== null) partial.set(name, filters);
    }
    const rows = filtersOf(this.#grants);
    const isWhole = rows === null && partial.size === 0 && this.columns.length === this.#base.columns.length;
    return isWhole ? null : { base: this.#base, rows, partial };
  }
}

/** Null if one of the grants covers all rows. */
function filtersOf(grants: readonly ReadGrant[]): readonly RowFilter[] | null {
  const filters = new Map<string, RowFilter>();
  for (const { rows } of grants) {
    if (rows === null) return null;
    filters.set(rows.id, rows);
  }
  return [...filters.values()];
}

/** The columns as the entity exposes them; null if one of them, or the entity, is not visible. */
function visible(entity: Entity | undefined, columns: readonly Column[]): readonly Column[] | null {
  const found = columns.flatMap(({ name }) => entity?.column.get(name) ?? []);
  return found.length === columns.length ? found : null;
}
