// Turns a raw catalog into the model: publishes names, chooses keys, resolves foreign keys into relations.
import type { Column, RawCatalog, RawForeignKey, RawTable, TableId } from './catalog.ts';
import type { Database, Entity, ForeignKey, KeyKind, Relation } from './database.ts';

export function buildDatabase(catalog: RawCatalog): Database {
  const warnings: string[] = [];
  const published = publishNames(catalog, warnings);
  const nameOf = new Map([...published].map(([name, table]) => [identity(table), name]));

  const foreignKeys = new Map<string, readonly ForeignKey[]>();
  for (const [name, table] of published) {
    foreignKeys.set(
      name,
      table.foreignKeys.flatMap((raw) => resolveForeignKey(table, raw, published, nameOf)),
    );
  }
  const relations = relationsOf(foreignKeys);

  const entities = new Map<string, Entity>();
  for (const [name, table] of published) {
    const { kind, key } = chooseKey(table);
    entities.set(name, {
      name,
      id: { schema: table.schema, table: table.table },
      kind: table.kind,
      columns: table.columns,
      column: new Map(table.columns.map((column) => [column.name, column])),
      keyKind: kind,
      key,
      primaryKey: table.primaryKey,
      indexes: table.indexes,
      foreignKeys: foreignKeys.get(name) ?? [],
      relations: relations.get(name) ?? [],
      comment: table.comment,
      rowEstimate: table.rowEstimate,
    });
  }
  return { entities, warnings };
}

function identity(table: TableId): string {
  return JSON.stringify([table.schema, table.table]);
}

function publishNames(catalog: RawCatalog, warnings: string[]): Map<string, RawTable> {
  const published = new Map<string, RawTable>();
  const inDefault = (table: RawTable) => table.schema === null || table.schema === catalog.defaultSchema;
  for (const table of catalog.tables.filter(inDefault)) published.set(table.table, table);
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

function chooseKey(table: RawTable): { kind: KeyKind; key: readonly Column[] } {
  if (table.kind === 'view') return { kind: 'none', key: [] };
  const byName = new Map(table.columns.map((column) => [column.name, column]));
  const pick = (names: readonly string[]) => names.flatMap((name) => byName.get(name) ?? []);
  if (table.primaryKey.length > 0) return { kind: 'primary', key: pick(table.primaryKey) };

  const [unique] = table.indexes
    .filter((index) => index.unique && index.columns.every((name) => byName.get(name)?.nullable === false))
    .toSorted((a, b) => a.columns.length - b.columns.length || compareText(a.name, b.name));
  return unique ? { kind: 'unique', key: pick(unique.columns) } : { kind: 'all', key: table.columns };
}

/** By code unit, so that the choice does not depend on the machine's locale. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Empty where the target is not there: such a key gives no relation and no link. */
function resolveForeignKey(
  table: RawTable,
  raw: RawForeignKey,
  published: ReadonlyMap<string, RawTable>,
  nameOf: ReadonlyMap<string, string>,
): ForeignKey[] {
  const target = nameOf.get(identity(raw.target));
  const targetTable = target === undefined ? undefined : published.get(target);
  if (target === undefined || targetTable === undefined) return [];
  const targetNames = raw.targetColumns.length > 0 ? raw.targetColumns : targetTable.primaryKey;
  const columns = find(table, raw.columns);
  const targetColumns = find(targetTable, targetNames);
  if (columns.length === 0 || columns.length !== raw.columns.length) return [];
  if (targetColumns.length !== columns.length) return [];
  return [{ name: raw.name, columns, target, targetColumns }];
}

function find(table: RawTable, names: readonly string[]): Column[] {
  return names.flatMap((name) => table.columns.find((column) => column.name === name) ?? []);
}

function relationsOf(foreignKeys: ReadonlyMap<string, readonly ForeignKey[]>): Map<string, Relation[]> {
  const relations = new Map<string, Relation[]>();
  const add = (entity: string, relation: Relation) => {
    const list = relations.get(entity);
    if (list) list.push(relation);
    else relations.set(entity, [relation]);
  };
  for (const [owner, keys] of foreignKeys) {
    for (const { columns, target, targetColumns } of keys) {
      add(owner, { kind: 'many2one', ownColumns: columns, entity: target, otherColumns: targetColumns });
      add(target, { kind: 'one2many', ownColumns: targetColumns, entity: owner, otherColumns: columns });
    }
  }
  return relations;
}
