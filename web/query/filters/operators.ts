// The operators of filters: the service's table, and how the page uses it.
import type { ModeType } from '../../../src/contract/mode.ts';
import type { OperatorInfo } from '../../../src/contract/operators.ts';

export type Operators = ReadonlyMap<string, OperatorInfo>;

export function toOperators(table: readonly OperatorInfo[]): Operators {
  return new Map(table.map((operator) => [operator.name, operator]));
}

export function operatorsFor(operators: Operators, type: ModeType): readonly OperatorInfo[] {
  return [...operators.values()].filter(
    // Periods have their own form.
    ({ types, args }) => types.includes(type) && !args.includes('entity') && !args.includes('period'),
  );
}

/** The words between a field of the type and its value. */
export function phraseFor(operator: OperatorInfo, type: ModeType | undefined): string {
  return (type && operator.phrases[type]) ?? operator.phrase;
}

/** The number of values that a person enters, besides the field itself. */
export type ValueShape = 'none' | 'one' | 'two' | 'many';

export function valueShape(operator: OperatorInfo | undefined): ValueShape {
  const rest = operator?.args.slice(1) ?? [];
  if (rest.length === 0) return 'none';
  if (rest[0] === 'list') return 'many';
  return rest.length === 1 ? 'one' : 'two';
}
