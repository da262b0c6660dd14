// The operators of filters: the service's table, and what the page makes of it.
import type { ModeType } from '../../src/contract/mode.ts';

export interface Operator {
  readonly name: string;
  /** "contains", "is at least": what stands between field and value in a sentence. */
  readonly phrase: string;
  readonly args: 'none' | 'one' | 'two' | 'many';
  readonly types: readonly ModeType[];
}

export type Operators = ReadonlyMap<string, Operator>;

export function operatorsFor(operators: Operators, type: ModeType): readonly Operator[] {
  return [...operators.values()].filter(({ types }) => types.includes(type));
}
