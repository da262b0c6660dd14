// The operators of filters: the service's table, and what the page makes of it.
import type { ModeType } from '../../src/contract/mode.ts';

/** What may stand in an argument's place. */
export type ArgumentKind = 'attribute' | 'operand' | 'operand-or-open' | 'list' | 'entity';

export interface Operator {
  readonly name: string;
  /** "contains", "is at least": what stands between field and value in a sentence. */
  readonly phrase: string;
  readonly args: readonly ArgumentKind[];
  readonly types: readonly ModeType[];
}

export type Operators = ReadonlyMap<string, Operator>;

export function toOperators(table: readonly Operator[]): Operators {
  return new Map(table.map((operator) => [operator.name, operator]));
}

export function operatorsFor(operators: Operators, type: ModeType): readonly Operator[] {
  return [...operators.values()].filter(
    ({ types, args }) => types.includes(type) && !args.includes('entity'),
  );
}

/** How many values a person gives, beside the field itself. */
export type ValueShape = 'none' | 'one' | 'two' | 'many';

export function valueShape(operator: Operator | undefined): ValueShape {
  const rest = operator?.args.slice(1) ?? [];
  if (rest.length === 0) return 'none';
  if (rest[0] === 'list') return 'many';
  return rest.length === 1 ? 'one' : 'two';
}
