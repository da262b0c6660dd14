// The parameters of a document: how they are declared, and where their values are.
import type { GridRequest, Parameter, ParameterValue } from '../../contract/grid.ts';
import { pointerTo } from '../../contract/json.ts';
import { ignoredName } from '../../contract/shape.ts';
import { didYouMean } from '../../contract/suggest.ts';
import { invalid } from './problems.ts';
import type { GivenAt, PlanParameter } from './slots.ts';

/** A parameter in one request: absent, one value, or several. */
export interface ResolvedParameter extends Pick<PlanParameter, 'name' | 'type'> {
  readonly isMany: boolean;
  /** Null if absent; 'empty' for an empty list. */
  readonly given: GivenAt | 'empty' | null;
  /** All values that the document has for it, used or not. */
  readonly written: readonly GivenAt[];
}

export class Parameters {
  readonly #known = new Map<string, ResolvedParameter>();

  constructor(request: Pick<GridRequest, 'parameters' | 'arguments'>, pointer: string) {
    const given = request.arguments ?? {};
    for (const [i, parameter] of (request.parameters ?? []).entries()) {
      const at = pointerTo(pointer, 'parameters', i);
      if (parameter.name === ignoredName) {
        throw invalid(`No parameter can be called "${ignoredName}".`, { pointer: pointerTo(at, 'name') });
      }
      if (this.#known.has(parameter.name)) {
        throw invalid(`Two parameters are called "${parameter.name}".`, { pointer: pointerTo(at, 'name') });
      }
      this.#known.set(parameter.name, resolved(parameter, given, at, pointer));
    }
    const unknown = Object.keys(given).find((name) => !this.#known.has(name));
    if (unknown !== undefined) {
      const allowed = [...this.#known.keys()];
      throw invalid(`The query has no parameter "${unknown}".${didYouMean(unknown, allowed)}`, {
        pointer: pointerTo(pointer, 'arguments', unknown),
        allowed,
      });
    }
  }

  /** The values to type-check: even a default that is not used must have the right type. */
  get given(): PlanParameter[] {
    return [...this.#known.values()].flatMap(({ name, type, written }) =>
      written.map((given) => ({ name, type, ...given })),
    );
  }

  find(name: string, pointer: string): ResolvedParameter {
    const parameter = this.#known.get(name);
    if (parameter !== undefined) return parameter;
    const allowed = [...this.#known.keys()];
    throw invalid(`The query declares no parameter "${name}".${didYouMean(name, allowed)}`, {
      pointer,
      allowed,
    });
  }
}

function resolved(
  { name, type, many = false, required = false, default: preset }: Parameter,
  args: NonNullable<GridRequest['arguments']>,
  at: string,
  pointer: string,
): ResolvedParameter {
  const isMany = many;
  const read = (value: ParameterValue | undefined, from: string): GivenAt | 'empty' | null => {
    // Null counts as absent.
    if (value === undefined || value === null) return null;
    if (Array.isArray(value) !== isMany) {
      throw invalid(
        `The parameter "${name}" takes ${isMany ? 'a list of values' : 'one value, not a list'}.`,
        { pointer: from },
      );
    }
    // In a planned document, each value is replaced by its number.
    const [place] = [value].flat();
    return place === undefined ? 'empty' : { place: Number(place), pointer: from };
  };
  const argument = read(Object.hasOwn(args, name) ? args[name] : null, pointerTo(pointer, 'arguments', name));
  const usual = read(preset, pointerTo(at, 'default'));
  const given = argument ?? usual;
  if (given === null && required) throw invalid(`The parameter "${name}" needs a value.`, { pointer: at });
  const written = [argument, usual].filter((one) => one !== null && one !== 'empty');
  return { name, type, isMany, given, written };
}
