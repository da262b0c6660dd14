/** The reference evaluator's computed fields: each function as documented, one row at a time. */
import { isLosslessNumber } from 'lossless-json';
import type { DataColumn, Kind } from '../dataset.ts';
import { shown } from '../dataset.ts';
import { canonical, compareDecimals, decimal, isDecimal, roundTo, whole } from '../decimal.ts';
import type { ComputedItem, Expr, Literal, Where } from '../request.ts';
import type { Joined, Reading, Scope } from '../rows.ts';
import { periodStart } from '../summary.ts';
import { compileWhere, isAbsent } from '../where.ts';
import { compareCells } from './compare-cells.ts';
import { asDatetime, distance, momentForm, onClock, partOf, shifted } from './moments.ts';
import {
  arithmetic,
  type Cell,
  isApproximate,
  isList,
  type Num,
  numberIn,
  numberText,
  settled,
  steps,
  stored,
} from './numbers.ts';

export type ValueKind = 'integer' | 'numeric' | 'text' | 'boolean' | 'date' | 'datetime';

interface Compiled {
  readonly kind: ValueKind;
  readonly nodes: readonly number[];
  /** A text from the document or a parameter, which may be interpreted as a date. */
  readonly given?: string;
  /** The value for computing; numbers as exact or approximate ones. */
  read(row: Joined): Cell;
  /** The text in an answer. */
  text(row: Joined): string | null;
}

const kinds: Readonly<Record<Kind, ValueKind>> = {
  integer: 'integer',
  bigint: 'integer',
  decimal: 'numeric',
  double: 'numeric',
  boolean: 'boolean',
  text: 'text',
  date: 'date',
  datetime: 'datetime',
  time: 'text',
  uuid: 'text',
  binary: 'text',
};

export function kindOfColumn({ kind }: DataColumn): ValueKind {
  return kinds[kind];
}

const columnKinds: Readonly<Record<ValueKind, Kind>> = {
  integer: 'bigint',
  numeric: 'decimal',
  text: 'text',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
};

export function computeField(scope: Scope, { alias, expr }: ComputedItem, node: number): Reading {
  if ('alias' in expr) {
    const named = attributeOf(scope, expr.alias);
    return { column: named.column, nodes: named.nodes, uses: named.uses ?? named.nodes, read: named.read };
  }
  const { kind, nodes, read } = compile(expr, scope);
  const isNumber = kind === 'integer' || kind === 'numeric';
  return {
    column: { name: alias, kind: columnKinds[kind] },
    nodes: nodes.length === 0 ? [node] : nodes,
    uses: nodes,
    read(row) {
      const cell = read(row);
      return isNumber && cell !== null ? stored(numberIn(cell), scope.data.engine) : cell;
    },
  };
}

function attributeOf(scope: Scope, alias: string) {
  const attribute = scope.attributes.get(alias);
  if (!attribute) throw new Error(`There is no alias ${alias}.`);
  return attribute;
}

function compile(expr: Expr, scope: Scope): Compiled {
  if ('alias' in expr) return reference(attributeOf(scope, expr.alias), scope.asked.zone);
  if ('value' in expr) return expr.value === null ? nothing : literal(expr.value);
  if ('param' in expr) {
    const parameter = scope.asked.parameters.get(expr.param);
    if (!parameter) throw new Error(`There is no parameter ${expr.param}.`);
    const { value, type } = parameter;
    if (value === null) return nothing;
    return parameterValue(String(value), type);
  }
  if ('case' in expr) return choice(expr, scope);
  return call(expr.fn, expr.args, scope);
}

const nothing: Compiled = { kind: 'text', nodes: [], read: () => null, text: () => null };
const isNothing = (part: Compiled) => part === nothing;

function reference({ column, nodes: own, uses: nodes = own, read }: Reading, zone: string): Compiled {
  const kind = kindOfColumn(column);
  return {
    kind,
    nodes,
    read(row) {
      const cell = read(row);
      if (cell === null || isList(cell)) return cell;
      if (kind === 'integer' || kind === 'numeric') return numberIn(cell);
      if (kind === 'text') return shownText(cell);
      if (column.isInstant) return onClock(String(cell), zone);
      return typeof cell === 'string' ? momentForm(cell) : cell;
    },
    text(row) {
      const cell = read(row);
      return cell === null ? null : shownText(cell);
    },
  };
}

function shownText(cell: Exclude<Cell, null>): string {
  if (isList(cell)) throw new Error('A list is not computed with.');
  if (isApproximate(cell)) return numberText(cell);
  return shown(cell);
}

function constant(kind: ValueKind, cell: Exclude<Cell, null>, given?: string): Compiled {
  const text = given ?? (isDecimal(cell) ? canonical(cell) : shownText(cell));
  return { kind, nodes: [], read: () => cell, text: () => text, ...(given === undefined ? {} : { given }) };
}

function literal(value: Literal): Compiled {
  if (typeof value === 'boolean') return constant('boolean', value);
  if (isLosslessNumber(value)) {
    const digits = String(value);
    return constant(/^-?\d+$/.test(digits) ? 'integer' : 'numeric', decimal(digits));
  }
  return constant('text', value, value);
}

function parameterValue(text: string, type: string): Compiled {
  switch (type) {
    case 'integer':
    case 'numeric':
      return constant(type, decimal(text));
    case 'boolean':
      return constant(type, text === 'true');
    case 'date':
      return constant(type, text.slice(0, 10));
    case 'datetime':
      return constant(type, asDatetime(text));
    default:
      return constant('text', text, text);
  }
}

/** Nulls take the kind of the others, and a literal text the kind of dates. */
function commonKind(parts: readonly Compiled[]): ValueKind {
  const known = parts.filter((part) => !isNothing(part));
  const firm = known.filter(({ given }) => given === undefined);
  const [first] = firm.length > 0 ? firm : known;
  if (!first) throw new Error('Null alone has no kind.');
  return known.some(({ kind }) => kind === 'numeric') ? 'numeric' : first.kind;
}

function as(part: Compiled, kind: ValueKind): (row: Joined) => Cell {
  if (part.given !== undefined && (kind === 'date' || kind === 'datetime')) {
    const moment = kind === 'date' ? part.given.slice(0, 10) : asDatetime(part.given);
    return () => moment;
  }
  return kind === 'text' ? part.text : part.read;
}

/** A function of non-null values; null if one of them is null. */
function strict(
  kind: ValueKind,
  parts: readonly Compiled[],
  readers: readonly ((row: Joined) => Cell)[],
  make: (cells: readonly Exclude<Cell, null>[]) => Cell,
): Compiled {
  return made(kind, parts, (row) => {
    const cells = readers.map((read) => read(row));
    const present = cells.filter((cell) => cell !== null);
    return present.length < cells.length ? null : make(present);
  });
}

function made(kind: ValueKind, parts: readonly Compiled[], read: (row: Joined) => Cell): Compiled {
  return {
    kind,
    nodes: [...new Set(parts.flatMap(({ nodes }) => nodes))],
    read,
    text(row) {
      const cell = read(row);
      if (cell === null) return null;
      return isDecimal(cell) || isApproximate(cell) ? numberText(cell) : shownText(cell);
    },
  };
}

function choice(expr: Extract<Expr, { case: unknown }>, scope: Scope): Compiled {
  const branches = expr.case.map((branch) => ({
    test: compileWhere(branch.when, scope),
    outcome: compile(branch.then, scope),
  }));
  const otherwise = expr.else === undefined ? nothing : compile(expr.else, scope);
  const outcomes = [...branches.map(({ outcome }) => outcome), otherwise];
  const kind = commonKind(outcomes);
  const conditions = expr.case.map((branch) => ({ ...nothing, nodes: nodesOfWhere(branch.when, scope) }));
  return made(kind, [...outcomes, ...conditions], (row) => {
    const taken = branches.find(({ test }) => test === undefined || test(row) === true);
    return as(taken?.outcome ?? otherwise, kind)(row);
  });
}

/** The nodes whose rows a condition uses. */
function nodesOfWhere(where: Where, scope: Scope): number[] {
  if ('cond' in where && where.cond) return where.cond.entries.flatMap((entry) => nodesOfWhere(entry, scope));
  if (!('func' in where) || !where.func) return [];
  if (where.func.args.some((argument) => isAbsent(argument, scope))) return [];
  return where.func.args.flatMap((argument) => {
    if ('alias' in argument && typeof argument.alias === 'string') {
      const { nodes, uses } = attributeOf(scope, argument.alias);
      return [...(uses ?? nodes)];
    }
    if (!('entity' in argument) || typeof argument.entity !== 'object') return [];
    const of = 'of' in argument && typeof argument.of === 'string' ? argument.of : undefined;
    return [scope.entities.get(of ?? '') ?? 0];
  });
}

type Bare = (cells: readonly Exclude<Cell, null>[]) => Cell;

const numbers: Readonly<Record<string, (args: readonly Num[]) => Num | null>> = {
  ADD: (args) => args.reduce(arithmetic.add),
  SUB: ([a = whole(0n), b = whole(0n)]) => arithmetic.add(a, arithmetic.negate(b)),
  MUL: (args) => args.reduce(arithmetic.multiply),
  DIV: ([a = whole(0n), b = whole(0n)]) => arithmetic.divide(a, b),
  MOD: ([a = whole(0n), b = whole(0n)]) => arithmetic.modulo(a, b),
  NEG: ([a = whole(0n)]) => arithmetic.negate(a),
  ABS: ([a = whole(0n)]) => arithmetic.abs(a),
  ROUND: ([a = whole(0n), digits = whole(0n)]) => arithmetic.stepped(a, steps.round(integer(digits))),
  FLOOR: ([a = whole(0n)]) => arithmetic.stepped(a, steps.floor),
  CEIL: ([a = whole(0n)]) => arithmetic.stepped(a, steps.ceil),
};

const texts: Readonly<Record<string, (args: readonly string[]) => Cell>> = {
  CONCAT: (args) => args.join(''),
  UPPER: ([a = '']) => a.toUpperCase(),
  LOWER: ([a = '']) => a.toLowerCase(),
  TRIM: ([a = '']) => a.replace(/^ +/, '').replace(/ +$/, ''),
  LENGTH: ([a = '']) => whole(BigInt([...a].length)),
  REPLACE: ([a = '', what = '', by = '']) => (what === '' ? a : a.split(what).join(by)),
};

function call(fn: string, args: readonly Expr[], scope: Scope): Compiled {
  const { engine } = scope.data;
  const word = wordOf(args.at(-1));
  const parts = args.map((arg) => compile(arg, scope));
  const ofNumbers = numbers[fn];
  if (ofNumbers) {
    const kind = numberKind(fn, parts);
    return strict(
      kind,
      parts,
      parts.map(({ read }) => read),
      (cells) => settled(ofNumbers(cells.map(numberIn)), kind, engine),
    );
  }
  const ofTexts = texts[fn];
  if (ofTexts) {
    const kind = fn === 'LENGTH' ? 'integer' : 'text';
    return strict(
      kind,
      parts,
      parts.map(({ text }) => text),
      (cells) => ofTexts(cells.map(String)),
    );
  }
  const [first = nothing, second = nothing] = parts;
  const moment = (part: Compiled) => as(part, part.kind === 'date' ? 'date' : 'datetime');
  switch (fn) {
    case 'SUBSTRING':
      return strict('text', parts, [first.text, ...parts.slice(1).map(({ read }) => read)], substring);
    case 'COALESCE': {
      const kind = commonKind(parts);
      return made(kind, parts, (row) =>
        parts.reduce<Cell>((found, part) => found ?? as(part, kind)(row), null),
      );
    }
    case 'NULLIF': {
      const kind = commonKind(parts);
      return made(kind, parts, (row) => {
        const [a = null, b = null] = [first, second].map((part) => as(part, kind)(row));
        return a !== null && b !== null && compareCells(a, b) === 0 ? null : a;
      });
    }
    case 'PART':
      return strict('integer', [first], [moment(first)], ([at]) => whole(BigInt(partOf(String(at), word))));
    case 'TRUNCATE':
      return strict(momentKind(first), [first], [moment(first)], ([at]) =>
        periodStart(String(at), bucket(word)),
      );
    case 'SHIFT':
      return strict(momentKind(first), [first, second], [moment(first), second.read], ([at, count]) =>
        shifted(String(at), integer(numberIn(count ?? null)), word),
      );
    case 'DISTANCE':
      return strict('integer', [first, second], [moment(first), moment(second)], ([from, to]) =>
        whole(BigInt(distance(String(from), String(to), word))),
      );
    case 'NOW':
      return constant('datetime', scope.asked.now);
    case 'TODAY':
      return constant('date', scope.asked.now.slice(0, 10));
    case 'CAST':
      return cast(first, word, engine);
    default:
      throw new Error(`There is no function ${fn}.`);
  }
}

function momentKind({ kind }: Compiled): ValueKind {
  return kind === 'date' ? 'date' : 'datetime';
}

function bucket(word: string) {
  const found = (['year', 'quarter', 'month', 'week', 'day', 'hour'] as const).find((name) => name === word);
  if (!found) throw new Error(`There is no period ${word}.`);
  return found;
}

function wordOf(expr: Expr | undefined): string {
  return expr !== undefined && 'value' in expr ? String(expr.value) : '';
}

function numberKind(fn: string, parts: readonly Compiled[]): 'integer' | 'numeric' {
  if (fn === 'FLOOR' || fn === 'CEIL') return 'integer';
  if (fn === 'DIV') return 'numeric';
  const counted = fn === 'ROUND' ? parts.slice(0, 1) : parts;
  return counted.every((part) => part.kind === 'integer' || isNothing(part)) ? 'integer' : 'numeric';
}

/** A number of units or decimal places, truncated. */
function integer(value: Num): number {
  if (isApproximate(value)) throw new Error('A number of units is not rounded.');
  return Number(value.unscaled / 10n ** BigInt(value.scale));
}

const substring: Bare = ([text, from, count]) => {
  const characters = [...String(text)];
  const first = integer(numberIn(from ?? null));
  const after =
    count === undefined ? Number.POSITIVE_INFINITY : first + Math.max(integer(numberIn(count)), 0);
  return characters.filter((_, i) => i + 1 >= first && i + 1 < after).join('');
};

const numberForm = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i;
const momentPattern = /^(\d{4})-(\d\d)-(\d\d)([T ](\d\d):(\d\d)(:(\d\d))?)?$/;

function cast(part: Compiled, type: string, engine: Scope['data']['engine']): Compiled {
  const to = type === 'string' ? 'text' : toKind(type);
  const { kind } = part;
  // A typed null keeps its type, whatever it is combined with.
  if (isNothing(part)) return { ...nothing, kind: to };
  if (to === kind) return part;
  if (to === 'text') return made('text', [part], part.text);
  return strict(to, [part], [part.read], ([cell]) => {
    if (cell === undefined) return null;
    if (kind === 'integer' || kind === 'numeric') {
      if (to === 'integer') return settled(arithmetic.stepped(numberIn(cell), steps.round(0)), to, engine);
      return to === 'numeric' ? cell : null;
    }
    if (kind === 'date' || kind === 'datetime') {
      if (to === 'date') return String(cell).slice(0, 10);
      return to === 'datetime' ? asDatetime(String(cell)) : null;
    }
    return kind === 'text' ? castText(String(cell).replace(/^ +/, '').replace(/ +$/, ''), to, engine) : null;
  });
}

function toKind(type: string): ValueKind {
  const found = (['integer', 'numeric', 'text', 'boolean', 'date', 'datetime'] as const).find(
    (kind) => kind === type,
  );
  if (!found) throw new Error(`There is no type ${type}.`);
  return found;
}

function castText(text: string, to: ValueKind, engine: Scope['data']['engine']): Cell {
  if (to === 'boolean') return /^true$/i.test(text) ? true : /^false$/i.test(text) ? false : null;
  if (to === 'integer' || to === 'numeric') {
    if (!numberForm.test(text)) return null;
    const number = decimal(text);
    if (
      compareDecimals(
        number.unscaled < 0n ? { ...number, unscaled: -number.unscaled } : number,
        decimal('1e45'),
      ) >= 0
    )
      return null;
    return settled(roundTo(number, to === 'integer' ? 0 : 15), to, engine);
  }
  const found = momentPattern.exec(text);
  if (!found) return null;
  const [, year = '', month = '', day = '', time, hour = '00', minute = '00', , second = '00'] = found;
  if (year === '0000' || Number(month) < 1 || Number(month) > 12) return null;
  const last = new Date(Date.UTC(2000 + (Number(year) % 400), Number(month), 0)).getUTCDate();
  if (Number(day) < 1 || Number(day) > last) return null;
  if (time !== undefined && (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59)) return null;
  return to === 'date' ? text.slice(0, 10) : `${text.slice(0, 10)}T${hour}:${minute}:${second}`;
}
