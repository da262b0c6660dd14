// Resolves window calculations over the rows or groups of an answer, and which of these rows are kept.
import type { GridRequest, OverAttribute } from '../../contract/grid.ts';
import { pointerTo } from '../../contract/json.ts';
import type { OrderRule } from '../../contract/nodes.ts';
import { isNumber, kindOf, quotientScale, type ResultType, scaleOf } from '../computing/kinds.ts';
import type { SqlDialect } from '../dialect/sql.ts';
import {
  isOver,
  type NamedValue,
  type PlanOver,
  type PlanSort,
  type PlanTop,
  type PlanValue,
  typeOf,
} from './plan.ts';
import { invalid } from './problems.ts';
import type { Scope } from './scope.ts';

export class Overs {
  readonly #dialect: SqlDialect;
  readonly all: PlanOver[] = [];

  constructor(dialect: SqlDialect) {
    this.#dialect = dialect;
  }

  /** `scope`: the rows, or the groups with their measures. */
  plan(scope: Scope, { alias, over }: OverAttribute, pointer: string): NamedValue {
    const at = pointerTo(pointer, 'over');
    const { fn, per = [], order = [], size } = over;
    const of = scope.attribute(over.of, pointerTo(at, 'of')).value;
    const column = typeOf(of);
    const kind = kindOf(column.mode);
    if (!isNumber(kind) || isOver(of)) {
      throw invalid(`${fn} needs numbers, and ${over.of} is none of the answer's own.`, {
        pointer: pointerTo(at, 'of'),
      });
    }
    if (order.length === 0 && fn !== 'share' && fn !== 'rank') {
      throw invalid(`${fn} goes row by row, so it needs an order.`, { pointer: at });
    }
    if (fn === 'moving' && size === undefined) {
      throw invalid('moving needs "size": of how many rows the mean is taken.', { pointer: at });
    }
    if (fn !== 'moving' && size !== undefined) {
      throw invalid(`${fn} has no size.`, { pointer: pointerTo(at, 'size') });
    }
    const own: ResultType = { kind, scale: kind === 'integer' ? 0 : scaleOf(column) };
    const result: ResultType =
      fn === 'rank'
        ? { kind: 'integer', scale: 0 }
        : fn === 'share' || fn === 'moving'
          ? { kind: 'numeric', scale: quotientScale }
          : own;
    const name = `o${this.all.length}`;
    this.all.push({
      name,
      fn,
      of,
      per: per.map((by, i) => beforeWindows(scope, by, pointerTo(at, 'per', i))),
      order:
        order.length === 0
          ? [{ value: of, descending: true, nullsFirst: false }]
          : sorts(scope, order, pointerTo(at, 'order'), beforeWindows),
      size: size === undefined ? 1 : Number(size),
      result,
    });
    return { kind: 'named', name, column: { ...this.#dialect.computing.type(result), name: alias } };
  }
}

export function planTop(scope: Scope, { top }: GridRequest, pointer: string): PlanTop | null {
  if (top === undefined) return null;
  const at = pointerTo(pointer, 'top');
  return {
    n: Number(top.n),
    per: (top.per ?? []).map((by, i) => any(scope, by, pointerTo(at, 'per', i))),
    order: sorts(scope, top.order, pointerTo(at, 'order'), any),
  };
}

type Find = (scope: Scope, alias: string, pointer: string) => PlanValue;

const any: Find = (scope, alias, pointer) => scope.attribute(alias, pointer).value;

/** Finds only values that exist before the window calculations. */
const beforeWindows: Find = (scope, alias, pointer) => {
  const value = any(scope, alias, pointer);
  if (!isOver(value)) return value;
  throw invalid(`"${alias}" is worked out over the answer itself, so nothing else goes over it by that.`, {
    pointer,
  });
};

function sorts(scope: Scope, order: readonly OrderRule[], pointer: string, find: Find): PlanSort[] {
  return order.map(({ alias, asc = true, nulls = 'last' }, i) => ({
    value: find(scope, alias, pointerTo(pointer, i, 'alias')),
    descending: !asc,
    nullsFirst: nulls === 'first',
  }));
}
