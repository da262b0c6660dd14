// Resolves the conditions of a query: functions, their arguments, and what the literals mean.
import type { Argument, Scalar, Where } from '../../contract/grid.ts';
import { pointerTo } from '../../contract/json.ts';
import { didYouMean } from '../../contract/suggest.ts';
import { fold } from '../fold.ts';
import { type Literal, literalOf } from '../literals.ts';
import { type Operator, operators, type Test } from '../operators.ts';
import { mapPattern, type Pattern, parseLoosePattern, parsePattern } from '../patterns.ts';
import { type Bound, type CompareSql, type Comparison, comparisonUse } from '../sql.ts';
import type { Condition, PlanColumn, PlanNode, TextOperand } from './plan.ts';
import { invalid, Scope } from './scope.ts';

/** How deep groups of conditions, and what stands in an EXISTS, may nest; a function itself is no level. */
export const maxWhereDepth = 32;

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

type Operand = PlanColumn | LiteralAt;

interface LiteralAt {
  readonly literal: Literal;
  readonly pointer: string;
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
  readonly #args: readonly Argument[];
  readonly #operator: Operator;
  readonly #pointer: string;
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
    this.#args = func.args;
    this.#operator = operator;
    this.#pointer = pointer;
    this.#depth = depth;
  }

  plan(): Condition | null {
    this.#checkCount();
    const { test, negated } = this.#operator;
    const condition = this.#test(test);
    return condition !== null && negated ? { kind: 'not', entry: condition } : condition;
  }

  #test(test: Test): Condition | null {
    switch (test.kind) {
      case 'compare':
        return this.#compare(this.#operand(0), test.comparison, this.#operand(1));
      case 'between':
        return this.#between(test.asText);
      case 'in':
        return this.#in();
      case 'same-text':
        return this.#compareText(this.#operand(0), '=', this.#operand(1));
      case 'pattern':
        return this.#match(
          test.ignoreCase ? parseLoosePattern : parsePattern,
          test.ignoreCase ? 'loose-pattern' : 'pattern',
          test.ignoreCase,
        );
      case 'part':
        return this.#match((text) => partPattern(text, test.place), test.place, true);
      case 'null':
        return { kind: 'null', operand: this.#attribute(0) };
      case 'exists':
        return this.#exists();
    }
  }

  #checkCount(): void {
    const { name, args } = this.#operator;
    const least = args.length;
    const most = args.includes('list') ? Number.POSITIVE_INFINITY : least;
    const given = this.#args.length;
    if (given >= least && given <= most) return;
    const wanted =
      most === least ? `${least} argument${least === 1 ? '' : 's'}` : `${least} arguments or more`;
    throw invalid(`${name} takes ${wanted}, and ${given} came.`, {
      pointer: pointerTo(this.#pointer, 'args'),
    });
  }

  #at(index: number, ...steps: string[]): string {
    return pointerTo(this.#pointer, 'args', index, ...steps);
  }

  /** The argument's only field; nothing for `{}`. */
  #field(index: number): 'alias' | 'value' | 'entity' | null {
    const argument = this.#args[index] ?? {};
    const given = (['alias', 'value', 'entity'] as const).filter((field) => argument[field] !== undefined);
    const [field = null] = given;
    const extra = argument.of !== undefined || argument.where !== undefined;
    if (given.length > 1 || (extra && field !== 'entity')) {
      throw invalid('An argument is either {alias} or {value}; entity, of and where belong to EXISTS.', {
        pointer: this.#at(index),
      });
    }
    return field;
  }

  #attribute(index: number): PlanColumn {
    const alias = this.#field(index) === 'alias' ? this.#args[index]?.alias : undefined;
    if (alias === undefined) {
      throw invalid(`${this.#operator.name} takes an attribute here: {alias}.`, { pointer: this.#at(index) });
    }
    return this.#scope.attribute(alias, this.#at(index, 'alias'));
  }

  #operand(index: number): Operand {
    const operand = this.#openOperand(index);
    if (operand !== null) return operand;
    throw invalid('An argument is {alias} or {value}; {} is an open end, and only of a between.', {
      pointer: this.#at(index),
    });
  }

  /** Null for an open end. */
  #openOperand(index: number): Operand | null {
    switch (this.#field(index)) {
      case null:
        return null;
      case 'alias':
        return this.#attribute(index);
      case 'entity':
        throw invalid(`${this.#operator.name} takes {alias} or {value} here.`, { pointer: this.#at(index) });
      case 'value': {
        const value = this.#args[index]?.value;
        const at = this.#at(index, 'value');
        if (!isScalar(value)) {
          throw invalid(`${this.#operator.name} takes one value here, not a list.`, { pointer: at });
        }
        return this.#literal(value, at);
      }
    }
  }

  #literal(value: Scalar | undefined, pointer: string): LiteralAt {
    if (value === null || value === undefined) {
      const hint = this.#operator.test.kind === 'in' ? 'add IS_NULL beside it' : 'use IS_NULL or NOT_IS_NULL';
      throw invalid(`null equals nothing: to ask for missing values ${hint}.`, {
        pointer,
        allowed: ['IS_NULL', 'NOT_IS_NULL'],
      });
    }
    return { literal: literalOf(value), pointer };
  }

  #bound({ column }: PlanColumn, { literal, pointer }: LiteralAt, comparison: Comparison): Bound {
    const bound = this.#dialect.literal(column, literal, comparisonUse(comparison));
    if (bound !== null) return bound;
    const shown = literal.text.length > 60 ? `${literal.text.slice(0, 60)}…` : literal.text;
    throw invalid(`"${shown}" is not a value of ${column.name}, whose type is ${column.mode}.`, { pointer });
  }

  #noAttribute(): never {
    throw invalid(`${this.#operator.name} needs at least one attribute: {alias}.`, {
      pointer: pointerTo(this.#pointer, 'args'),
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
        { pointer: pointerTo(this.#pointer, 'args') },
      );
    }
    return { kind: 'compare', left: a, comparison, right: b };
  }

  #compareText(a: Operand, comparison: Comparison, b: Operand): Condition {
    if (isLiteral(a) && isLiteral(b)) this.#noAttribute();
    return { kind: 'compare-text', left: foldedOperand(a), comparison, right: foldedOperand(b) };
  }

  #between(asText: boolean): Condition | null {
    const subject = this.#operand(0);
    const compare = (comparison: Comparison, index: number) => {
      const end = this.#openOperand(index);
      if (end === null) return [];
      return asText ? this.#compareText(subject, comparison, end) : this.#compare(subject, comparison, end);
    };
    const entries = [compare('>=', 1), compare('<=', 2)].flat();
    return entries.length === 0 ? null : { kind: 'all', entries };
  }

  #in(): Condition {
    const subject = this.#operand(0);
    const candidates = this.#candidates();
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

  #candidates(): Operand[] {
    const first = this.#args[1]?.value;
    if (!isScalar(first)) {
      if (this.#args.length > 2) {
        throw invalid('Give one list, or single values, not both.', { pointer: this.#at(2) });
      }
      this.#field(1);
      return first.map((value, i) => this.#literal(value, pointerTo(this.#at(1, 'value'), i)));
    }
    return this.#args.slice(1).map((_, i) => this.#operand(i + 1));
  }

  #match(
    parse: (text: string) => Pattern,
    how: 'pattern' | 'loose-pattern' | 'anywhere' | 'start' | 'end',
    ignoreCase: boolean,
  ): Condition {
    const text = this.#operand(0);
    const pattern = this.#operand(1);
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
    const entity = this.#field(0) === 'entity' ? this.#args[0]?.entity : undefined;
    if (entity === undefined) {
      throw invalid(`${this.#operator.name} takes {entity, of, where}.`, { pointer: this.#at(0) });
    }
    const inner = new Scope(this.#scope.planning, this.#scope);
    const of = this.#hook(this.#args[0]?.of);
    const { node, relation } = inner.addCorrelated(entity, of, this.#at(0, 'entity'));
    for (const attribute of inner.attributes) {
      if (attribute.summaries.length > 0 || attribute.bucket !== null) {
        throw invalid('Inside EXISTS there is nothing to summarise.', {
          pointer: inner.pointerOf(attribute),
        });
      }
    }
    const where = planWhere(
      this.#dialect,
      inner,
      this.#args[0]?.where,
      this.#at(0, 'where'),
      this.#depth + 1,
    );
    return { kind: 'exists', nodes: [node, ...inner.nodes.slice(1)], of, relation, where };
  }

  /** The entity that an EXISTS hangs on. */
  #hook(alias: string | undefined): PlanNode {
    if (alias !== undefined) return this.#scope.entity(alias, this.#at(0, 'of'));
    const [only, ...more] = this.#scope.roots;
    if (only !== undefined && more.length === 0) return only;
    throw invalid('With several root entities, "of" must name the one that EXISTS hangs on.', {
      pointer: this.#at(0),
      allowed: this.#scope.entityAliases(),
    });
  }
}

function isLiteral(operand: Operand): operand is LiteralAt {
  return 'literal' in operand;
}

function isScalar(value: Argument['value']): value is Scalar | undefined {
  return !Array.isArray(value);
}

function foldedOperand(operand: Operand): TextOperand {
  return isLiteral(operand) ? { text: fold(operand.literal.text) } : operand;
}

function partPattern(text: string, place: 'anywhere' | 'start' | 'end'): Pattern {
  if (place === 'start') return [{ text }, 'any'];
  if (place === 'end') return ['any', { text }];
  return ['any', { text }, 'any'];
}
