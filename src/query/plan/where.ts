// Resolves the conditions of a query: groups, functions, and what the literals mean.
import type { Argument, Where } from '../../contract/grid.ts';
import { pointerTo } from '../../contract/json.ts';
import { didYouMean } from '../../contract/suggest.ts';
import { type BoundLiteral, type CompareSql, type Comparison, comparisonUse } from '../dialect/sql.ts';
import { fold } from '../fold.ts';
import { type Operator, operators, type Test } from '../operators.ts';
import { mapPattern, type Pattern, parseLoosePattern, parsePattern } from '../patterns.ts';
import { Arguments, isLiteral, type LiteralAt, type Operand } from './arguments.ts';
import type { Condition, PlanColumn, PlanNode, TextOperand } from './plan.ts';
import { invalid, Scope } from './scope.ts';

/** How deep groups of conditions, and what stands in an EXISTS, may nest; a function itself is no level. */
const maxWhereDepth = 32;

const combinators: Readonly<Record<string, 'all' | 'any' | 'none'>> = { AND: 'all', OR: 'any', NOT: 'none' };

/** Null where nothing is restricted. */
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

  plan(): Condition | null {
    const { test, negated } = this.#operator;
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
        return this.#match(
          test.ignoreCase ? parseLoosePattern : parsePattern,
          test.ignoreCase ? 'loose-pattern' : 'pattern',
          test.ignoreCase,
        );
      case 'part':
        return this.#match((text) => partPattern(text, test.place), test.place, true);
      case 'null':
        return { kind: 'null', operand: this.#args.attribute(0) };
      case 'exists':
        return this.#exists();
    }
  }

  #bound({ column }: PlanColumn, { literal, pointer }: LiteralAt, comparison: Comparison): BoundLiteral {
    const bound = this.#dialect.literal(column, literal, comparisonUse(comparison));
    if (bound !== null) return bound;
    const shown = literal.text.length > 60 ? `${literal.text.slice(0, 60)}…` : literal.text;
    throw invalid(`"${shown}" is not a value of ${column.name}, whose type is ${column.mode}.`, { pointer });
  }

  #noAttribute(): never {
    throw invalid(`${this.#operator.name} needs at least one attribute: {alias}.`, {
      pointer: this.#args.pointer,
    });
  }

  #compare(a: Operand, comparison: Comparison, b: Operand): Condition {
    if (isLiteral(a)) {
      if (isLiteral(b)) this.#noAttribute();
      const right = this.#bound(b, a, comparison);
      return { kind: 'compare', left: b, comparison: mirrored[comparison], right };
    }
    if (isLiteral(b)) return { kind: 'compare', left: a, comparison, right: this.#bound(a, b, comparison) };
    if (!this.#dialect.comparesWith(a.column, b.column)) {
      throw invalid(
        `${a.column.name} (${a.column.mode}) and ${b.column.name} (${b.column.mode}) do not compare with each other.`,
        { pointer: this.#args.pointer },
      );
    }
    return { kind: 'compare', left: a, comparison, right: b };
  }

  #compareText(a: Operand, comparison: Comparison, b: Operand): Condition {
    if (isLiteral(a) && isLiteral(b)) this.#noAttribute();
    return { kind: 'compare-text', left: foldedOperand(a), comparison, right: foldedOperand(b) };
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

  #in(): Condition {
    const subject = this.#args.operand(0);
    const candidates = this.#args.candidates();
    if (isLiteral(subject)) {
      return { kind: 'any', entries: candidates.map((candidate) => this.#compare(subject, '=', candidate)) };
    }
    const values = candidates.filter(isLiteral).map((literal) => this.#bound(subject, literal, '='));
    const columns = candidates.filter((candidate) => !isLiteral(candidate));
    const listed: Condition = { kind: 'in', left: subject, values };
    if (columns.length === 0) return listed;
    const compared = columns.map((column) => this.#compare(subject, '=', column));
    return { kind: 'any', entries: values.length === 0 ? compared : [listed, ...compared] };
  }

  #match(
    parse: (text: string) => Pattern,
    how: 'pattern' | 'loose-pattern' | 'anywhere' | 'start' | 'end',
    ignoreCase: boolean,
  ): Condition {
    const text = this.#args.operand(0);
    const pattern = this.#args.operand(1);
    if (!isLiteral(pattern)) {
      return {
        kind: 'match-column',
        text: isLiteral(text) ? { text: text.literal.text } : text,
        pattern,
        how,
      };
    }
    if (isLiteral(text)) this.#noAttribute();
    const parsed = parse(pattern.literal.text);
    return { kind: 'match', text, pattern: ignoreCase ? mapPattern(parsed, fold) : parsed, ignoreCase };
  }

  #exists(): Condition {
    const related = this.#args.related();
    const inner = new Scope(this.#scope.planning, this.#scope);
    const of = this.#hook(related.of);
    const { node, relation } = inner.addCorrelated(related.entity, of, this.#args.at(0, 'entity'));
    for (const attribute of inner.attributes) {
      if (attribute.summaries.length > 0 || attribute.bucket !== null) {
        throw invalid('Inside EXISTS there is nothing to summarise.', {
          pointer: inner.pointerOf(attribute),
        });
      }
    }
    const where = planWhere(this.#dialect, inner, related.where, this.#args.at(0, 'where'), this.#depth + 1);
    return { kind: 'exists', nodes: [node, ...inner.nodes.slice(1)], of, relation, where };
  }

  /** The entity that an EXISTS hangs on. */
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

function foldedOperand(operand: Operand): TextOperand {
  return isLiteral(operand) ? { text: fold(operand.literal.text) } : operand;
}

function partPattern(text: string, place: 'anywhere' | 'start' | 'end'): Pattern {
  if (place === 'start') return [{ text }, 'any'];
  if (place === 'end') return ['any', { text }];
  return ['any', { text }, 'any'];
}
