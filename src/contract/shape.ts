// What queries that differ only in their values and page have in common.
import { type CountMode, countModes, type GridRequest, isWholeNumber, type Scalar } from './grid.ts';
import { isLosslessNumber, pointerTo } from './json.ts';
import { isKeyword } from './keyword-arguments.ts';
import { Problem } from './problem.ts';
import { type TypedPlace, writeTypedPlace } from './typed-place.ts';

/** The part of an answer that a request asks for. */
export type GridPage = Pick<GridRequest, 'offset' | 'limit' | 'count' | 'after'>;

/** A condition's operand: one value, or the non-empty list of an IN. */
export type Given = Exclude<Scalar, null> | readonly Scalar[];

/** A body taken apart. Invalid parts stay in place, to be found when the document is validated. */
export interface SplitRequest {
  /**
   * The body without its page, each value replaced by its index: in a list if it was in one, with its type if it is in
   * an expression.
   */
  readonly document: unknown;
  readonly given: readonly Given[];
  readonly page: GridPage;
}

/** The most values in conditions, including those in lists: each takes time before other requests are served. */
export const maxValues = 10_000;
/** The most characters of all values of a query, counted at each use: a few times the size of a body. */
export const maxCharacters = 4 * 1024 * 1024;
/** The most objects, lists and plain values of a query, besides its condition values. */
export const maxParts = 10_000;

/**
 * The validation library ignores a field of this name: the argument would silently be dropped, and the answer would be
 * all rows. So no parameter may have this name.
 */
export const ignoredName = '__proto__';

export function splitRequest(body: unknown): SplitRequest {
  if (!isObject(body)) return { document: body, given: [], page: {} };
  const { unigrid } = body;
  const taken = Object.hasOwn(body, 'unigrid')
    ? isObject(unigrid)
      ? wrapped(body, new ValueCollector().query(unigrid, '/unigrid'))
      : { document: body, given: [], page: {} }
    : new ValueCollector().query(body, '');
  if (isLargerThan(taken.document, maxParts)) {
    const detail = `A query has at most ${formatCount(maxParts)} parts besides its values.`;
    throw new Problem('malformed-request', detail, { pointer: '' });
  }
  return taken;
}

function wrapped(body: Fields, taken: SplitRequest): SplitRequest {
  return { ...taken, document: { ...body, unigrid: taken.document } };
}

type Fields = Readonly<Record<string, unknown>>;

/** Collects the values. */
class ValueCollector {
  readonly #given: Given[] = [];
  #values = 0;
  /** Values within rollups: equal values share a place, so that rollups over the same rows can be recognised. */
  readonly #shared = new Map<string, number>();
  #isShared = false;

  query(query: Fields, pointer: string): SplitRequest {
    const { offset, limit, count, after, where, having, entities, parameters, ...rest } = query;
    const page: { -readonly [Name in keyof GridPage]: GridPage[Name] } = {};
    const document: Record<string, unknown> = rest;
    if (isWholeNumber(offset)) page.offset = offset;
    else if (offset !== undefined) document.offset = offset;
    if (isWholeNumber(limit)) page.limit = limit;
    else if (limit !== undefined) document.limit = limit;
    if (isCountMode(count)) page.count = count;
    else if (count !== undefined) document.count = count;
    if (typeof after === 'string') page.after = after;
    else if (after !== undefined) document.after = after;
    if (entities !== undefined) {
      const at = pointerTo(pointer, 'entities');
      document.entities = each(entities, (entity, i) => this.#entity(entity, pointerTo(at, i)));
    }
    if (where !== undefined) document.where = this.#where(where, pointerTo(pointer, 'where'));
    if (having !== undefined) document.having = this.#where(having, pointerTo(pointer, 'having'));
    if (parameters !== undefined) {
      const at = pointerTo(pointer, 'parameters');
      document.parameters = each(parameters, (parameter, i) => this.#parameter(parameter, pointerTo(at, i)));
    }
    const given = document.arguments;
    if (isObject(given)) document.arguments = this.#arguments(given, pointerTo(pointer, 'arguments'));
    return { document, given: this.#given, page };
  }

  #parameter(parameter: unknown, pointer: string): unknown {
    if (!isObject(parameter)) return parameter;
    const { default: value, ...rest } = parameter;
    if (value === undefined || value === null) return rest;
    return { ...rest, default: this.#value(value, pointerTo(pointer, 'default')) };
  }

  #arguments(given: Fields, pointer: string): unknown {
    if (Object.hasOwn(given, ignoredName)) {
      throw new Problem('invalid-query', `The query has no parameter "${ignoredName}".`, {
        pointer: pointerTo(pointer, ignoredName),
      });
    }
    return Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, this.#value(value, pointerTo(pointer, name))]),
    );
  }

  #entity(entity: unknown, pointer: string): unknown {
    const at = pointerTo(pointer, 'attributes');
    return eachIn(entity, 'attributes', (item, i) => this.#attribute(item, pointerTo(at, i)));
  }

  #attribute(item: unknown, pointer: string): unknown {
    if (!isObject(item)) return item;
    const { entity, expr, rollup, ...rest } = item;
    if (entity === undefined && expr === undefined && rollup === undefined) return item;
    const shape: Record<string, unknown> = rest;
    if (entity !== undefined) shape.entity = this.#entity(entity, pointerTo(pointer, 'entity'));
    if (expr !== undefined) shape.expr = this.#expression(expr, pointerTo(pointer, 'expr'));
    if (rollup !== undefined) {
      this.#isShared = true;
      shape.rollup = this.#related(rollup, pointerTo(pointer, 'rollup'));
      this.#isShared = false;
    }
    return shape;
  }

  /** An object with an entity and a condition on its rows. */
  #related(related: unknown, pointer: string): unknown {
    if (!isObject(related)) return related;
    const { entity, where, ...rest } = related;
    const shape: Record<string, unknown> = rest;
    if (entity !== undefined) shape.entity = this.#entity(entity, pointerTo(pointer, 'entity'));
    if (where !== undefined) shape.where = this.#where(where, pointerTo(pointer, 'where'));
    return shape;
  }

  #expression(expression: unknown, pointer: string): unknown {
    if (!isObject(expression)) return expression;
    const { value, args, case: branches, else: otherwise, ...rest } = expression;
    const shape: Record<string, unknown> = rest;
    if (value !== undefined) shape.value = this.#typed(value, pointerTo(pointer, 'value'));
    if (args !== undefined) {
      const at = pointerTo(pointer, 'args');
      shape.args = each(args, (argument, i) =>
        isKeyword(rest.fn, i) ? argument : this.#expression(argument, pointerTo(at, i)),
      );
    }
    if (branches !== undefined) {
      const at = pointerTo(pointer, 'case');
      shape.case = each(branches, (branch, i) => this.#branch(branch, pointerTo(at, i)));
    }
    if (otherwise !== undefined) shape.else = this.#expression(otherwise, pointerTo(pointer, 'else'));
    return shape;
  }

  #branch(branch: unknown, pointer: string): unknown {
    if (!isObject(branch)) return branch;
    const { when, then: outcome, ...rest } = branch;
    const shape: Record<string, unknown> = rest;
    if (when !== undefined) shape.when = this.#where(when, pointerTo(pointer, 'when'));
    // biome-ignore lint/suspicious/noThenProperty: the document calls it so, and nobody awaits it.
    if (outcome !== undefined) shape.then = this.#expression(outcome, pointerTo(pointer, 'then'));
    return shape;
  }

  #typed(value: unknown, pointer: string): unknown {
    if (!isScalar(value) || value === null) return value;
    this.#count(1, pointer);
    const place = this.#given.push(value) - 1;
    return writeTypedPlace({ place, ...valueType(value) });
  }

  #where(where: unknown, pointer: string): unknown {
    if (!isObject(where)) return where;
    const { cond, func, ...rest } = where;
    const shape: Record<string, unknown> = rest;
    if (cond !== undefined) {
      const at = pointerTo(pointer, 'cond', 'entries');
      shape.cond = eachIn(cond, 'entries', (entry, i) => this.#where(entry, pointerTo(at, i)));
    }
    if (func !== undefined) {
      const at = pointerTo(pointer, 'func', 'args');
      shape.func = eachIn(func, 'args', (argument, i) => this.#argument(argument, pointerTo(at, i)));
    }
    return shape;
  }

  #argument(argument: unknown, pointer: string): unknown {
    if (!isObject(argument)) return argument;
    const { value, entity, where, ...rest } = argument;
    const shape: Record<string, unknown> = rest;
    if (value !== undefined) shape.value = this.#value(value, pointerTo(pointer, 'value'));
    if (entity !== undefined) shape.entity = this.#entity(entity, pointerTo(pointer, 'entity'));
    if (where !== undefined) shape.where = this.#where(where, pointerTo(pointer, 'where'));
    return shape;
  }

  #value(value: unknown, pointer: string): unknown {
    if (Array.isArray(value)) {
      this.#count(value.length, pointer);
      return value.length > 0 && value.every(isScalar) ? [this.#given.push(value) - 1] : value;
    }
    if (!isScalar(value) || value === null) return value;
    this.#count(1, pointer);
    return this.#isShared ? this.#sharedPlace(value) : this.#given.push(value) - 1;
  }

  #sharedPlace(value: Exclude<Scalar, null>): number {
    const key = `${typeof value} ${isLosslessNumber(value) ? value.value : String(value)}`;
    const place = this.#shared.get(key) ?? this.#given.push(value) - 1;
    this.#shared.set(key, place);
    return place;
  }

  #count(more: number, pointer: string): void {
    this.#values += more;
    if (this.#values > maxValues) throw tooManyValues(pointer);
  }
}

export function tooManyValues(pointer: string): Problem {
  return new Problem('invalid-query', `A query compares with at most ${formatCount(maxValues)} values.`, {
    pointer,
  });
}

export function tooLongValues(pointer?: string): Problem {
  const detail = 'The values of this query are too long, each counted wherever it is used.';
  return new Problem('invalid-query', detail, pointer === undefined ? {} : { pointer });
}

function isCountMode(value: unknown): value is CountMode {
  return countModes.some((mode) => mode === value);
}

/** The digits of a small number. */
const maxSmallDigits = 6;

/** What an expression's plan needs to know of a value. */
function valueType(value: Exclude<Scalar, null>): Omit<TypedPlace, 'place'> {
  if (typeof value === 'string') return { type: 'text', scale: 0, digits: null };
  if (typeof value === 'boolean') return { type: 'boolean', scale: 0, digits: null };
  const digits = isLosslessNumber(value) ? value.value : String(value);
  const [, whole, fraction] = /^-?(\d{1,18})(?:\.(\d+))?$/.exec(digits) ?? [];
  if (whole === undefined) return { type: 'numeric', scale: null, digits: null };
  // Numbers of similar size have the same shape.
  const most = whole.length <= maxSmallDigits ? maxSmallDigits : 18;
  return fraction === undefined
    ? { type: 'integer', scale: 0, digits: most }
    : { type: 'numeric', scale: fraction.length, digits: most };
}

/** Maps a list; anything else stays as it is. */
function each(list: unknown, change: (item: unknown, index: number) => unknown): unknown {
  return Array.isArray(list) ? list.map(change) : list;
}

/** A copy of the object with one of its lists mapped. */
function eachIn(object: unknown, name: string, change: (item: unknown, index: number) => unknown): unknown {
  const list = isObject(object) ? object[name] : undefined;
  return isObject(object) && Array.isArray(list) ? { ...object, [name]: list.map(change) } : object;
}

function isScalar(value: unknown): value is Scalar {
  return (
    value === null ||
    typeof value === 'string' ||
    typeof value === 'number' ||
    typeof value === 'boolean' ||
    isLosslessNumber(value)
  );
}

function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

/** Whether a document has more parts than this; stops looking there. */
function isLargerThan(document: unknown, most: number): boolean {
  let left = most;
  const isTooMuch = (value: unknown): boolean => {
    if (--left < 0) return true;
    if (typeof value !== 'object' || value === null) return false;
    return Object.values(value).some(isTooMuch);
  };
  return isTooMuch(document);
}

function formatCount(count: number): string {
  return count.toLocaleString('en');
}
