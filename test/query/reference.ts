/** The reference evaluator: what the answer to a request must be, by plain loops over rows in memory. */
import type { EngineData, Value } from './dataset.ts';
import { columnIndex, compareValues, keyOf } from './dataset.ts';
import type { GridRequest, OrderItem } from './request.ts';
import type { Attribute, Joined, Scope } from './rows.ts';
import { fieldOf, joinedRows, rootScope } from './rows.ts';
import type { Cell } from './summary.ts';
import { identityOf, isNear, periodStart, summarise } from './summary.ts';
import { compileWhere } from './where.ts';

export interface Expected {
  readonly cols: readonly string[];
  /** All rows before paging. Rows of one tie may come in any order. */
  readonly ties: readonly (readonly Cell[])[][];
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
  /** By alias and summary; undefined where none was asked for. */
  readonly summaries: ReadonlyMap<string, ReadonlyMap<string, Cell>> | undefined;
}

export function evaluate(data: EngineData, request: GridRequest): Expected {
  const scope = rootScope(data, request.entities);
  const test = compileWhere(request.where, scope);
  const rows = joinedRows(scope).filter((row) => test === undefined || test(row) === true);
  const attributes = [...scope.attributes.values()];
  const answer = request.group
    ? grouped(scope, rows, attributes, request.group, request.order ?? [])
    : plain(scope, rows, attributes, request.order ?? []);
  return {
    ...answer,
    total: answer.ties.reduce((count, tie) => count + tie.length, 0),
    offset: request.offset ?? 0,
    limit: request.limit ?? 100,
    summaries: request.group ? undefined : summariesOf(scope, rows, attributes),
  };
}

type Answer = Pick<Expected, 'cols' | 'ties'>;

function plain(
  scope: Scope,
  rows: readonly Joined[],
  attributes: readonly Attribute[],
  order: readonly OrderItem[],
): Answer {
  const selected = attributes.filter((attribute) => attribute.selected);
  const byOrder = order.map((item) => {
    const attribute = scope.attributes.get(item.alias);
    if (!attribute) throw new Error(`There is no alias ${item.alias}.`);
    return comparing(item, (row: Joined) => fieldOf(attribute, row));
  });
  return {
    cols: selected.map((attribute) => attribute.alias),
    ties: tied(rows, [...byOrder, ...byRootKeys(scope)]).map((tie) =>
      tie.map((row) => selected.map((attribute) => fieldOf(attribute, row))),
    ),
  };
}

type Comparer<Row> = (a: Row, b: Row) => number;

function comparing<Row>(item: OrderItem, value: (row: Row) => Value): Comparer<Row> {
  const direction = item.asc === false ? -1 : 1;
  const nulls = item.nulls === 'first' ? -1 : 1;
  return (a, b) => {
    const left = value(a);
    const right = value(b);
    if (left === null || right === null) return left === right ? 0 : left === null ? nulls : -nulls;
    return direction * compareValues(left, right);
  };
}

function byRootKeys(scope: Scope): Comparer<Joined>[] {
  return scope.nodes.flatMap(({ table, parent }, node) => {
    if (parent !== null) return [];
    return keyOf(table).map((name) => {
      const index = columnIndex(table, name);
      return comparing({ alias: name }, (row: Joined) => row[node]?.[index] ?? null);
    });
  });
}

/** Sorted, and those that no comparer tells apart put together. */
function tied<Row>(rows: readonly Row[], comparers: readonly Comparer<Row>[]): Row[][] {
  const compare = (a: Row, b: Row) => {
    for (const comparer of comparers) {
      const order = comparer(a, b);
      if (order !== 0) return order;
    }
    return 0;
  };
  const ties: Row[][] = [];
  for (const row of rows.toSorted(compare)) {
    const last = ties.at(-1);
    if (last?.[0] !== undefined && compare(last[0], row) === 0) last.push(row);
    else ties.push([row]);
  }
  return ties;
}

function grouped(
  scope: Scope,
  rows: readonly Joined[],
  attributes: readonly Attribute[],
  group: readonly string[],
  order: readonly OrderItem[],
): Answer {
  const by = group.map((alias) => {
    const attribute = scope.attributes.get(alias);
    if (!attribute) throw new Error(`There is no alias ${alias}.`);
    return attribute;
  });
  const keyOfRow = (row: Joined) =>
    by.map((attribute) => periodStart(fieldOf(attribute, row), attribute.bucket));
  const measures = attributes.flatMap((attribute) =>
    attribute.summaries.map((summary) => ({ attribute, summary })),
  );
  const groups = [...Map.groupBy(rows, (row) => keyOfRow(row).map(identityOf).join()).values()];
  const cells = groups.map((members): Cell[] => [
    ...keyOfRow(members[0] ?? []),
    ...measures.map(({ attribute, summary }) => summarise(scope, members, attribute, summary)),
  ]);
  const cols = [...group, ...measures.map(({ attribute, summary }) => `${summary}_${attribute.alias}`)];
  const comparers = order.map((item) => {
    const index = cols.indexOf(item.alias);
    return comparing(item, (row: readonly Cell[]) => {
      const cell = row[index] ?? null;
      if (isNear(cell)) throw new Error('What may be rounded gives no order.');
      return cell;
    });
  });
  return { cols, ties: tied(cells, comparers) };
}

function summariesOf(
  scope: Scope,
  rows: readonly Joined[],
  attributes: readonly Attribute[],
): Expected['summaries'] {
  const asked = attributes.filter((attribute) => attribute.summaries.length > 0);
  if (asked.length === 0) return undefined;
  return new Map(
    asked.map((attribute) => [
      attribute.alias,
      new Map(
        attribute.summaries.map((summary) => [summary, summarise(scope, rows, attribute, summary)] as const),
      ),
    ]),
  );
}
