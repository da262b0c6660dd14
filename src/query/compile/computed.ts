// Computed values as SQL.
import { type RawBuilder, sql } from 'kysely';
import type { Value } from '../dialect/sql.ts';
import type { Computation, ComputedValue } from '../plan/plan.ts';
import { compileCondition } from './conditions.ts';
import type { Draft } from './draft.ts';

export function computedSql(draft: Draft, { computation }: ComputedValue): RawBuilder<unknown> {
  const isCounted = computation.kind === 'integer' && isArithmetic(computation);
  return sql`${draft.dialect.computing.result(compute(draft, computation), computation, isCounted)}`;
}

/** Whether a whole number may have become too large on the way. */
function isArithmetic(computation: Computation): boolean {
  switch (computation.op) {
    case 'call':
      return (
        ['ADD', 'SUB', 'MUL', 'NEG', 'ROUND'].includes(computation.fn) || computation.args.some(isArithmetic)
      );
    case 'case':
      return [...computation.branches.map(({ outcome }) => outcome), computation.otherwise].some(
        (outcome) => outcome !== null && isArithmetic(outcome),
      );
    default:
      return false;
  }
}

function compute(draft: Draft, computation: Computation): Value {
  const { computing } = draft.dialect;
  switch (computation.op) {
    case 'value': {
      const { value, kind, zone } = computation;
      return value.kind === 'computed'
        ? compute(draft, value.computation)
        : computing.operand(draft.value(value), value.column, kind, zone);
    }
    case 'text':
      return shownText(draft, computation.of);
    case 'given':
      return draft.text(computation.slot);
    case 'nothing':
      return computing.nothing(computation);
    case 'call': {
      const args = computation.args.map((argument) => compute(draft, argument));
      return computing.calls[computation.fn](args, {
        args: computation.args,
        result: computation,
        word: computation.word,
        isPlain: computation.args.every(isPlain),
      });
    }
    case 'case': {
      const branches = computation.branches.map(({ when, outcome }) => {
        const condition = when === null ? sql`1 = 1` : compileCondition(draft, when);
        return sql`when ${condition} then ${compute(draft, outcome)}`;
      });
      const otherwise =
        computation.otherwise === null
          ? computing.nothing(computation)
          : compute(draft, computation.otherwise);
      return sql`case ${sql.join(branches, sql` `)} else ${otherwise} end`;
    }
  }
}

function isPlain(computation: Computation): boolean {
  if (computation.op === 'value') return computation.value.kind === 'column';
  return computation.op === 'given';
}

/** The text of a column is made from the column itself, and not from what would be computed with. */
function shownText(draft: Draft, computation: Computation): Value {
  const { dialect } = draft;
  if (computation.op === 'value') return dialect.shown(draft.value(computation.value), computation.column);
  return dialect.shown(compute(draft, computation), computation.column);
}
