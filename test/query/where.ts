/** The where part of the reference evaluator: three-valued logic over one joined row. */
import type { LosslessNumber } from 'lossless-json';
import type { DataColumn, EngineData, Value } from './dataset.ts';
import { compareTexts, isNumeric, shown, sqliteNumber } from './dataset.ts';
import { decimal, isDecimal } from './decimal.ts';
import { compareCells } from './reference/compare-cells.ts';
import { isWithin, onClock, shifted } from './reference/moments.ts';
import { type Cell, isApproximate, isList, numberText } from './reference/numbers.ts';
import type { Argument, ExistsArgument, Literal, Where } from './request.ts';
import type { Joined, Scope } from './rows.ts';
import { extend, fieldOf, withEntity } from './rows.ts';
import { folded, icontains, iends, iequals, ilike, istarts, like } from './text.ts';

export type Truth = boolean | null;
export type Test = (row: Joined) => Truth;

/** Undefined for a condition without effect, which is treated as absent. */
export function compileWhere(where: Where | null | undefined, scope: Scope): Test | undefined {
  if (!where) return undefined;
  if ('func' in where && where.func) return compileFunc(where.func.name, where.func.args, scope);
  if (!('cond' in where) || !where.cond) return undefined;
  const tests = where.cond.entries.flatMap((entry) => compileWhere(entry, scope) ?? []);
  if (tests.length === 0) return undefined;
  const combine = combinators[where.cond.with];
  if (!combine) throw new Error(`There is no combinator ${where.cond.with}.`);
  return (row) => combine(tests.map((test) => test(row)));
}

const combinators: Readonly<Record<string, (truths: Truth[]) => Truth>> = {
  AND: all,
  OR: any,
  NOT: (truths) => not(any(truths)),
};

function all(truths: readonly Truth[]): Truth {
  return truths.includes(false) ? false : truths.includes(null) ? null : true;
}

function any(truths: readonly Truth[]): Truth {
  return truths.includes(true) ? true : truths.includes(null) ? null : false;
}

function not(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

type Operand = (row: Joined) => Cell;

/** A date compared with datetimes is its midnight. */
function asMoment(operand: Operand | undefined): Operand | undefined {
  return (
    operand &&
    ((row) => {
      const value = operand(row);
      return typeof value === 'string' ? momentOf(value, 'T') : value;
    })
  );
}

function compileFunc(name: string, args: readonly Argument[], scope: Scope): Test | undefined {
  if (name.startsWith('NOT_')) {
    const test = compileFunc(name.slice(4), args, scope);
    return test && ((row) => not(test(row)));
  }
  if (args.some((argument) => isAbsent(argument, scope))) return undefined;
  const [first] = args;
  if (name === 'EXISTS' && first !== undefined && isExists(first)) return exists(first, scope);
  const [column] = columnsAmong(args, scope);
  if (name === 'IS_NULL') {
    const operand = operandOf(args[0] ?? {}, scope, () => null);
    return operand && ((row) => operand(row) === null);
  }
  if (name === 'IN_PERIOD') return inPeriod(args, scope);
  const compare = comparisons[name];
  if (compare) {
    const moments = hasMoments(args, scope);
    const [left, right] = operands(args, scope, (literal) => literalOf(literal, column, scope.data)).map(
      (operand) => (moments ? asMoment(operand) : operand),
    );
    return binary(left, right, (a, b) => compare(compareOn(scope.data, a, b)));
  }
  const match = textFunctions[name];
  if (match) {
    const [left, right] = operands(args, scope, String);
    return binary(left, right, (a, b) => match(textOf(a), textOf(b)));
  }
  if (name === 'IN') {
    const moments = hasMoments(args, scope);
    const [left, ...rest] = operands(spread(args, scope), scope, (literal) =>
      literalOf(literal, column, scope.data),
    ).map((operand) => (moments ? asMoment(operand) : operand));
    const tests = rest.map((right) => binary(left, right, (a, b) => compareOn(scope.data, a, b) === 0));
    return (row) => any(tests.map((test) => test(row)));
  }
  const ignoreCase = name === 'IBETWEEN_INC';
  if (ignoreCase || name === 'BETWEEN_INC') return between(args, scope, column, ignoreCase);
  throw new Error(`There is no function ${name}.`);
}

const comparisons: Readonly<Record<string, (order: number) => boolean>> = {
  EQ: (order) => order === 0,
  LT: (order) => order < 0,
  LTE: (order) => order <= 0,
  GT: (order) => order > 0,
  GTE: (order) => order >= 0,
};

const textFunctions: Readonly<Record<string, (text: string, argument: string) => boolean>> = {
  IEQ: iequals,
  LIKE: like,
  ILIKE: ilike,
  ISTARTS_WITH: istarts,
  IENDS_WITH: iends,
  ICONTAINS: icontains,
};

type Present = Exclude<Cell, null>;

function textOf(cell: Present): string {
  if (isApproximate(cell)) return numberText(cell);
  if (isList(cell)) throw new Error('A list is not looked into.');
  return shown(cell);
}

/**
 * SQLite compares with a double by converting the other number to a double, however it was computed; other engines
 * compare exactly.
 */
function compareOn({ engine }: EngineData, a: Present, b: Present): number {
  const isByDouble = engine === 'sqlite' && [a, b].some((cell) => typeof cell === 'number');
  const own = (cell: Present) => (isByDouble && isDecimal(cell) ? sqliteNumber(cell) : cell);
  return compareCells(own(a), own(b));
}

function binary(
  left: Operand | undefined,
  right: Operand | undefined,
  decide: (a: Present, b: Present) => boolean,
): Test {
  if (!left || !right) throw new Error('An open end belongs to a between only.');
  return (row) => {
    const a = left(row);
    const b = right(row);
    return a === null || b === null ? null : decide(a, b);
  };
}

/** Case-insensitive text is compared after folding, everything else as it is. */
function between(
  args: readonly Argument[],
  scope: Scope,
  column: DataColumn | undefined,
  ignoreCase: boolean,
): Test | undefined {
  const asText = ignoreCase && column?.kind === 'text';
  const read = (literal: Literal) => (asText ? String(literal) : literalOf(literal, column, scope.data));
  const order = (a: Present, b: Present) =>
    asText ? compareTexts(folded(textOf(a)), folded(textOf(b))) : compareOn(scope.data, a, b);
  const moments = hasMoments(args, scope);
  const [value, low, high] = operands(args, scope, read).map((operand) =>
    moments ? asMoment(operand) : operand,
  );
  const tests = [
    ...(low ? [binary(value, low, (a, b) => order(a, b) >= 0)] : []),
    ...(high ? [binary(value, high, (a, b) => order(a, b) <= 0)] : []),
  ];
  return tests.length === 0 ? undefined : (row) => all(tests.map((test) => test(row)));
}

function operands(
  args: readonly Argument[],
  scope: Scope,
  read: (literal: Literal) => Value,
): (Operand | undefined)[] {
  return args.map((argument) => operandOf(argument, scope, read));
}

function operandOf(argument: Argument, scope: Scope, read: (literal: Literal) => Value): Operand | undefined {
  if ('alias' in argument && typeof argument.alias === 'string') {
    const attribute = scope.attributes.get(argument.alias);
    if (!attribute) throw new Error(`There is no alias ${argument.alias}.`);
    return (row) => fieldOf(attribute, row);
  }
  if ('value' in argument && !Array.isArray(argument.value) && argument.value !== undefined) {
    const value = read(argument.value);
    return () => value;
  }
  if ('param' in argument && typeof argument.param === 'string') {
    const given = parameter(argument.param, scope);
    if (given === null || isMany(given)) throw new Error('Expected one value.');
    const value = read(given);
    return () => value;
  }
  return undefined;
}

/** `IN` takes single values, an array, or a parameter of many. */
function spread(args: readonly Argument[], scope: Scope): Argument[] {
  return args.flatMap((argument) => {
    const given =
      'param' in argument && typeof argument.param === 'string'
        ? parameter(argument.param, scope)
        : 'value' in argument
          ? argument.value
          : null;
    return isMany(given) ? given.map((value) => ({ value })) : [argument];
  });
}

function isMany(given: unknown): given is readonly Literal[] {
  return Array.isArray(given);
}

function columnsAmong(args: readonly Argument[], scope: Scope): DataColumn[] {
  return args.flatMap((argument) =>
    'alias' in argument && typeof argument.alias === 'string'
      ? (scope.attributes.get(argument.alias)?.column ?? [])
      : [],
  );
}

/** Datetimes compare regardless of the separator between date and time. */
function hasMoments(args: readonly Argument[], scope: Scope): boolean {
  return columnsAmong(args, scope).some(({ kind }) => kind === 'datetime');
}

function inPeriod(args: readonly Argument[], scope: Scope): Test {
  const [first, second] = args;
  const operand = operandOf(first ?? {}, scope, () => null);
  const period = second !== undefined && 'period' in second ? second.period : undefined;
  const [column] = columnsAmong(args, scope);
  if (!operand || typeof period !== 'object') throw new Error('IN_PERIOD takes an attribute and a period.');
  return (row) => {
    const value = operand(row);
    if (value === null) return null;
    const shown = column?.isInstant ? onClock(String(value), scope.asked.zone) : String(value);
    return isWithin(shown, period, scope.asked.now);
  };
}

/** Whether a condition with it is omitted, as if it were not there. */
export function isAbsent(argument: Argument, scope: Scope): boolean {
  return (
    'param' in argument && typeof argument.param === 'string' && parameter(argument.param, scope) === null
  );
}

function parameter(name: string, scope: Scope): Literal | readonly Literal[] | null {
  const found = scope.asked.parameters.get(name);
  if (!found) throw new Error(`There is no parameter ${name}.`);
  return found.value;
}

/** A literal as a value of the column that it is compared with. */
function literalOf(literal: Literal, column: DataColumn | undefined, data: EngineData): Value {
  if (typeof literal === 'boolean' || column === undefined)
    return typeof literal === 'boolean' ? literal : String(literal);
  if (column.kind === 'boolean') return String(literal) === 'true' || String(literal) === '1';
  if (isNumeric(column.kind)) return numberOf(literal, column, data);
  const text = String(literal);
  if (column.kind === 'date') return text.slice(0, 10);
  if (column.kind === 'datetime') return momentOf(text, column.separator ?? 'T');
  return text;
}

function numberOf(literal: string | LosslessNumber, column: DataColumn, data: EngineData): Value {
  const number = decimal(String(literal));
  if (column.kind === 'double') return Number(String(literal));
  return data.engine === 'sqlite' && column.kind === 'decimal' ? sqliteNumber(number) : number;
}

/**
 * `2024-05-06`, `2024-05-06T07:08:09` and the same with a space or a `Z` are wall clock times; for instants they are
 * UTC.
 */
function momentOf(text: string, separator: string): string {
  const [, sign, hours = '', minutes = ''] = /([+-])(\d\d):(\d\d)$/.exec(text.slice(11)) ?? [];
  if (sign !== undefined) {
    const ahead = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1);
    return (shifted(text.slice(0, 19), -ahead, 'minute') ?? '').replace('T', separator);
  }
  const time = text.slice(11).replace('Z', '') || '00:00:00';
  return `${text.slice(0, 10)}${separator}${time.length === 5 ? `${time}:00` : time}`;
}

function isExists(argument: Argument): argument is ExistsArgument {
  return 'entity' in argument;
}

function exists(argument: ExistsArgument, scope: Scope): Test {
  const of = argument.of ?? [...scope.entities.keys()][0] ?? '';
  const parent = scope.entities.get(of);
  if (parent === undefined) throw new Error(`There is no entity ${of}.`);
  const first = scope.nodes.length;
  const inner = withEntity(scope, argument.entity, parent);
  const test = compileWhere(argument.where, inner);
  return (row) =>
    extend(inner, [row], first).some(
      (found) => found[first] !== null && (test === undefined || test(found) === true),
    );
}
