// The parameters of the queries of a dashboard: those of one name are one, and its value stands in the address.
import type { Parameter, ParameterValue, QueryDocument } from '../query/document.ts';
import { setArgument } from '../query/parameters.ts';

/** One of each name, in the order in which the tiles ask for them. */
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

/** The value that the address gives for a parameter. */
export function givenValue(given: string, parameter: Parameter): ParameterValue | undefined {
  return readValue(new URLSearchParams(given).getAll(parameter.name), parameter);
}

/** All values that the address gives, by the names of the parameters. */
export function settled(parameters: readonly Parameter[], given: string): QueryDocument['arguments'] {
  const values = parameters.flatMap((parameter) => {
    const value = givenValue(given, parameter);
    return value === undefined ? [] : [[parameter.name, value] as const];
  });
  return values.length === 0 ? undefined : Object.fromEntries(values);
}

/** The address with another value; undefined takes it away. */
export function withGiven(given: string, name: string, value: ParameterValue | undefined): string {
  const next = new URLSearchParams(given);
  next.delete(name);
  const values = value === undefined ? [] : typeof value === 'object' ? value : [value];
  for (const one of values) next.append(name, String(one));
  return next.toString();
}

/** The query of a tile with the values that the address gives for its own parameters. */
export function withArguments(doc: QueryDocument, given: string): QueryDocument {
  return (doc.parameters ?? []).reduce((next, parameter) => {
    const value = givenValue(given, parameter);
    return value === undefined ? next : setArgument(next, parameter.name, value);
  }, doc);
}
