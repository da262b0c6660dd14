// Resolves one function call in an expression: whether its arguments fit, and what type it yields.
import { pointerTo } from '../../contract/json.ts';
import { castKinds, castTypes, type EngineFunction, type FunctionName } from '../computing/functions.ts';
import {
  isMoment,
  isNumber,
  maxScale,
  quotientScale,
  type ResultType,
  undeclaredScale,
  type ValueKind,
} from '../computing/kinds.ts';
import type { ComputeSql } from '../dialect/computing.ts';
import { typed } from './computations.ts';
import type { Part } from './parts.ts';
import type { Computation } from './plan.ts';
import { invalid } from './problems.ts';
import { knownDigits } from './ranges.ts';
import type { FromClock } from './slots.ts';

/** What a call needs from the expression reader. */
interface PartConverter {
  /** Converts a part to a kind; null keeps its own kind. */
  known(part: Part, kind: ValueKind | null, pointer: string): Computation;
  clock(resultType: ResultType, origin: FromClock): Computation;
}

interface LocatedPart {
  readonly part: Part;
  readonly pointer: string;
}

export class Calls {
  readonly #computing: ComputeSql;
  readonly #converter: PartConverter;

  constructor(computing: ComputeSql, lent: PartConverter) {
    this.#computing = computing;
    this.#converter = lent;
  }

  plan(fn: FunctionName, parts: readonly Part[], word: string, pointer: string, zone: string): Computation {
    const placed = parts.map((part, i): LocatedPart => ({ part, pointer: pointerTo(pointer, 'args', i) }));
    switch (fn) {
      case 'NOW':
        return this.#now('datetime', zone, pointer);
      case 'TODAY':
        return this.#now('date', zone, pointer);
      case 'ADD':
      case 'SUB':
      case 'MOD':
        return this.#arithmetic(fn, placed, (scales) => Math.max(...scales));
      case 'MUL':
        return this.#arithmetic(fn, placed, (scales) => scales.reduce((sum, scale) => sum + scale, 0));
      case 'NEG':
      case 'ABS':
        return this.#arithmetic(fn, placed, ([scale = 0]) => scale);
      case 'DIV':
        return this.#call(fn, this.#numbers(placed), { kind: 'numeric', scale: quotientScale });
      case 'ROUND': {
        const args = this.#numbers(placed);
        const scale = args.length === 1 ? 0 : (args[0]?.scale ?? 0);
        return this.#call(fn, args, { kind: args[0]?.kind ?? 'numeric', scale });
      }
      case 'FLOOR':
      case 'CEIL':
        return this.#call(fn, this.#numbers(placed), integer);
      case 'CONCAT':
      case 'UPPER':
      case 'LOWER':
      case 'TRIM':
      case 'REPLACE':
        return this.#call(fn, this.#each(placed, 'text'), text);
      case 'LENGTH':
        return this.#call(fn, this.#each(placed, 'text'), integer);
      case 'SUBSTRING': {
        const [first, ...numbers] = placed;
        return this.#call(fn, [...this.#each(first ? [first] : [], 'text'), ...this.#numbers(numbers)], text);
      }
      case 'COALESCE': {
        const resultType = this.common(placed, pointer);
        return this.#call(fn, this.#each(placed, resultType.kind), resultType);
      }
      case 'NULLIF': {
        const { kind } = this.common(placed, pointer);
        const args = this.#each(placed, kind);
        // The result is always the first argument.
        return this.#call(fn, args, { kind, scale: args[0]?.scale ?? 0 });
      }
      case 'PART':
        return this.#call(fn, [this.#moment(placed, 0, word)], integer, word);
      case 'TRUNCATE': {
        const moment = this.#moment(placed, 0, word);
        return this.#call(fn, [moment], moment, word);
      }
      case 'SHIFT': {
        const moment = this.#moment(placed, 0, word);
        return this.#call(fn, [moment, ...this.#numbers(placed.slice(1))], moment, word);
      }
      case 'DISTANCE':
        return this.#call(fn, [this.#moment(placed, 0, ''), this.#moment(placed, 1, '')], integer, word);
      case 'CAST':
        return this.#cast(placed, word);
    }
  }

  /** The kind that all parts share. */
  common(placed: readonly LocatedPart[], pointer: string): ResultType {
    const known = placed.filter(({ part }) => part.is !== 'nothing');
    const yields = known.map(({ part, pointer: at }) => ({ ...yieldOf(part), part, pointer: at }));
    // A text literal may be read as a date if other parts are dates.
    const firm = yields.filter(({ part, kind }) => part.is === 'known' || kind !== 'text');
    const [first] = firm.length > 0 ? firm : yields;
    if (first === undefined) throw invalid('Null alone has no type: cast it to one.', { pointer });
    for (const { kind, part, pointer: at } of yields) {
      const isRead = part.is === 'given' && kind === 'text' && isMoment(first.kind);
      if (kind === first.kind || isRead || (isNumber(kind) && isNumber(first.kind))) continue;
      throw invalid(`Expected a value of type ${first.kind}, as before, but this is one of type ${kind}.`, {
        pointer: at,
      });
    }
    const scale = Math.max(...yields.map((one) => one.scale));
    const isNumeric = yields.some(({ kind }) => kind === 'numeric');
    return { kind: isNumeric ? 'numeric' : first.kind, scale };
  }

  #arithmetic(
    fn: EngineFunction,
    placed: readonly LocatedPart[],
    scaleOf: (scales: readonly number[]) => number,
  ): Computation {
    const args = this.#numbers(placed);
    const isWhole = args.every(({ kind }) => kind === 'integer');
    const scale = Math.min(scaleOf(args.map((argument) => argument.scale)), maxScale);
    return this.#call(fn, args, isWhole ? integer : { kind: 'numeric', scale });
  }

  #cast(placed: readonly LocatedPart[], word: string): Computation {
    const type = castTypes.find((name) => name === word) ?? 'text';
    const kind = castKinds[type];
    const args = this.#each(placed, null);
    const [from] = args;
    if (from === undefined) return this.#call('CAST', args, text);
    // Computed values have their own types, however the column is stored: bytes are computed with as text.
    if (from.kind === kind) return { ...from, ...typed(this.#computing, from) };
    if (kind === 'text') return this.#converter.known({ is: 'known', computation: from }, 'text', '');
    const scale = kind !== 'numeric' ? 0 : isNumber(from.kind) ? from.scale : undeclaredScale;
    return this.#call('CAST', args, { kind, scale }, kind);
  }

  #call(fn: EngineFunction, args: readonly Computation[], resultType: ResultType, word = ''): Computation {
    const { kind, scale } = resultType;
    const digits = knownDigits(this.#computing, { fn, args, kind });
    return { op: 'call', fn, args, word, ...typed(this.#computing, { kind, scale, digits }) };
  }

  #numbers(placed: readonly LocatedPart[]): Computation[] {
    return placed.map(({ part, pointer }) => {
      const computation = this.#converter.known(part, part.is === 'nothing' ? 'integer' : null, pointer);
      if (isNumber(computation.kind)) return computation;
      throw invalid(`Expected a number, but this is a value of type ${computation.kind}.`, { pointer });
    });
  }

  #each(placed: readonly LocatedPart[], kind: ValueKind | null): Computation[] {
    return placed.map(({ part, pointer }) => this.#converter.known(part, kind, pointer));
  }

  /** `unit`: a unit that the moment must have. */
  #moment(placed: readonly LocatedPart[], index: number, unit: string): Computation {
    const { part, pointer } = placed[index] ?? { part: { is: 'nothing' as const }, pointer: '' };
    const isText = part.is === 'given' && part.kind === 'text';
    const computation = this.#converter.known(
      part,
      part.is === 'nothing' || isText ? 'datetime' : null,
      pointer,
    );
    if (!isMoment(computation.kind)) {
      throw invalid(`Expected a date, but this is a value of type ${computation.kind}.`, { pointer });
    }
    if (computation.kind === 'date' && ['hour', 'minute', 'second'].includes(unit)) {
      throw invalid(`A day has no ${unit}.`, {
        pointer,
        allowed: ['year', 'quarter', 'month', 'week', 'day'],
      });
    }
    return computation;
  }

  #now(kind: 'date' | 'datetime', zone: string, pointer: string): Computation {
    const form = kind === 'date' ? 'date' : 'wall';
    return this.#converter.clock({ kind, scale: 0 }, { clock: { kind: 'now', zone, form }, pointer });
  }
}

const integer: ResultType = { kind: 'integer', scale: 0 };
const text: ResultType = { kind: 'text', scale: 0 };

function yieldOf(part: Exclude<Part, { is: 'nothing' }> | Part): ResultType {
  if (part.is === 'known') return part.computation;
  return part.is === 'given' ? part : text;
}
