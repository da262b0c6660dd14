// The operators of filters: the service's table, and what the page makes of it.
import type { ModeType } from '../../../src/contract/mode.ts';
import type { OperatorInfo } from '../../../src/contract/operators.ts';

export type Operators = ReadonlyMap<string, OperatorInfo>;

export function toOperators(table: readonly OperatorInfo[]): Operators {
  return new Map(table.map((operator) => [operator.name, operator]));
}

export function operatorsFor(operators: Operators, type: ModeType): readonly OperatorInfo[] {
  return [...operators.values()].filter(
    // Periods have a form of their own.
    ({ types, args }) => types.includes(type) && !args.includes('entity') && !args.includes('period'),
  );
}

/** The operator between a field of the type and its value, in words. */
export function phraseFor(operator: OperatorInfo, type: ModeType | undefined): string {
  return (type && operator.phrases[type]) ?? operator.phrase;
}

/** How many values a person gives, beside the field itself. */
export type ValueShape = 'none' | 'one' | 'two' | 'many';

export function valueShape(operator: OperatorInfo | undefined): ValueShape {
  const rest = operator?.args.slice(1) ?? [];
  if (rest.length === 0) return 'none';
  if (rest[0] === 'list') return 'many';
  return rest.length === 1 ? 'one' : 'two';
}
