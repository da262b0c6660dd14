// Resolves the conditions of a query: groups, functions, and the slots for values.
import type { Argument, Where } from '../../contract/grid.ts';
import { pointerTo } from '../../contract/json.ts';
import { didYouMean } from '../../contract/suggest.ts';
import type { ClockForm } from '../clock.ts';
import { type CompareSql, type Comparison, comparisonUse } from '../dialect/sql.ts';
import { type Operator, operators, type Test } from '../operators.ts';
import { Arguments, isGiven, type Operand } from './arguments.ts';
import { type Condition, type PlanNode, type PlanValue, typeOf } from './plan.ts';
import { invalid } from './problems.ts';
import { Scope } from './scope.ts';
import type {
  FromClock,
  GivenAt,
  ListSlot,
  LiteralSlot,
  Matching,
  PatternSlot,
  Slots,
  TextSlot,
} from './slots.ts';

/** How deep condition groups and EXISTS may nest; a function does not count as a level. */
const maxWhereDepth = 32;

const combinators: Readonly<Record<string, 'all' | 'any' | 'none'>> = { AND: 'all', OR: 'any', NOT: 'none' };

/** Null if nothing is restricted. */
export function planWhere(
  dialect: CompareSql,
  scope: Scope,
  where: Where | null | undefined,
  pointer: string,
  depth = 1,
): Condition | null {
  if (where === null || where === undefined) return null;
  const { cond, func } = where;
  if (cond !== undefined && func !== undefined) {
    throw invalid('A condition is either a group (cond) or a function (func), not both.', { pointer });
  }
  if (depth > maxWhereDepth + (func === undefined ? 0 : 1)) {
    throw invalid(`Conditions nest at most ${maxWhereDepth} deep.`, { pointer });
  }
  if (func !== undefined)
    return new FunctionCall(dialect, scope, func, pointerTo(pointer, 'func'), depth).plan();
  if (cond === undefined || cond.entries.length === 0) return null;
  const kind = Object.hasOwn(combinators, cond.with) ? combinators[cond.with] : undefined;
  if (kind === undefined) {
    const allowed = Object.keys(combinators);
    throw invalid(`Conditions are combined with AND, OR or NOT, not with "${cond.with}".`, {
      pointer: pointerTo(pointer, 'cond', 'with'),
      allowed,
    });
  }
  const entries = cond.entries.flatMap((entry, i) => {
    const at = pointerTo(pointer, 'cond', 'entries', i);
    return planWhere(dialect, scope, entry, at, depth + 1) ?? [];
  });
  return entries.length === 0 ? null : { kind, entries };
}

const mirrored: Readonly<Record<Comparison, Comparison>> = {
  '=': '=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/** One function call. */
class FunctionCall {
  readonly #dialect: CompareSql;
  readonly #scope: Scope;
  readonly #args: Arguments;
  readonly #operator: Operator;
  readonly #depth: number;

  constructor(
    dialect: CompareSql,
    scope: Scope,
    func: { readonly name: string; readonly args: readonly Argument[] },
    pointer: string,
    depth: number,
  ) {
    const operator = operators.get(func.name);
    if (!operator) {
      const allowed = [...operators.keys()];
      throw invalid(`There is no function "${func.name}".${didYouMean(func.name, allowed)}`, {
        pointer: pointerTo(pointer, 'name'),
        allowed,
      });
    }
    this.#dialect = dialect;
    this.#scope = scope;
    this.#args = new Arguments(operator, scope, func.args, pointerTo(pointer, 'args'));
    this.#operator = operator;
    this.#depth = depth;
  }

  get #slots(): Slots {
    return this.#scope.planning.slots;
  }

  plan(): Condition | null {
    const { test, negated } = this.#operator;
    if (this.#args.isLeftOut()) return null;
    const condition = this.#test(test);
    return condition !== null && negated ? { kind: 'not', entry: condition } : condition;
  }

  #test(test: Test): Condition | null {
    switch (test.kind) {
      case 'compare':
        return this.#compare(this.#args.operand(0), test.comparison, this.#args.operand(1));
      case 'between':
        return this.#between(test.asText);
      case 'in':
        return this.#in();
      case 'same-text':
        return this.#compareText(this.#args.operand(0), '=', this.#args.operand(1));
      case 'pattern':
        return this.#match(test.ignoreCase ? 'loose-pattern' : 'pattern');
      case 'part':
        return this.#match(test.place);
      case 'null':
        return { kind: 'null', operand: this.#args.attribute(0) };
      case 'period':
        return this.#inPeriod();
      case 'exists':
        return this.#exists();
    }
  }

  #noAttribute(): never {
    throw invalid(`${this.#operator.name} needs at least one attribute: {alias}.`, {
      pointer: this.#args.pointer,
    });
  }

  #compare(a: Operand, comparison: Comparison, b: Operand): Condition {
    if (isGiven(a)) {
      if (isGiven(b)) this.#noAttribute();
      return this.#compareGiven(b, mirrored[comparison], a);
    }
    if (isGiven(b)) return this.#compareGiven(a, comparison, b);
    const [left, right] = [typeOf(a), typeOf(b)];
    if (!this.#dialect.isComparableWith(left, right)) {
      throw invalid(
        `${left.name} (${left.mode}) and ${right.name} (${right.mode}) do not compare with each other.`,
        { pointer: this.#args.pointer },
      );
    }
    return { kind: 'compare', left: a, comparison, right: b, zone: null };
  }

  #compareGiven(
    left: PlanValue,
    comparison: Comparison,
    origin: GivenAt | FromClock,
    zone: string | null = null,
  ): Condition {
    const right = this.#slots.add((index): LiteralSlot => {
      return { kind: 'literal', index, origin, column: typeOf(left), use: comparisonUse(comparison) };
    });
    return { kind: 'compare', left, comparison, right, zone };
  }

  #compareText(a: Operand, comparison: Comparison, b: Operand): Condition {
    if (isGiven(a) && isGiven(b)) this.#noAttribute();
    return { kind: 'compare-text', left: this.#text(a, true), comparison, right: this.#text(b, true) };
  }

  #text(operand: Operand, folded: boolean): PlanValue | TextSlot {
    if (!isGiven(operand)) return operand;
    return this.#slots.add((index): TextSlot => ({ kind: 'text', index, ...operand, folded }));
  }

  #between(asText: boolean): Condition | null {
    const subject = this.#args.operand(0);
    const compare = (comparison: Comparison, index: number) => {
      const end = this.#args.openOperand(index);
      if (end === null) return [];
      return asText ? this.#compareText(subject, comparison, end) : this.#compare(subject, comparison, end);
    };
    const entries = [compare('>=', 1), compare('<=', 2)].flat();
    return entries.length === 0 ? null : { kind: 'all', entries };
  }

  /** At or after its start, and before its end. */
  #inPeriod(): Condition {
    const moment = this.#args.attribute(0);
    const column = typeOf(moment);
    const { name, mode } = column;
    if (mode !== 'date' && mode !== 'datetime') {
      throw invalid(`A period needs a date, and ${name} is of type ${mode}.`, { pointer: this.#args.at(0) });
    }
    const period = this.#args.period(1);
    const { zone } = this.#scope.planning;
    const form: ClockForm = mode === 'date' ? 'date' : this.#dialect.isZoned(column) ? 'instant' : 'wall';
    const compare = (comparison: Comparison, end: 'start' | 'end') =>
      this.#compareGiven(
        moment,
        comparison,
        { clock: { kind: 'period', end, period, zone, form }, pointer: this.#args.at(1, 'period') },
        form === 'wall' ? zone : null,
      );
    return { kind: 'all', entries: [compare('>=', 'start'), compare('<', 'end')] };
  }

  #in(): Condition {
    const subject = this.#args.operand(0);
    const candidates = this.#args.candidates();
    if (isGiven(subject)) {
      return { kind: 'any', entries: candidates.map((candidate) => this.#compare(subject, '=', candidate)) };
    }
    const given = candidates.filter(isGiven);
    const values = candidates.filter((candidate) => !isGiven(candidate));
    const compared = values.map((value) => this.#compare(subject, '=', value));
    if (given.length === 0 && compared.length > 0) return { kind: 'any', entries: compared };
    const list =
      given.length === 0
        ? null
        : this.#slots.add((index): ListSlot => ({ kind: 'list', index, given, column: typeOf(subject) }));
    const listed: Condition = { kind: 'in', left: subject, list };
    return compared.length === 0 ? listed : { kind: 'any', entries: [listed, ...compared] };
  }

  #match(how: Matching): Condition {
    const text = this.#args.operand(0);
    const pattern = this.#args.operand(1);
    if (!isGiven(pattern)) return { kind: 'match-value', text: this.#text(text, false), pattern, how };
    if (isGiven(text)) this.#noAttribute();
    const slot = this.#slots.add((index): PatternSlot => ({ kind: 'pattern', index, ...pattern, how }));
    return { kind: 'match', text, pattern: slot };
  }

  #exists(): Condition {
    const related = this.#args.related();
    const inner = new Scope(this.#scope.planning, [related.entity], this.#scope);
    const of = this.#hook(related.of);
    const { node, relation } = inner.addCorrelated(related.entity, of, this.#args.at(0, 'entity'));
    for (const attribute of inner.attributes) {
      // Resolve every attribute, even unused ones, to find their errors.
      void attribute.value;
      if (attribute.summaries.length > 0 || attribute.bucket !== null) {
        throw invalid('Inside EXISTS there is nothing to summarise.', {
          pointer: inner.pointerOf(attribute),
        });
      }
    }
    const where = planWhere(this.#dialect, inner, related.where, this.#args.at(0, 'where'), this.#depth + 1);
    return { kind: 'exists', nodes: [node, ...inner.nodes.slice(1)], of, relation, where };
  }

  /** The entity that an EXISTS refers to. */
  #hook(alias: string | undefined): PlanNode {
    if (alias !== undefined) return this.#scope.entity(alias, this.#args.at(0, 'of'));
    const [only, ...more] = this.#scope.roots;
    if (only !== undefined && more.length === 0) return only;
    throw invalid('With several root entities, "of" must name the one that EXISTS hangs on.', {
      pointer: this.#args.at(0),
      allowed: this.#scope.entityAliases(),
    });
  }
}
