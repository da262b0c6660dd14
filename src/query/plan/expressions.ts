// Resolves the expressions of computed fields: what each part is, and its type.
import type { ComputedAttribute, Expr } from '../../contract/grid.ts';
import { pointerTo } from '../../contract/json.ts';
import { didYouMean } from '../../contract/suggest.ts';
import { readTypedPlace } from '../../contract/typed-place.ts';
import { functions, isFunctionName } from '../computing/functions.ts';
import { isMoment, isNumber, kindOf, type ResultType, scaleOf, type ValueKind } from '../computing/kinds.ts';
import type { SqlDialect } from '../dialect/sql.ts';
import { Calls } from './calls.ts';
import { typed } from './computations.ts';
import { needsOfComputation, nodesOfComputation } from './computed-nodes.ts';
import type { Part } from './parts.ts';
import { type Computation, isOver, type PlanNode, type PlanValue, typeOf } from './plan.ts';
import { invalid } from './problems.ts';
import type { Scope } from './scope.ts';
import type { FromClock, GivenAt, ValueSlot } from './slots.ts';
import { planWhere } from './where.ts';

/** The deepest nesting of an expression. */
const maxDepth = 32;
/** The most parts that all computed fields of a query may have, counting the fields that they name. */
const maxParts = 2_000;

/** The computed fields of one query. */
export class Expressions {
  readonly #dialect: SqlDialect;
  #parts = 0;

  constructor(dialect: SqlDialect) {
    this.#dialect = dialect;
  }

  compute(scope: Scope, item: ComputedAttribute, node: PlanNode, pointer: string): PlanValue {
    const at = pointerTo(pointer, 'expr');
    const reading = new ExpressionReader(this.#dialect, scope, (parts) => this.#count(parts, at));
    const computation = reading.field(item.expr, at);
    // An alias of a value is that value: it counts for the same rows.
    if ('alias' in item.expr) return reading.named(item.expr.alias, pointerTo(at, 'alias'));
    const nodes = nodesOfComputation(computation);
    return {
      kind: 'computed',
      column: { ...computation.column, name: item.alias },
      nodes: nodes.length === 0 ? [node] : nodes,
      needs: needsOfComputation(computation),
      computation,
    };
  }

  #count(parts: number, pointer: string): void {
    this.#parts += parts;
    if (this.#parts <= maxParts) return;
    throw invalid(`The computed fields of a query have at most ${maxParts.toLocaleString('en')} parts.`, {
      pointer,
    });
  }
}

class ExpressionReader {
  readonly #dialect: SqlDialect;
  readonly #scope: Scope;
  readonly #count: (parts: number) => void;
  readonly #calls: Calls;

  constructor(dialect: SqlDialect, scope: Scope, count: (parts: number) => void) {
    this.#dialect = dialect;
    this.#scope = scope;
    this.#count = count;
    this.#calls = new Calls(dialect.computing, {
      known: (part, kind, pointer) => this.#as(part, kind, pointer),
      clock: (resultType, origin) => this.#slot(resultType, origin),
    });
  }

  field(expr: Expr, pointer: string): Computation {
    const part = this.#read(expr, pointer, 1);
    if (part.is !== 'nothing') return this.#as(part, null, pointer);
    throw invalid('Null alone has no type: cast it to one.', { pointer });
  }

  #read(expr: Expr, pointer: string, depth: number): Part {
    if (depth > maxDepth) throw invalid(`Expressions nest at most ${maxDepth} deep.`, { pointer });
    this.#count(1);
    if ('alias' in expr) return this.#reference(expr.alias, pointerTo(pointer, 'alias'));
    if ('value' in expr) {
      if (expr.value === null) return { is: 'nothing' };
      const { place, type, scale, digits } = readTypedPlace(String(expr.value));
      const at = { place, pointer: pointerTo(pointer, 'value') };
      return { is: 'given', kind: type, scale: scale ?? 15, digits: digits ?? undefined, at };
    }
    if ('param' in expr) return this.#parameter(expr.param, pointerTo(pointer, 'param'));
    if ('fn' in expr) return this.#call(expr, pointer, depth);
    return this.#choice(expr, pointer, depth);
  }

  named(alias: string, pointer: string): PlanValue {
    const { value } = this.#scope.attribute(alias, pointer);
    if (!isOver(value)) return value;
    throw invalid(`"${alias}" is worked out over the answer: nothing is computed from it.`, { pointer });
  }

  #reference(alias: string, pointer: string): Part {
    const value = this.named(alias, pointer);
    if (value.kind === 'computed') {
      this.#count(partsOf(value.computation));
      return { is: 'known', computation: value.computation };
    }
    const column = typeOf(value);
    const kind = kindOf(column.mode);
    const { zone } = this.#scope.planning;
    return {
      is: 'known',
      computation: { op: 'value', value, zone, kind, scale: scaleOf(column), column },
    };
  }

  #parameter(name: string, pointer: string): Part {
    const { type, isMany, given } = this.#scope.planning.parameters.find(name, pointer);
    if (isMany) throw invalid(`"${name}" may be many values, and here belongs one.`, { pointer });
    const kind = kindOf(type);
    const at = given === 'empty' ? null : given;
    return { is: 'given', kind, scale: kind === 'numeric' ? 15 : 0, at };
  }

  #call({ fn, args }: Extract<Expr, { fn: string }>, pointer: string, depth: number): Part {
    if (!isFunctionName(fn)) {
      const allowed = Object.keys(functions);
      throw invalid(`There is no function "${fn}".${didYouMean(fn, allowed)}`, {
        pointer: pointerTo(pointer, 'fn'),
        allowed,
      });
    }
    const { args: wanted } = functions[fn];
    const at = (index: number) => pointerTo(pointer, 'args', index);
    const least = wanted.filter(({ optional }) => !optional).length;
    const most = wanted.some(({ repeated }) => repeated) ? Number.POSITIVE_INFINITY : wanted.length;
    if (args.length < least || args.length > most) {
      const count =
        most === least ? `${least}` : most < least + 2 ? `${least} or ${most}` : `${least} or more`;
      throw invalid(`${fn} takes ${count} arguments, and ${args.length} came.`, {
        pointer: pointerTo(pointer, 'args'),
      });
    }
    let word = '';
    const parts = args.flatMap((argument, i): Part[] => {
      const { type, allowed = [] } = wanted[Math.min(i, wanted.length - 1)] ?? { type: 'any' };
      if (type !== 'unit' && type !== 'type') return [this.#read(argument, at(i), depth + 1)];
      word = 'value' in argument ? String(argument.value) : '';
      if (!allowed.includes(word)) {
        throw invalid(`Expected one of ${allowed.join(', ')}, as {value}.`, { pointer: at(i), allowed });
      }
      return [];
    });
    return {
      is: 'known',
      computation: this.#calls.plan(fn, parts, word, pointer, this.#scope.planning.zone),
    };
  }

  #choice(expr: Extract<Expr, { case: unknown }>, pointer: string, depth: number): Part {
    const branches = expr.case.map(({ when, then: outcome }, i) => {
      const at = pointerTo(pointer, 'case', i);
      return {
        when: planWhere(this.#dialect, this.#scope, when, pointerTo(at, 'when'), depth),
        outcome: this.#read(outcome, pointerTo(at, 'then'), depth + 1),
        pointer: pointerTo(at, 'then'),
      };
    });
    const otherwise =
      expr.else === undefined ? null : this.#read(expr.else, pointerTo(pointer, 'else'), depth + 1);
    const outcomes = [
      ...branches.map(({ outcome, pointer: at }) => ({ part: outcome, pointer: at })),
      ...(otherwise === null ? [] : [{ part: otherwise, pointer: pointerTo(pointer, 'else') }]),
    ];
    const resultType = this.#calls.common(outcomes, pointer);
    return {
      is: 'known',
      computation: {
        op: 'case',
        branches: branches.map(({ when, outcome, pointer: at }) => ({
          when,
          outcome: this.#as(outcome, resultType.kind, at),
        })),
        otherwise: otherwise === null ? null : this.#as(otherwise, resultType.kind, pointer),
        ...typed(this.#dialect.computing, resultType),
      },
    };
  }

  /** Converts a part to the wanted kind, if any. */
  #as(part: Part, kind: ValueKind | null, pointer: string): Computation {
    if (part.is === 'nothing') return this.#nothing({ kind: kind ?? 'text', scale: 0 });
    if (part.is === 'given') {
      const isRead = kind !== null && part.kind === 'text' && isMoment(kind);
      const wanted = isRead ? { kind, scale: 0 } : part;
      const computation = part.at === null ? this.#nothing(wanted) : this.#slot(wanted, part.at);
      return this.#as({ is: 'known', computation }, kind, pointer);
    }
    const { computation } = part;
    if (kind === null || kind === computation.kind) return computation;
    if (isNumber(kind) && isNumber(computation.kind)) return computation;
    if (kind === 'datetime' && computation.kind === 'date') return computation;
    if (kind === 'text') {
      return { op: 'text', of: computation, ...typed(this.#dialect.computing, { kind: 'text', scale: 0 }) };
    }
    throw invalid(`Expected a value of type ${kind}, but this is one of type ${computation.kind}.`, {
      pointer,
    });
  }

  #nothing({ kind, scale }: ResultType): Computation {
    return { op: 'nothing', ...typed(this.#dialect.computing, { kind, scale }) };
  }

  #slot({ kind, scale, digits }: ResultType, origin: GivenAt | FromClock): Computation {
    const yielded = { kind, scale, digits };
    const slot = this.#scope.planning.slots.add(
      (index): ValueSlot => ({ kind: 'value', index, origin, resultType: yielded }),
    );
    return { op: 'given', slot, ...typed(this.#dialect.computing, yielded) };
  }
}

function partsOf(computation: Computation): number {
  switch (computation.op) {
    case 'text':
      return 1 + partsOf(computation.of);
    case 'call':
      return computation.args.reduce((sum, argument) => sum + partsOf(argument), 1);
    case 'case':
      return [...computation.branches.map(({ outcome }) => outcome), computation.otherwise].reduce(
        (sum, outcome) => sum + (outcome === null ? 0 : partsOf(outcome)),
        1,
      );
    default:
      return 1;
  }
}
