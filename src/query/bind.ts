// Binds the values of a request to the slots of its plan: the only place where values and plan meet.
import { sql } from 'kysely';
import { pointerTo } from '../contract/json.ts';
import type { Given } from '../contract/shape.ts';
import type { Column } from '../model/database.ts';
import { clockText } from './clock.ts';
import type { Bound, BoundLiteral, CompareSql, SqlDialect, Use, Value } from './dialect/sql.ts';
import { fold } from './fold.ts';
import { type Literal, literalOf } from './literals.ts';
import { isOfType } from './parameter-types.ts';
import { mapPattern, type Pattern, parseLoosePattern, parsePattern } from './patterns.ts';
import type { Plan } from './plan/plan.ts';
import { invalid, missingValue } from './plan/problems.ts';
import type {
  FromClock,
  GivenAt,
  KeySlot,
  ListSlot,
  LiteralSlot,
  Matching,
  PatternSlot,
  PlanParameter,
  Slot,
  TextSlot,
  ValueSlot,
} from './plan/slots.ts';
import { ValueBudget } from './value-budget.ts';

/** A bound value, compared with a column or with any other SQL value. */
type BoundCondition = Bound<[value: Value]>;

/** The values bound to each slot of a plan. */
export class Bindings {
  /** By slot index. */
  readonly #literals: BoundLiteral[] = [];
  readonly #texts: Bound[] = [];
  readonly #conditions: BoundCondition[] = [];
  /** The bound values of each slot, in slot order. */
  readonly values: (readonly unknown[])[] = [];
  #form = '';

  /** A statement compiled for one form serves all bindings of that form. */
  get form(): string {
    return this.#form;
  }

  literal(slot: LiteralSlot): BoundLiteral {
    return required(this.#literals[slot.index]);
  }

  text(slot: TextSlot | ValueSlot): Bound {
    return required(this.#texts[slot.index]);
  }

  condition(slot: ListSlot | PatternSlot | KeySlot): BoundCondition {
    return required(this.#conditions[slot.index]);
  }

  setLiteral(slot: LiteralSlot, bound: BoundLiteral): void {
    this.#literals[slot.index] = bound;
    this.#add(bound, String(bound.side));
  }

  setText(slot: TextSlot | ValueSlot, bound: Bound): void {
    this.#texts[slot.index] = bound;
    this.#add(bound, '');
  }

  setCondition(slot: ListSlot | PatternSlot | KeySlot, bound: BoundCondition): void {
    this.#conditions[slot.index] = bound;
    this.#add(bound, '');
  }

  #add({ form, values }: Pick<Bound, 'form' | 'values'>, side: string): void {
    this.values.push(values);
    this.#form += `${form}/${side};`;
  }
}

function required<Thing>(thing: Thing | undefined): Thing {
  if (thing === undefined) throw new Error('a slot was left without a value');
  return thing;
}

/** Throws a problem that points at the first value that does not fit its column. `now`: the time of the request. */
export function bindGiven(
  dialect: CompareSql & Pick<SqlDialect, 'textPlace' | 'computing'>,
  { slots, parameters }: Pick<Plan, 'slots' | 'parameters'>,
  given: readonly Given[],
  now: Date,
): Bindings {
  for (const parameter of parameters) checkType(parameter, given);
  const bindings = new Bindings();
  const spent = new ValueBudget(given);
  for (const slot of slots) {
    spent.count(slot);
    switch (slot.kind) {
      case 'literal':
        bindings.setLiteral(slot, boundSlot(dialect, slot, originOf(slot.origin, given, now)));
        break;
      case 'list':
        bindings.setCondition(slot, boundList(dialect, slot, given));
        break;
      case 'value':
        bindings.setText(slot, boundValue(dialect, slot, originOf(slot.origin, given, now)));
        break;
      case 'text':
        bindings.setText(slot, boundText(dialect, slot, literalAt(given, slot)));
        break;
      case 'pattern':
        bindings.setCondition(slot, boundPattern(dialect, slot, literalAt(given, slot)));
        break;
      case 'key':
        throw new Error('no query asks by an address');
    }
  }
  return bindings;
}

/** The slots that bind values written in the document. Values of parameters are left out: they are not known yet. */
export function documentSlots({
  slots,
  parameters,
}: Pick<Plan, 'slots' | 'parameters'>): Pick<Plan, 'slots' | 'parameters'> {
  const unknown = new Set(parameters.map(({ place }) => place));
  const isWritten = (at: GivenAt | FromClock) => 'clock' in at || !unknown.has(at.place);
  return { slots: slots.flatMap((slot) => knownPart(slot, isWritten)), parameters: [] };
}

/** The known part of a slot; empty if none of its values is known. */
function knownPart(slot: Slot, isKnown: (at: GivenAt | FromClock) => boolean): Slot[] {
  switch (slot.kind) {
    case 'literal':
    case 'value':
      return isKnown(slot.origin) ? [slot] : [];
    case 'list':
      return [{ ...slot, given: slot.given.filter(isKnown) }];
    case 'text':
    case 'pattern':
      return isKnown(slot) ? [slot] : [];
    case 'key':
      return [slot];
  }
}

/** Binds the texts of an address to a key's columns; null if no row can match. `isUnique`: an index finds the row. */
export function bindKey(
  dialect: SqlDialect,
  slots: readonly KeySlot[],
  texts: readonly (string | null)[],
  isUnique: boolean,
): Bindings | null {
  const bindings = new Bindings();
  for (const slot of slots) {
    const match = slot.isWhole ? 'whole' : isUnique ? 'referred' : 'equal';
    const bound = dialect.key(slot.column, texts[slot.place] ?? '', match);
    if (bound === null) return null;
    bindings.setCondition(slot, bound);
  }
  return bindings;
}

export const noBindings = new Bindings();

function checkType({ name, type, place, pointer }: PlanParameter, given: readonly Given[]): void {
  const value = given[place];
  const values = value === undefined ? [] : isList(value) ? value : [value];
  if (values.every((item) => item !== null && isOfType(type, literalOf(item)))) return;
  throw invalid(`The parameter "${name}" is of type ${type}, and this is no such value.`, { pointer });
}

function originOf(origin: GivenAt | FromClock, given: readonly Given[], now: Date): Literal {
  if ('clock' in origin) return { kind: 'text', text: clockText(origin.clock, now) };
  return literalAt(given, origin);
}

function boundSlot(
  dialect: CompareSql,
  { column, use, origin }: LiteralSlot,
  literal: Literal,
): BoundLiteral {
  return boundLiteral(dialect, { column, use, pointer: origin.pointer }, literal);
}

function literalAt(given: readonly Given[], { place }: GivenAt): Literal {
  const value = given[place];
  if (value === undefined || isList(value)) throw new Error('a shape and its values do not belong together');
  return literalOf(value);
}

function isList(given: Given): given is Extract<Given, readonly unknown[]> {
  return Array.isArray(given);
}

function boundLiteral(
  dialect: CompareSql,
  { column, use, pointer }: { readonly column: Column; readonly use: Use; readonly pointer: string },
  literal: Literal,
): BoundLiteral {
  const bound = dialect.literal(column, literal, use);
  if (bound !== null) return bound;
  throw invalid(
    `"${truncated(literal.text)}" is not a value of ${column.name || 'this measure'}, whose type is ${column.mode}.`,
    { pointer },
  );
}

function boundValue(
  { computing }: Pick<SqlDialect, 'computing'>,
  { resultType, origin }: ValueSlot,
  literal: Literal,
): Bound {
  const bound = computing.literal(resultType, literal);
  if (bound !== null) return bound;
  throw invalid(`"${truncated(literal.text)}" is not a value of type ${resultType.kind}.`, {
    pointer: origin.pointer,
  });
}

function truncated(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

function boundList(dialect: CompareSql, slot: ListSlot, given: readonly Given[]): BoundCondition {
  const { column } = slot;
  const literals = slot.given.flatMap((at) => {
    const value = given[at.place];
    if (value === undefined || !isList(value)) {
      return boundLiteral(dialect, { column, use: 'equality', pointer: at.pointer }, literalAt(given, at));
    }
    return value.map((item, i) => {
      const pointer = pointerTo(at.pointer, i);
      if (item === null) throw missingValue(pointer, true);
      return boundLiteral(dialect, { column, use: 'equality', pointer }, literalOf(item));
    });
  });
  const exact = literals.filter(({ side }) => side === 0);
  return exact.length === 0 ? neverTrue : dialect.oneOf(exact);
}

/** False for every value, but NULL for NULL. */
const neverTrue: BoundCondition = { form: 'never', values: [], sql: (_, value) => sql`${value} < ${value}` };

function boundText(dialect: Pick<SqlDialect, 'textPlace'>, { folded }: TextSlot, { text }: Literal): Bound {
  return {
    form: '',
    values: [folded ? fold(text) : text],
    sql: ([place]) => sql`${dialect.textPlace(required(place))}`,
  };
}

function boundPattern(dialect: CompareSql, { how }: PatternSlot, { text }: Literal): BoundCondition {
  const pattern = patterns[how](text);
  const ignoreCase = how !== 'pattern';
  return dialect.pattern(ignoreCase ? mapPattern(pattern, fold) : pattern, ignoreCase);
}

const patterns: Record<Matching, (text: string) => Pattern> = {
  pattern: parsePattern,
  'loose-pattern': parseLoosePattern,
  anywhere: (text) => ['any', { text }, 'any'],
  start: (text) => [{ text }, 'any'],
  end: (text) => ['any', { text }],
};
