/** The reference evaluator: computes the expected answer to a request with plain loops over rows in memory. */
import type { EngineData } from './dataset.ts';
import { columnIndex, keyOf } from './dataset.ts';
import { computeField, kindOfColumn } from './reference/expressions.ts';
import { wallClock } from './reference/moments.ts';
import type { Cell } from './reference/numbers.ts';
import { type Comparer, comparing, tied } from './reference/ordering.ts';
import { pivoted } from './reference/pivots.ts';
import { measureRelated } from './reference/rollups.ts';
import { type AnsweredRows, evaluateOver, kept } from './reference/windows.ts';
import type { Expr, GridRequest, Literal, Where } from './request.ts';
import type { Attribute, EvaluationContext, Joined, Parameter, Reading, Scope } from './rows.ts';
import { fieldOf, joinedRows, rootScope } from './rows.ts';
import { identityOf, instantStart, periodStart, summarise } from './summary.ts';
import { compileWhere } from './where.ts';

export interface Expected {
  readonly cols: readonly string[];
  /** All rows before paging. The rows of a tie may come in any order. */
  readonly ties: readonly (readonly Cell[])[][];
  readonly total: number;
  readonly offset: number;
  readonly limit: number;
  /** By alias and summary; undefined if none was requested. */
  readonly summaries: ReadonlyMap<string, ReadonlyMap<string, Cell>> | undefined;
  /** The columns of a pivot. */
  readonly pivot: { readonly values: readonly Cell[]; readonly measures: readonly string[] } | undefined;
}

/** `now`: the time of the request. */
export function evaluate(data: EngineData, request: GridRequest, now = new Date(0)): Expected {
  const scope = scopeOf(data, request, now);
  const test = compileWhere(request.where, scope);
  const rows = joinedRows(scope).filter((row) => test === undefined || test(row) === true);
  const attributes = [...scope.attributes.values()];
  const answer = request.group
    ? grouped(scope, rows, attributes, request, request.group)
    : plain(scope, rows, attributes, request);
  return {
    cols: answer.cols,
    ties: answer.ties,
    pivot: answer.pivot,
    total: answer.ties.reduce((count, tie) => count + tie.length, 0),
    offset: request.offset ?? 0,
    limit: request.limit ?? 100,
    summaries: request.group ? undefined : summariesOf(scope, answer.left ?? rows, attributes),
  };
}

export function scopeOf(data: EngineData, request: GridRequest, now: Date): Scope {
  const zone = request.timezone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const asked: EvaluationContext = {
    parameters: parametersOf(request),
    zone,
    now: wallClock(now, zone),
    compute: (scope, item, node) =>
      'expr' in item ? computeField(scope, item, node) : measureRelated(scope, item, node),
  };
  return rootScope(data, asked, request.entities);
}

function parametersOf(request: GridRequest): Map<string, Parameter> {
  return new Map(
    (request.parameters ?? []).map(({ name, type, default: preset }) => {
      const given: Literal | Literal[] | null | undefined = request.arguments?.[name];
      return [name, { type, value: given ?? preset ?? null }];
    }),
  );
}

type Answer = Pick<Expected, 'cols' | 'ties'> &
  Partial<Pick<Expected, 'pivot'>> & {
    /** The rows that summaries cover. */
    readonly left?: readonly Joined[];
  };

function plain(
  scope: Scope,
  rows: readonly Joined[],
  attributes: readonly Attribute[],
  request: GridRequest,
): Answer {
  const selected = attributes.filter((attribute) => attribute.selected);
  const overs = new Map<string, ReadonlyMap<Joined, Cell>>();
  const value = (row: Joined, alias: string): Cell => {
    const attribute = scope.attributes.get(alias);
    if (!attribute) throw new Error(`There is no alias ${alias}.`);
    return attribute.over === undefined ? fieldOf(attribute, row) : (overs.get(alias)?.get(row) ?? null);
  };
  const last = byRootKeys(scope);
  const answered: AnsweredRows<Joined> = { rows, value, last };
  for (const { alias, over } of attributes) {
    if (over !== undefined)
      overs.set(alias, evaluateOver(answered, over, numberKind(scope, over.of), scope.data.engine));
  }
  const left = request.top === undefined ? rows : kept(answered, request.top);
  const byOrder = (request.order ?? []).map((item) =>
    comparing(item, (row: Joined) => value(row, item.alias)),
  );
  return {
    left,
    cols: selected.map((attribute) => attribute.alias),
    ties: tied(left, [...byOrder, ...last]).map((tie) =>
      tie.map((row) => selected.map(({ alias }) => value(row, alias))),
    ),
  };
}

function numberKind(scope: Scope, alias: string): 'integer' | 'numeric' {
  const column = scope.attributes.get(alias)?.column;
  return column !== undefined && kindOfColumn(column) === 'integer' ? 'integer' : 'numeric';
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

function grouped(
  scope: Scope,
  rows: readonly Joined[],
  attributes: readonly Attribute[],
  request: GridRequest,
  group: readonly string[],
): Answer {
  const by = group.map((alias) => {
    const attribute = scope.attributes.get(alias);
    if (!attribute) throw new Error(`There is no alias ${alias}.`);
    return attribute;
  });
  const keyOfRow = (row: Joined) =>
    by.map((attribute) => {
      const start = attribute.column.isInstant ? instantStart : periodStart;
      return start(fieldOf(attribute, row), attribute.bucket, scope.asked.zone);
    });
  const ofGroups = fieldsOfGroups(scope, attributes);
  const measures = attributes.flatMap((attribute) =>
    ofGroups.has(attribute.alias) ? [] : attribute.summaries.map((summary) => ({ attribute, summary })),
  );
  const groups = [...Map.groupBy(rows, (row) => keyOfRow(row).map(identityOf).join()).values()];
  const cells = groups.map((members): Cell[] => [
    ...keyOfRow(members[0] ?? []),
    ...measures.map(({ attribute, summary }) => summarise(scope, members, attribute, summary)),
  ]);
  const names = [...group, ...measures.map(({ attribute, summary }) => `${summary}_${attribute.alias}`)];
  const types = [...by, ...measures.map(({ attribute, summary }) => measureColumn(attribute, summary))];
  const extras = attributes.filter(({ alias, over }) => over !== undefined || ofGroups.has(alias));
  const found = overGroups(scope, request, { names, types, cells, size: group.length }, extras);
  const shownExtras = extras.filter(({ selected }) => selected).map(({ alias }) => alias);
  const cols = [...names, ...shownExtras];
  const all = found.rows.map((row) => cols.map((name) => found.value(row, name)));
  if (request.pivot !== undefined) {
    return pivoted({ group, cols, rows: all }, request.pivot, request.order ?? []);
  }
  const order = (request.order ?? []).map(
    (item): Comparer<Joined> => comparing(item, (row) => found.value(row, item.alias)),
  );
  return {
    cols,
    ties: tied(found.rows, order).map((tie) => tie.map((row) => cols.map((name) => found.value(row, name)))),
  };
}

function measureColumn({ column, alias }: Attribute, summary: string): Pick<Attribute, 'column'> {
  if (summary.startsWith('count')) return { column: { name: alias, kind: 'bigint' } };
  return { column: summary === 'avg' ? { name: alias, kind: 'decimal' } : column };
}

interface Groups {
  readonly names: readonly string[];
  readonly types: readonly Pick<Attribute, 'column'>[];
  readonly cells: readonly Cell[][];
  /** The number of group names. */
  readonly size: number;
}

/** The groups after `having`, `over` and `top`, each as a row of one entity. */
function overGroups(
  scope: Scope,
  request: GridRequest,
  { names, types, cells, size }: Groups,
  extras: readonly Attribute[],
): AnsweredRows<Joined> {
  const inner: Scope = { ...scope, nodes: [], attributes: new Map(), entities: new Map() };
  const overs = new Map<string, ReadonlyMap<Joined, Cell>>();
  names.forEach((alias, i) => {
    const column = types[i]?.column;
    if (column)
      inner.attributes.set(
        alias,
        groupAttribute(
          alias,
          () => column,
          (row) => row[0]?.[i] ?? null,
        ),
      );
  });
  for (const { alias, item } of extras) {
    if ('expr' in item) {
      let made: Reading | undefined;
      const reading = () => {
        made ??= computeField(inner, item, 0);
        return made;
      };
      inner.attributes.set(
        alias,
        groupAttribute(
          alias,
          () => reading().column,
          (row) => reading().read(row),
        ),
      );
    }
    if ('over' in item) {
      inner.attributes.set(
        alias,
        groupAttribute(
          alias,
          () => ({ name: alias, kind: 'decimal' }),
          (row) => overs.get(alias)?.get(row) ?? null,
        ),
      );
    }
  }
  const value = (row: Joined, alias: string): Cell => {
    const attribute = inner.attributes.get(alias);
    if (!attribute) throw new Error(`No group has ${alias}.`);
    return attribute.read(row);
  };
  const test = compileWhere(request.having, inner);
  const rows = cells.map((row): Joined => [row]).filter((row) => test === undefined || test(row) === true);
  const last = names.slice(0, size).map((alias) => comparing({ alias }, (row: Joined) => value(row, alias)));
  const answered: AnsweredRows<Joined> = { rows, value, last };
  for (const { alias, over } of extras) {
    if (over !== undefined) {
      overs.set(alias, evaluateOver(answered, over, numberKind(inner, over.of), scope.data.engine));
    }
  }
  return request.top === undefined ? answered : { ...answered, rows: kept(answered, request.top) };
}

function groupAttribute(
  alias: string,
  column: () => Attribute['column'],
  read: (row: Joined) => Cell,
): Attribute {
  return {
    alias,
    item: { id: alias },
    get column() {
      return column();
    },
    nodes: [0],
    read,
    selected: true,
    summaries: [],
    bucket: undefined,
    over: undefined,
  };
}

/** Computed fields that refer to a measure, or to another such field. */
function fieldsOfGroups(scope: Scope, attributes: readonly Attribute[]): Set<string> {
  const measures = new Set(
    attributes.flatMap(({ alias, summaries }) => summaries.map((summary) => `${summary}_${alias}`)),
  );
  const found = new Set<string>();
  for (let count = -1; count < found.size; ) {
    count = found.size;
    for (const { alias, item } of attributes) {
      if (!('expr' in item)) continue;
      const names = namesIn(item.expr);
      if (names.some((name) => found.has(name) || (measures.has(name) && !scope.attributes.has(name)))) {
        found.add(alias);
      }
    }
  }
  return found;
}

function namesIn(expr: Expr): string[] {
  if ('alias' in expr) return [expr.alias];
  if ('fn' in expr) return expr.args.flatMap(namesIn);
  if (!('case' in expr)) return [];
  const parts = expr.case.flatMap((branch) => [...namesInWhere(branch.when), ...namesIn(branch.then)]);
  return [...parts, ...(expr.else === undefined ? [] : namesIn(expr.else))];
}

function namesInWhere(where: Where): string[] {
  if ('cond' in where && where.cond) return where.cond.entries.flatMap(namesInWhere);
  if (!('func' in where) || !where.func) return [];
  return where.func.args.flatMap((argument) =>
    'alias' in argument && typeof argument.alias === 'string' ? [argument.alias] : [],
  );
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
