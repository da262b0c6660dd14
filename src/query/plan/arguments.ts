// The arguments of one function call: resolves each and checks that it is allowed there.
import type { Argument, EntityNode } from '../../contract/grid.ts';
import { pointerTo } from '../../contract/json.ts';
import type { PlanPeriod } from '../clock.ts';
import type { Operator } from '../operators.ts';
import type { ResolvedParameter } from './parameters.ts';
import { isOver, type PlanValue } from './plan.ts';
import { invalid, missingValue } from './problems.ts';
import type { Scope } from './scope.ts';
import type { GivenAt } from './slots.ts';

export type Operand = PlanValue | GivenAt;

export class Arguments {
  readonly #operator: Operator;
  readonly #scope: Scope;
  readonly #args: readonly Argument[];
  /** The pointer to the argument list. */
  readonly pointer: string;

  constructor(operator: Operator, scope: Scope, args: readonly Argument[], pointer: string) {
    this.#operator = operator;
    this.#scope = scope;
    this.#args = args;
    this.pointer = pointer;
    this.#checkCount();
  }

  /** The pointer to an argument, or to a part of it. */
  at(index: number, ...steps: string[]): string {
    return pointerTo(this.pointer, index, ...steps);
  }

  attribute(index: number): PlanValue {
    const alias = this.#field(index) === 'alias' ? this.#args[index]?.alias : undefined;
    if (alias === undefined) {
      throw invalid(`${this.#operator.name} takes an attribute here: {alias}.`, { pointer: this.at(index) });
    }
    const pointer = this.at(index, 'alias');
    const { value } = this.#scope.attribute(alias, pointer);
    if (!isOver(value)) return value;
    throw invalid(
      `"${alias}" is worked out over the answer, which conditions make: it cannot be filtered by.`,
      {
        pointer,
      },
    );
  }

  /** Whether any argument is an absent parameter, which drops the whole condition. */
  isLeftOut(): boolean {
    return this.#args.some(
      (argument, i) =>
        this.#field(i) === 'param' && argument.param !== undefined && this.#parameter(i).given === null,
    );
  }

  /** The second argument of IN_PERIOD. */
  period(index: number): PlanPeriod {
    const period = this.#field(index) === 'period' ? this.#args[index]?.period : undefined;
    if (period === undefined) {
      throw invalid(`${this.#operator.name} takes a period here: {period}.`, { pointer: this.at(index) });
    }
    const { unit, offset, count = 1, to } = period;
    return { unit, offset: Number(offset), count: Number(count), toNow: to === 'now' };
  }

  operand(index: number): Operand {
    const operand = this.openOperand(index);
    if (operand !== null) return operand;
    throw invalid('An argument is {alias} or {value}; {} is an open end, and only of a between.', {
      pointer: this.at(index),
    });
  }

  /** Null for an open end. */
  openOperand(index: number): Operand | null {
    switch (this.#field(index)) {
      case null:
        return null;
      case 'alias':
        return this.attribute(index);
      case 'param':
        return this.#single(index);
      case 'period':
        throw invalid('A period stands only in IN_PERIOD and NOT_IN_PERIOD.', { pointer: this.at(index) });
      case 'entity':
        throw invalid(`${this.#operator.name} takes {alias} or {value} here.`, { pointer: this.at(index) });
      case 'value': {
        const value = this.#args[index]?.value;
        const at = this.at(index, 'value');
        if (Array.isArray(value)) {
          throw invalid(`${this.#operator.name} takes one value here, not a list.`, { pointer: at });
        }
        return this.#given(value, at);
      }
    }
  }

  /** The candidates of IN. */
  candidates(): Operand[] {
    const first = this.#args[1]?.value;
    const isMany = this.#field(1) === 'param' && this.#parameter(1).isMany;
    if (this.#args.length > 2 && (isMany || Array.isArray(first))) {
      throw invalid('Give one list, or single values, not both.', { pointer: this.at(2) });
    }
    if (isMany) return this.#values(1);
    if (Array.isArray(first)) {
      return first.map((value) => this.#given(value, this.at(1, 'value')));
    }
    return this.#args.slice(1).map((_, i) => this.operand(i + 1));
  }

  /** The only argument of EXISTS. */
  related(): Argument & { readonly entity: EntityNode } {
    const argument = this.#args[0];
    if (this.#field(0) === 'entity' && argument?.entity !== undefined)
      return { ...argument, entity: argument.entity };
    throw invalid(`${this.#operator.name} takes {entity, of, where}.`, { pointer: this.at(0) });
  }

  #parameter(index: number): ResolvedParameter {
    const name = this.#args[index]?.param ?? '';
    return this.#scope.planning.parameters.find(name, this.at(index, 'param'));
  }

  #single(index: number): GivenAt {
    const { name, isMany, given } = this.#parameter(index);
    if (isMany || given === null || given === 'empty') {
      throw invalid(`${this.#operator.name} takes one value here, and "${name}" may be many.`, {
        pointer: this.at(index, 'param'),
      });
    }
    return given;
  }

  /** The values of a parameter that takes many. */
  #values(index: number): GivenAt[] {
    const { given } = this.#parameter(index);
    return given === null || given === 'empty' ? [] : [given];
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
      pointer: this.pointer,
    });
  }

  /** The only field that the argument has; null for `{}`. */
  #field(index: number): 'alias' | 'value' | 'param' | 'period' | 'entity' | null {
    const argument = this.#args[index] ?? {};
    const given = (['alias', 'value', 'param', 'period', 'entity'] as const).filter(
      (field) => argument[field] !== undefined,
    );
    const [field = null] = given;
    const extra = argument.of !== undefined || argument.where !== undefined;
    if (given.length > 1 || (extra && field !== 'entity')) {
      throw invalid(
        'An argument is either {alias}, {value} or {param}; entity, of and where belong to EXISTS.',
        {
          pointer: this.at(index),
        },
      );
    }
    return field;
  }

  /** In a planned document, each value is replaced by its number; only null stays as it is. */
  #given(value: Argument['value'], pointer: string): GivenAt {
    if (value === null) throw missingValue(pointer, this.#operator.test.kind === 'in');
    return { place: Number(value), pointer };
  }
}

export function isGiven(operand: Operand): operand is GivenAt {
  return 'place' in operand;
}
