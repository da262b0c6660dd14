// The parameters of a dashboard's queries: those of the same name share one value, which is in the address.
import type { Parameter, ParameterValue, QueryDocument } from '../query/document.ts';
import { setArgument } from '../query/parameters.ts';

/** One parameter per name, in the order of the tiles. */
export function sharedParameters(
  queries: readonly Pick<QueryDocument, 'parameters'>[],
): readonly Parameter[] {
  const shared = new Map<string, Parameter>();
  for (const { parameters = [] } of queries) {
    for (const parameter of parameters) {
      if (!shared.has(parameter.name)) shared.set(parameter.name, parameter);
    }
  }
  return [...shared.values()];
}

function readValue(texts: readonly string[], { many, type }: Parameter): ParameterValue | undefined {
  const [first] = texts;
  if (first === undefined) return undefined;
  if (many) return texts;
  return type === 'boolean' ? first === 'true' : first;
}

/** The value of a parameter in the address. */
export function givenValue(given: string, parameter: Parameter): ParameterValue | undefined {
  return readValue(new URLSearchParams(given).getAll(parameter.name), parameter);
}

/** All parameter values in the address, by name. */
export function givenArguments(parameters: readonly Parameter[], given: string): QueryDocument['arguments'] {
  const values = parameters.flatMap((parameter) => {
    const value = givenValue(given, parameter);
    return value === undefined ? [] : [[parameter.name, value] as const];
  });
  return values.length === 0 ? undefined : Object.fromEntries(values);
}

/** Sets a value in the address; undefined removes it. */
export function withParameterValue(given: string, name: string, value: ParameterValue | undefined): string {
  const next = new URLSearchParams(given);
  next.delete(name);
  const values = value === undefined ? [] : typeof value === 'object' ? value : [value];
  for (const one of values) next.append(name, String(one));
  return next.toString();
}

/** A tile's query with the address's values for its own parameters. */
export function withArguments(doc: QueryDocument, given: string): QueryDocument {
  return (doc.parameters ?? []).reduce((next, parameter) => {
    const value = givenValue(given, parameter);
    return value === undefined ? next : setArgument(next, parameter.name, value);
  }, doc);
}
