/** Which rows a request ranges over: roots as a cross product, related entities by outer join. */
import type { DataColumn, DataTable, EngineData, Row, Value } from './dataset.ts';
import { columnIndex } from './dataset.ts';
import { fixed, isDecimal } from './decimal.ts';
import type { Bucket, EntityNode, Summary } from './request.ts';
import { isWrapper } from './request.ts';

export interface Node {
  readonly table: DataTable;
  /** Null for a root. */
  readonly parent: number | null;
  readonly own: readonly number[];
  readonly other: readonly number[];
}

export interface Attribute {
  readonly alias: string;
  readonly node: number;
  readonly column: DataColumn;
  readonly index: number;
  readonly selected: boolean;
  readonly summaries: readonly Summary[];
  readonly bucket: Bucket | undefined;
}

/** The row of each node, null where an outer join found no partner. */
export type Joined = readonly (Row | null)[];

/** Names and nodes that are in sight: those of the request and, within EXISTS, its own as well. */
export interface Scope {
  readonly data: EngineData;
  readonly nodes: readonly Node[];
  readonly attributes: ReadonlyMap<string, Attribute>;
  readonly entities: ReadonlyMap<string, number>;
  /** Rows that may still be made for the whole request: an EXISTS makes some for each row around it. */
  readonly budget: { rows: number };
}

export class TooLarge extends Error {}

const mostRows = 3_000;
const mostRowsInAll = 100_000;

export function rootScope(data: EngineData, roots: readonly EntityNode[]): Scope {
  const scope = {
    data,
    nodes: [],
    attributes: new Map(),
    entities: new Map(),
    budget: { rows: mostRowsInAll },
  };
  return roots.reduce<Scope>((known, root) => withEntity(known, root, null), scope);
}

/** The scope with an entity and all that is nested in it. */
export function withEntity(scope: Scope, entity: EntityNode, parent: number | null): Scope {
  const table = scope.data.tables.get(entity.id);
  if (!table) throw new Error(`There is no table ${entity.id}.`);
  const nodes: Node[] = [...scope.nodes];
  const attributes = new Map(scope.attributes);
  const entities = new Map(scope.entities);
  const number = nodes.length;
  const from = parent === null ? undefined : nodes[parent]?.table;
  nodes.push({ table, parent, ...(from ? joinColumns(from, table, entity) : { own: [], other: [] }) });
  const alias = entity.alias ?? (parent === null ? entity.id : undefined);
  if (alias !== undefined) entities.set(alias, number);

  let known: Scope = { ...scope, nodes, attributes, entities };
  for (const item of entity.attributes ?? []) {
    if (isWrapper(item)) {
      known = withEntity(known, item.entity, number);
    } else {
      const index = columnIndex(table, item.id);
      const column = table.columns[index];
      if (!column) throw new Error(`${table.name} has no column ${item.id}.`);
      const name = item.alias ?? item.id;
      known = {
        ...known,
        attributes: new Map(known.attributes).set(name, {
          alias: name,
          node: number,
          column,
          index,
          selected: item.selected ?? true,
          summaries: item.summaries ?? [],
          bucket: item.bucket,
        }),
      };
    }
  }
  return known;
}

export interface Step {
  readonly own: readonly string[];
  readonly other: readonly string[];
}

/** Every way from one table to another, along a foreign key of either. */
export function stepsBetween(from: DataTable, to: DataTable): Step[] {
  return [
    ...from.foreignKeys
      .filter((key) => key.target === to.name)
      .map((key) => ({ own: key.columns, other: key.targetColumns })),
    ...to.foreignKeys
      .filter((key) => key.target === from.name)
      .map((key) => ({ own: key.targetColumns, other: key.columns })),
  ];
}

export function fittingSteps(
  from: DataTable,
  to: DataTable,
  parentAttribute: string,
  childAttribute: string | undefined,
): Step[] {
  return stepsBetween(from, to).filter((step) =>
    step.own.some(
      (own, i) =>
        own === parentAttribute && (childAttribute === undefined || step.other[i] === childAttribute),
    ),
  );
}

function joinColumns(from: DataTable, to: DataTable, entity: EntityNode): Pick<Node, 'own' | 'other'> {
  const relation = entity.relation ?? {};
  const attribute = 'attr_parent' in relation ? (relation.attr_parent ?? '') : '';
  const child = 'attr_child' in relation ? relation.attr_child : undefined;
  const [step, ...more] = fittingSteps(from, to, attribute, child);
  if (!step || more.length > 0) {
    throw new Error(
      `From ${from.name} to ${to.name} by ${attribute} there are ${more.length + (step ? 1 : 0)} ways.`,
    );
  }
  return {
    own: step.own.map((name) => columnIndex(from, name)),
    other: step.other.map((name) => columnIndex(to, name)),
  };
}

export function joinedRows(scope: Scope): Joined[] {
  return extend(scope, [[]], 0);
}

/** Each row so far with the rows of every node from `first` on. */
export function extend(scope: Scope, start: readonly Joined[], first: number): Joined[] {
  let rows: Joined[] = [...start];
  for (const node of scope.nodes.slice(first)) {
    const next: Joined[] = [];
    for (const row of rows) {
      for (const partner of partners(node, row)) next.push([...row, partner]);
      if (next.length > mostRows) throw new TooLarge();
    }
    scope.budget.rows -= next.length;
    if (scope.budget.rows < 0) throw new TooLarge();
    rows = next;
  }
  return rows;
}

function partners(node: Node, row: Joined): readonly (Row | null)[] {
  if (node.parent === null) return node.table.rows;
  const found = related(node, row[node.parent] ?? null);
  return found.length > 0 ? found : [null];
}

/** The rows that a row leads to; NULL in a key leads nowhere. */
export function related(node: Node, from: Row | null): readonly Row[] {
  if (from === null) return [];
  const key = node.own.map((index) => from[index] ?? null);
  if (key.includes(null)) return [];
  return indexOf(node.table, node.other).get(keyText(key)) ?? [];
}

const indexes = new WeakMap<DataTable, Map<string, Map<string, Row[]>>>();

function indexOf(table: DataTable, columns: readonly number[]): Map<string, Row[]> {
  const known = indexes.get(table) ?? new Map<string, Map<string, Row[]>>();
  indexes.set(table, known);
  const id = columns.join();
  const index =
    known.get(id) ?? Map.groupBy(table.rows, (row) => keyText(columns.map((column) => row[column] ?? null)));
  known.set(id, index);
  return index;
}

function keyText(key: readonly Value[]): string {
  return JSON.stringify(key.map((value) => (isDecimal(value) ? fixed(value) : value)));
}

const numbers = new WeakMap<Row, number>();
let lastNumber = 0;

/** Tells rows apart, also those of equal content. */
export function rowNumber(row: Row): number {
  const number = numbers.get(row) ?? ++lastNumber;
  numbers.set(row, number);
  return number;
}

/** A row of an entity as it was reached: the rows on the way from its root down to it. */
export function pathIdentity(scope: Scope, row: Joined, node: number): string | null {
  const own = row[node];
  if (!own) return null;
  const parent = scope.nodes[node]?.parent ?? null;
  const above = parent === null ? '' : `${pathIdentity(scope, row, parent)}/`;
  return `${above}${rowNumber(own)}`;
}

export function fieldOf(attribute: Attribute, row: Joined): Value {
  return row[attribute.node]?.[attribute.index] ?? null;
}
