// Computed values as SQL.
import { type RawBuilder, sql } from 'kysely';
import type { StoredColumn } from '../dialect/computing.ts';
import type { Value } from '../dialect/sql.ts';
import { sqlLength } from '../dialect/sql-length.ts';
import { type Computation, type ComputedValue, typeOf } from '../plan/plan.ts';
import { invalid } from '../plan/problems.ts';
import { mayLeaveRange } from '../plan/ranges.ts';
import { compileCondition } from './conditions.ts';
import type { Draft } from './draft.ts';

/** The most characters of SQL, roughly, for one computed field. */
const maxSqlLength = 1_000_000;

export function computedSql(draft: Draft, { computation }: ComputedValue): RawBuilder<unknown> {
  const written = draft.dialect.computing.result(guarded(draft, computation), computation);
  // Some engines' SQL repeats a function's arguments several times: deep nesting would exhaust memory.
  if (sqlLength(written) <= maxSqlLength) return written;
  throw invalid('A computed field is too long: it nests too many functions, or names too many others.', {});
}

/** Values already compiled for a draft: fields that name each other share them, so the text does not multiply. */
const computed = new WeakMap<Draft, Map<Computation, Value>>();

function compute(draft: Draft, computation: Computation): Value {
  const known = computed.get(draft) ?? new Map<Computation, Value>();
  computed.set(draft, known);
  const value = known.get(computation) ?? computeAnew(draft, computation);
  known.set(computation, value);
  return value;
}

/** The value, or NULL if the engine fails to compute it. Values with conditions are guarded part by part. */
function guarded(draft: Draft, computation: Computation): Value {
  const { orNull } = draft.dialect.computing;
  const value = compute(draft, computation);
  const isTried = orNull !== undefined && computation.op === 'call' && !hasConditions(computation);
  return isTried ? orNull(value) : value;
}

/** Conditions may read other rows. */
function hasConditions(computation: Computation): boolean {
  switch (computation.op) {
    case 'case':
      return true;
    case 'call':
      return computation.args.some(hasConditions);
    case 'text':
      return hasConditions(computation.of);
    case 'value':
      return computation.value.kind === 'computed' && hasConditions(computation.value.computation);
    default:
      return false;
  }
}

function computeAnew(draft: Draft, computation: Computation): Value {
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
      return inRange(draft, computation, draft.text(computation.slot));
    case 'nothing':
      return computing.nullOf(computation);
    case 'call': {
      const { fn, args } = computation;
      const call = (values: readonly Value[]) => {
        const called = computing.calls[fn](values, {
          args,
          result: computation,
          keyword: computation.word,
          isPlain: args.every(isPlain),
          stored: args.map(storedColumn),
          isShort: args.every((argument) => levelsOf(argument) <= cheapLevels),
        });
        return inRange(draft, computation, called);
      };
      if (!hasConditions(computation)) return call(args.map((argument) => compute(draft, argument)));
      const values = args.map((argument) => guarded(draft, argument));
      return computing.orNullOf?.(values, call) ?? call(values);
    }
    case 'case': {
      const one = (outcome: Computation) => computing.convert(guarded(draft, outcome), computation);
      const branches = computation.branches.map(({ when, outcome }) => {
        const condition = when === null ? sql`1 = 1` : compileCondition(draft, when);
        return sql`when ${condition} then ${one(outcome)}`;
      });
      const otherwise =
        computation.otherwise === null ? computing.nullOf(computation) : one(computation.otherwise);
      return sql`case ${sql.join(branches, sql` `)} else ${otherwise} end`;
    }
  }
}

/** NULL if a number leaves the range that all engines support. */
function inRange(draft: Draft, computation: Computation, value: Value): Value {
  const { computing } = draft.dialect;
  if (!mayLeaveRange(computing, computation)) return value;
  const isShort =
    computation.op === 'given' || (computation.op === 'call' && computation.args.every(isPlain));
  return computing.bounded(value, computation, isShort);
}

/** Up to this many nested levels, computing the arguments twice per level costs little. */
const cheapLevels = 3;

function levelsOf(computation: Computation): number {
  switch (computation.op) {
    case 'call':
      return 1 + Math.max(0, ...computation.args.map(levelsOf));
    case 'text':
      return levelsOf(computation.of);
    case 'case':
      return Number.POSITIVE_INFINITY;
    default:
      return 0;
  }
}

function isPlain(computation: Computation): boolean {
  if (computation.op === 'value') return computation.value.kind === 'column';
  return computation.op === 'given';
}

function storedColumn(computation: Computation): StoredColumn | null {
  if (computation.op !== 'value' || computation.value.kind !== 'column') return null;
  const { node, column } = computation.value;
  return { entity: node.entity, column };
}

/** The text of a column is made from the stored column, not from the form used in computations. */
function shownText(draft: Draft, computation: Computation): Value {
  const { dialect } = draft;
  if (computation.op === 'value') {
    return dialect.shown(draft.value(computation.value), typeOf(computation.value));
  }
  return dialect.shown(compute(draft, computation), computation.column);
}
