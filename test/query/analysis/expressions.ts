/** Generated expressions of a given kind. */
import { LosslessNumber } from 'lossless-json';
import type { ValueKind } from '../reference/expressions.ts';
import type { Expr, Literal, Where } from '../request.ts';
import { usualLiteral } from './literals.ts';
import { isComputable, kindOf, type Named } from './names.ts';
import type { Tape } from './tape.ts';

export interface ExpressionMaker {
  readonly tape: Tape;
  /** Whether engines must agree: then texts that they show differently are not used. */
  readonly isPortable: boolean;
  /** A literal, or a parameter with its value. */
  given(literal: Literal, kind: ValueKind): Expr;
  condition(names: readonly Named[]): Where;
}

const timeUnits = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'];
const dayUnits = timeUnits.slice(0, 5);
const bucketUnits = ['year', 'quarter', 'month', 'week', 'day', 'hour'];

export function expression(
  maker: ExpressionMaker,
  kind: ValueKind,
  names: readonly Named[],
  depth: number,
): Expr {
  const { tape } = maker;
  const fitting = names.filter((name) => isComputable(name) && kindOf(name) === kind);
  const leaf = (): Expr => {
    if (fitting.length > 0 && !tape.chance(20)) return { alias: tape.pick(fitting).alias };
    return maker.given(usualLiteral(tape, kind), kind);
  };
  const inner = (wanted: ValueKind) => expression(maker, wanted, names, depth - 1);
  const written = names.filter(({ column }) => !maker.isPortable || column.portable !== false);
  const shown = (wanted: ValueKind) => expression(maker, wanted, written, depth - 1);
  const anyNumber = () => inner(tape.pick(['integer', 'numeric']));
  const whole = (least: number, most: number): Expr => ({
    value: new LosslessNumber(String(least + tape.below(most - least + 1))),
  });
  const word = (words: readonly string[]): Expr => ({ value: tape.pick(words) });
  if (depth === 0 || tape.chance(20)) return leaf();
  const call = (fn: string, ...args: Expr[]): Expr => ({ fn, args });
  const moment = () => tape.pick<ValueKind>(['date', 'datetime']);
  const isMoment = kind === 'date' || kind === 'datetime';
  const shared: (() => Expr)[] = [
    ...(isMoment && fitting.length > 0
      ? [() => call('COALESCE', { alias: tape.pick(fitting).alias }, { value: usualLiteral(tape, kind) })]
      : []),
    () => call('COALESCE', ...tape.several(2, 3, () => inner(kind))),
    () => call('NULLIF', inner(kind), inner(kind)),
    () => choice(maker, kind, names, depth),
  ];
  const makers: Record<ValueKind, (() => Expr)[]> = {
    integer: [
      () => call('ADD', ...tape.several(2, 3, () => inner('integer'))),
      () => call('SUB', inner('integer'), inner('integer')),
      () => call('MUL', inner('integer'), inner('integer')),
      () => call('MOD', inner('integer'), inner('integer')),
      () => call(tape.pick(['NEG', 'ABS']), inner('integer')),
      () => call(tape.pick(['FLOOR', 'CEIL']), anyNumber()),
      () => call('ROUND', inner('integer'), ...tape.several(0, 1, () => whole(-2, 2))),
      () => call('LENGTH', textual(shown, tape)),
      () => {
        const at = moment();
        return call(
          'PART',
          inner(at),
          word(at === 'date' ? [...dayUnits, 'weekday'] : [...timeUnits, 'weekday']),
        );
      },
      () => call('DISTANCE', inner(moment()), inner(moment()), word(timeUnits)),
      () => call('CAST', tape.chance(50) ? inner('text') : inner('numeric'), { value: 'integer' }),
      ...shared,
    ],
    numeric: [
      () => call('ADD', inner('numeric'), ...tape.several(1, 2, anyNumber)),
      () => call('SUB', ...shuffled(tape, inner('numeric'), anyNumber())),
      () => call('MUL', ...shuffled(tape, inner('numeric'), anyNumber())),
      () => call('DIV', anyNumber(), anyNumber()),
      () => call('MOD', inner('numeric'), anyNumber()),
      () => call(tape.pick(['NEG', 'ABS']), inner('numeric')),
      () => call('ROUND', inner('numeric'), ...tape.several(0, 1, () => whole(-2, 4))),
      () => call('CAST', tape.chance(50) ? inner('text') : inner('integer'), { value: 'numeric' }),
      ...shared,
    ],
    text: [
      () => call('CONCAT', ...tape.several(2, 3, () => textual(shown, tape))),
      () => call(tape.pick(['UPPER', 'LOWER']), textual(shown, tape)),
      () => call('TRIM', textual(shown, tape)),
      () => call('SUBSTRING', textual(shown, tape), whole(-1, 4), ...tape.several(0, 1, () => whole(0, 4))),
      () => call('SUBSTRING', textual(shown, tape), inner('integer')),
      () => call('REPLACE', textual(shown, tape), inner('text'), inner('text')),
      () =>
        call(
          'CAST',
          shown(tape.pick(['integer', 'numeric', 'boolean', 'date', 'datetime'])),
          word(['text', 'string']),
        ),
      ...shared,
    ],
    boolean: [() => call('CAST', inner('text'), { value: 'boolean' }), ...shared],
    date: [
      () => call('TRUNCATE', inner('date'), word(bucketUnits.slice(0, 5))),
      () => call('SHIFT', inner('date'), tape.chance(30) ? inner('integer') : whole(-40, 40), word(dayUnits)),
      () => call('TODAY'),
      () => call('CAST', inner(tape.pick(['datetime', 'text'])), { value: 'date' }),
      ...shared,
    ],
    datetime: [
      () => call('TRUNCATE', inner('datetime'), word(bucketUnits)),
      () =>
        call(
          'SHIFT',
          inner('datetime'),
          tape.chance(30) ? inner('integer') : whole(-40, 40),
          word(timeUnits),
        ),
      () => call('NOW'),
      () => call('CAST', inner(tape.pick(['date', 'text'])), { value: 'datetime' }),
      ...shared,
    ],
  };
  return tape.pick(makers[kind])();
}

/** An expression that is converted to text. */
function textual(shown: (kind: ValueKind) => Expr, tape: Tape): Expr {
  return shown(
    tape.pick<ValueKind>(['text', 'text', 'text', 'integer', 'boolean', 'date', 'numeric', 'datetime']),
  );
}

function shuffled(tape: Tape, a: Expr, b: Expr): [Expr, Expr] {
  return tape.chance(50) ? [b, a] : [a, b];
}

function choice(maker: ExpressionMaker, kind: ValueKind, names: readonly Named[], depth: number): Expr {
  const { tape } = maker;
  const inner = () => expression(maker, kind, names, depth - 1);
  // biome-ignore lint/suspicious/noThenProperty: the document calls it so, and nobody awaits it.
  const branches = tape.several(1, 2, () => ({ when: maker.condition(names), then: inner() }));
  return { case: branches, ...(tape.chance(60) ? { else: inner() } : {}) };
}
