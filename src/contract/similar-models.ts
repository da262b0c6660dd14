// Recognises parts of a policy that differ only in their values and column lists: what was checked for one holds for
// the others, once their values are checked.
import { isLosslessNumber } from './json.ts';
import { isNumber } from './scalars.ts';

/** Fields that must be identical: a `value` within them need not be a value of a condition. */
const fixedFields: ReadonlySet<string> = new Set(['entity', 'period']);

/**
 * Whether `other` differs from `model` only in condition values and column lists, and these fit the policy's schema.
 * `model` must fit the schema. Appends the values of `other` to `values`, in the order in which a query is taken apart.
 */
export function differsOnlyInValues(
  model: unknown,
  other: unknown,
  values: unknown[] | null = null,
): boolean {
  if (model === other && values === null) return true;
  if (Array.isArray(model)) {
    if (!Array.isArray(other) || other.length !== model.length) return false;
    for (let i = 0; i < model.length; i++) if (!differsOnlyInValues(model[i], other[i], values)) return false;
    return true;
  }
  if (!isPlainObject(model)) return model === other;
  if (!isPlainObject(other) || !hasSameNames(model, other)) return false;
  for (const name in model) {
    const ours = model[name];
    const theirs = other[name];
    if (name === 'value') {
      if (!isValue(theirs)) return false;
      values?.push(theirs);
    } else if (name === 'columns') {
      if (!isListOfColumns(theirs)) return false;
    } else if (!(fixedFields.has(name) ? isSame(ours, theirs) : differsOnlyInValues(ours, theirs, values)))
      return false;
  }
  return true;
}

/** Compares values too: the plan of an expression depends on their types. */
function isSame(one: unknown, other: unknown): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}

function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

/** Requires the same order of names, as in the output of one program. */
function hasSameNames(one: object, other: object): boolean {
  const names = Object.keys(other);
  let at = 0;
  for (const name in one) if (names[at++] !== name) return false;
  return at === names.length;
}

function isScalar(value: unknown): boolean {
  return typeof value === 'string' || typeof value === 'boolean' || isNumber(value) || value === null;
}

function isValue(value: unknown): boolean {
  return Array.isArray(value) ? value.every(isScalar) : isScalar(value);
}

function isListOfColumns(value: unknown): boolean {
  return Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === 'string');
}

/** The last few things of a kind, most recently used first. */
export class RecentModels<Model> {
  readonly #models: Model[] = [];

  find(fits: (model: Model) => boolean): Model | null {
    const models = this.#models;
    for (let i = 0; i < models.length; i++) {
      const model = models[i];
      if (model === undefined || !fits(model)) continue;
      if (i > 0) models.unshift(...models.splice(i, 1));
      return model;
    }
    return null;
  }

  add(model: Model): void {
    this.#models.unshift(model);
    if (this.#models.length > maxModels) this.#models.pop();
  }
}

/** With more kinds than this, parts are checked in full. */
const maxModels = 8;
