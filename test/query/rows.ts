/** The rows of a request: roots as a cross product, related entities by outer join. */
import type { DataColumn, DataTable, EngineData, Row } from './dataset.ts';
import { columnIndex } from './dataset.ts';
import { fixed, isDecimal } from './decimal.ts';
import type { Cell } from './reference/numbers.ts';
import type {
  AttributeSelector,
  Bucket,
  ComputedItem,
  EntityNode,
  Literal,
  Over,
  OverItem,
  RollupItem,
  Summary,
} from './request.ts';
import { isWrapper } from './request.ts';

export interface Node {
  readonly table: DataTable;
  /** Null for a root. */
  readonly parent: number | null;
  readonly own: readonly number[];
  readonly other: readonly number[];
}

/** How to read a value from a row. */
export interface Reading {
  /** Its type. */
  readonly column: DataColumn;
  /** The nodes whose rows it depends on. */
  readonly nodes: readonly number[];
  /** The nodes that its expression names, possibly none. */
  readonly uses?: readonly number[];
  read(row: Joined): Cell;
}

export interface Attribute extends Reading {
  readonly alias: string;
  readonly item: AttributeSelector | ComputedItem | RollupItem | OverItem;
  readonly selected: boolean;
  readonly summaries: readonly Summary[];
  readonly bucket: Bucket | undefined;
  readonly over: Over | undefined;
}

/** The row of each node, null if an outer join found none. */
export type Joined = readonly (readonly Cell[] | null)[];

export interface Parameter {
  readonly type: string;
  /** Null if it is absent. */
  readonly value: Literal | readonly Literal[] | null;
}

/** Constants of a request. */
export interface EvaluationContext {
  readonly parameters: ReadonlyMap<string, Parameter>;
  readonly zone: string;
  /** The wall clock time in that zone. */
  readonly now: string;
  /** How to read a computed field or a measure of related rows. */
  compute(scope: Scope, item: ComputedItem | RollupItem, node: number): Reading;
}

/** The names and nodes in scope: those of the request and, within EXISTS, its own as well. */
export interface Scope {
  readonly data: EngineData;
  readonly asked: EvaluationContext;
  readonly nodes: Node[];
  readonly attributes: Map<string, Attribute>;
  readonly entities: Map<string, number>;
  /** The number of rows that the request may still build: an EXISTS builds some for each outer row. */
  readonly budget: { rows: number };
}

export class TooLarge extends Error {}

const mostRows = 3_000;
const mostRowsInAll = 100_000;

export function rootScope(data: EngineData, asked: EvaluationContext, roots: readonly EntityNode[]): Scope {
  const scope: Scope = {
    data,
    asked,
    nodes: [],
    attributes: new Map(),
    entities: new Map(),
    budget: { rows: mostRowsInAll },
  };
  for (const root of roots) addEntity(scope, root, null);
  return scope;
}

/** The scope with an entity and everything nested in it. */
export function withEntity(scope: Scope, entity: EntityNode, parent: number | null): Scope {
  const known = {
    ...scope,
    nodes: [...scope.nodes],
    attributes: new Map(scope.attributes),
    entities: new Map(scope.entities),
  };
  addEntity(known, entity, parent);
  return known;
}

function addEntity(scope: Scope, entity: EntityNode, parent: number | null): void {
  const table = scope.data.tables.get(entity.id);
  if (!table) throw new Error(`There is no table ${entity.id}.`);
  const number = scope.nodes.length;
  const from = parent === null ? undefined : scope.nodes[parent]?.table;
  scope.nodes.push({ table, parent, ...(from ? joinColumns(from, table, entity) : { own: [], other: [] }) });
  const alias = entity.alias ?? (parent === null ? entity.id : undefined);
  if (alias !== undefined) scope.entities.set(alias, number);
  for (const item of entity.attributes ?? []) {
    if (isWrapper(item)) addEntity(scope, item.entity, number);
    else addAttribute(scope, item, table, number);
  }
}

function addAttribute(scope: Scope, item: Attribute['item'], table: DataTable, node: number): void {
  const alias = 'id' in item ? (item.alias ?? item.id) : item.alias;
  const reading =
    'id' in item ? () => columnReading(table, item.id, node) : () => computed(scope, item, node);
  // A field may refer to later ones, so it is compiled lazily.
  let made: Reading | undefined;
  const known = () => {
    made ??= reading();
    return made;
  };
  scope.attributes.set(alias, {
    alias,
    item,
    get column() {
      return known().column;
    },
    get nodes() {
      return known().nodes;
    },
    get uses() {
      return known().uses ?? known().nodes;
    },
    read: (row) => known().read(row),
    selected: item.selected ?? true,
    summaries: 'over' in item ? [] : (item.summaries ?? []),
    bucket: 'over' in item ? undefined : item.bucket,
    over: 'over' in item ? item.over : undefined,
  });
}

function columnReading(table: DataTable, name: string, node: number): Reading {
  const index = columnIndex(table, name);
  const column = table.columns[index];
  if (!column) throw new Error(`${table.name} has no column ${name}.`);
  return { column, nodes: [node], read: (row) => row[node]?.[index] ?? null };
}

function computed(scope: Scope, item: ComputedItem | RollupItem | OverItem, node: number): Reading {
  if ('over' in item) throw new Error('What goes over the answer is not read in one row.');
  return scope.asked.compute(scope, item, node);
}

export interface Step {
  readonly own: readonly string[];
  readonly other: readonly string[];
}

/** Every join from one table to another, along a foreign key of either. */
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

/** Joins each row with the rows of all nodes from `first` on. */
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

/** The related rows of a row; NULL in a key matches nothing. */
function related(node: Node, from: readonly Cell[] | null): readonly Row[] {
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

function keyText(key: readonly Cell[]): string {
  return JSON.stringify(key.map((value) => (isDecimal(value) ? fixed(value) : value)));
}

const numbers = new WeakMap<readonly Cell[], number>();
let lastNumber = 0;

/** Identifies rows, even those of equal content; 0 for a missing one. */
export function rowNumber(row: readonly Cell[] | null | undefined): number {
  if (row === null || row === undefined) return 0;
  const number = numbers.get(row) ?? ++lastNumber;
  numbers.set(row, number);
  return number;
}

/** Identifies rows of some entities including the rows on the join paths from the roots to them. */
export function pathIdentity(scope: Scope, row: Joined, nodes: readonly number[]): string {
  const onWays = new Set<number>();
  for (const node of nodes) {
    for (let at: number | null = node; at !== null; at = scope.nodes[at]?.parent ?? null) onWays.add(at);
  }
  return [...onWays].map((node) => rowNumber(row[node])).join();
}

export function fieldOf(attribute: Attribute, row: Joined): Cell {
  return attribute.read(row);
}
