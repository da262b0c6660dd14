// Whether a computed number can leave the range that all engines support.
import type { EngineFunction } from '../computing/functions.ts';
import { isNumber, type ResultType } from '../computing/kinds.ts';
import type { ComputeSql } from '../dialect/computing.ts';
import type { Computation } from './plan.ts';

/** The digits before the point that are certainly within the range. */
const safeRangeDigits = { integer: 18, numeric: 30 } as const;
/** The most digits that a number within the range has. */
const maxRangeDigits = { integer: 19, numeric: 30 } as const;

type Digits = Pick<ComputeSql, 'digits'>;
type Call = Pick<Extract<Computation, { op: 'call' }>, 'fn' | 'args'>;

/** Whether a result may be out of range although its arguments are not. */
export function mayLeaveRange(computing: Digits, computation: Computation): boolean {
  const { kind } = computation;
  if (kind !== 'integer' && kind !== 'numeric') return false;
  // A parameter may have any number of digits.
  if (computation.op !== 'call')
    return computation.op === 'given' && given(computation) > safeRangeDigits[kind];
  return !keepsRange.has(computation.fn) && resultDigits(computing, computation) > safeRangeDigits[kind];
}

/** Their result is one of their arguments, or no greater than one. */
const keepsRange: ReadonlySet<EngineFunction> = new Set(['COALESCE', 'NULLIF', 'MOD']);

/** The most digits that a number has before its point. */
function digitsOf(computing: Digits, computation: Computation): number {
  const { kind } = computation;
  if (kind !== 'integer' && kind !== 'numeric') return 0;
  switch (computation.op) {
    case 'value':
      return computing.digits(computation.value.column) ?? Number.POSITIVE_INFINITY;
    case 'given':
      return Math.min(given(computation), maxRangeDigits[kind]);
    case 'call':
      return Math.min(resultDigits(computing, computation), maxRangeDigits[kind]);
    case 'case':
      return Math.max(
        ...[...computation.branches.map(({ outcome }) => outcome), computation.otherwise].map((outcome) =>
          outcome === null ? 0 : digitsOf(computing, outcome),
        ),
      );
    case 'text':
    case 'nothing':
      return 0;
  }
}

function given({ digits }: Computation): number {
  return digits ?? Number.POSITIVE_INFINITY;
}

/** The most digits before the point of a function's result, if it is within the range; undefined if unknown. */
export function knownDigits(computing: Digits, call: Call & Pick<ResultType, 'kind'>): number | undefined {
  const { kind } = call;
  if (kind !== 'integer' && kind !== 'numeric') return undefined;
  const digits = resultDigits(computing, call);
  return Number.isFinite(digits) ? Math.min(digits, maxRangeDigits[kind]) : undefined;
}

function resultDigits(computing: Digits, { fn, args }: Call): number {
  const numbers = args.filter(({ kind }) => isNumber(kind)).map((argument) => digitsOf(computing, argument));
  const [first = Number.POSITIVE_INFINITY] = numbers;
  switch (fn) {
    case 'ADD':
    case 'SUB':
      return Math.max(...numbers) + String(args.length).length;
    case 'MUL':
      return numbers.reduce((sum, digits) => sum + digits, 0);
    case 'DIV':
      return first + (args[1]?.scale ?? 0);
    case 'ROUND':
    case 'FLOOR':
    case 'CEIL':
    case 'CAST':
      return first + 1;
    // The least integer has no positive counterpart.
    case 'NEG':
    case 'ABS':
      return first;
    case 'COALESCE':
    case 'NULLIF':
    case 'MOD':
      return Math.max(0, ...numbers);
    default:
      return safeRangeDigits.integer;
  }
}
