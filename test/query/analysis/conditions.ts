/** Generated conditions on columns, computed fields, measures and groups. */
import type { DataColumn } from '../dataset.ts';
import { isNumeric, shown } from '../dataset.ts';
import { type Cell, isApproximate, isList } from '../reference/numbers.ts';
import type { Argument, Literal, Period, Where } from '../request.ts';
import { periodUnits } from '../request.ts';
import { literalFor } from './literals.ts';
import { family, kindOf, type Named } from './names.ts';
import type { Tape } from './tape.ts';

export interface ConditionMaker {
  readonly tape: Tape;
  /** Whether engines must agree: then texts that they show differently are not searched. */
  readonly isPortable: boolean;
  /** A value, or a parameter that stands for it. */
  argument(literal: Literal, named: Named): Argument;
  /** Several values as one argument. */
  arguments(literals: Literal[], named: Named): Argument;
  /** The existing values of a name. */
  cells(named: Named): readonly Exclude<Cell, null>[];
  /** A condition on related rows, if there can be one. */
  related(): Where | undefined;
}

export function condition(maker: ConditionMaker, names: readonly Named[], depth: number): Where {
  const { tape } = maker;
  if (depth > 0 && tape.chance(45)) {
    const entries = tape.several(1, 3, () => condition(maker, names, depth - 1));
    return { cond: { with: tape.pick(['AND', 'OR', 'NOT']), entries } };
  }
  if (depth > 0 && tape.chance(12)) {
    const related = maker.related();
    if (related) return related;
  }
  const usable = names.filter(({ item }) => !('over' in item));
  return usable.length === 0 ? {} : func(maker, tape.pick(usable), usable);
}

function func(maker: ConditionMaker, named: Named, names: readonly Named[]): Where {
  const { tape } = maker;
  const { column, alias } = named;
  const plain = tape.pick(functionsFor(named, maker.isPortable));
  const name = !ofOneKind.includes(plain) && tape.chance(25) ? `NOT_${plain}` : plain;
  const own: Argument = { alias };
  const literal = () => literalFor(tape, named, kindOf(named), () => maker.cells(named));
  const one = () => maker.argument(literal(), named);
  const peers = names.filter((other) => isPeer(column, other.column) && !other.isRounded);
  const peer = peers.length > 0 && tape.chance(20) ? { alias: tape.pick(peers).alias } : undefined;
  switch (plain) {
    case 'IS_NULL':
      return { func: { name, args: [own] } };
    case 'IN_PERIOD':
      return { func: { name, args: [own, { period: period(tape) }] } };
    case 'IN':
      return { func: { name, args: [own, maker.arguments(tape.several(1, 3, literal), named)] } };
    case 'BETWEEN_INC':
    case 'IBETWEEN_INC':
      return {
        func: {
          name,
          args: [
            own,
            ...tape.pick([
              [one(), one()],
              [one(), {}],
              [{}, one()],
            ]),
          ],
        },
      };
    case 'ICONTAINS':
    case 'ISTARTS_WITH':
    case 'IENDS_WITH':
    case 'IEQ':
    case 'ILIKE':
      return { func: { name, args: [own, textOf(maker, named)] } };
    default:
      return { func: { name, args: [own, peer ?? one()] } };
  }
}

/** Operators without a negated form. */
const ofOneKind = ['LT', 'LTE', 'GT', 'GTE', 'BETWEEN_INC', 'IBETWEEN_INC'];

/** A piece of an existing text. */
function textOf(maker: ConditionMaker, named: Named): Argument {
  const { tape } = maker;
  const texts = maker
    .cells(named)
    .flatMap((cell) => (isApproximate(cell) || isList(cell) ? [] : [shown(cell)]))
    .filter((text) => !text.includes('%') && !text.includes('\\'));
  const characters = texts.length === 0 ? ['a'] : [...tape.pick(texts)];
  const from = characters.length === 0 ? 0 : tape.below(characters.length);
  const piece = characters.slice(from, from + 1 + tape.below(4)).join('');
  return { value: tape.chance(30) ? piece.toUpperCase() : piece };
}

function period(tape: Tape): Period {
  const count = tape.pick([undefined, undefined, 1, 2, 12]);
  return {
    unit: tape.pick(periodUnits),
    offset: tape.below(9) - 5,
    ...(count === undefined ? {} : { count }),
    ...(tape.chance(30) ? { to: 'now' as const } : {}),
  };
}

function functionsFor({ column, isRounded }: Named, isPortable: boolean): readonly string[] {
  if (column.isList) return ['IS_NULL'];
  if (column.kind === 'binary') return ['IS_NULL'];
  const ordered = ['EQ', 'LT', 'LTE', 'GT', 'GTE', 'IN', 'BETWEEN_INC', 'IS_NULL'];
  if (isRounded) return ['LT', 'GT', 'GTE', 'IS_NULL'];
  if (column.kind === 'boolean') return ['EQ', 'IN', 'IS_NULL'];
  const moments = column.kind === 'date' || column.kind === 'datetime' ? ['IN_PERIOD', 'IN_PERIOD'] : [];
  const hasText = column.textual !== false && !(isPortable && column.portable === false);
  const textual = !hasText ? [] : ['ICONTAINS', 'ISTARTS_WITH', 'IENDS_WITH', 'IEQ', 'ILIKE'];
  return [
    ...ordered,
    ...moments,
    ...(column.kind === 'text' ? [...textual, 'IBETWEEN_INC'] : textual.slice(0, 2)),
  ];
}

function isPeer(a: DataColumn, b: DataColumn): boolean {
  if (a.textual === false || b.textual === false || b.isList) return false;
  if (isNumeric(a.kind) !== isNumeric(b.kind)) return false;
  return family(a.kind) === family(b.kind);
}
