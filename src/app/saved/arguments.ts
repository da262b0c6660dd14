// Turns the query string of a saved query's rows into the page and the parameters' values.
import type { Parameter, ParameterValue } from '../../contract/grid.ts';
import { LosslessNumber } from '../../contract/json.ts';
import { Problem } from '../../contract/problem.ts';
import { didYouMean } from '../../contract/suggest.ts';
import { literalOf } from '../../query/literals.ts';
import { isOfType } from '../../query/parameter-types.ts';

/** Names of the page's own parameters, which a saved query cannot use. */
export const pageNames = ['limit', 'offset'] as const;
type PageName = (typeof pageNames)[number];

export interface RequestedArguments {
  readonly page: Readonly<Partial<Record<PageName, LosslessNumber>>>;
  readonly values: Readonly<Record<string, ParameterValue>>;
}

/** A parsed query string: a repeated name has a list. */
export type QueryString = Readonly<Record<string, string | readonly string[] | undefined>>;

/** `preset`: the values in the saved document. */
export function readArguments(
  sent: QueryString,
  parameters: readonly Parameter[],
  preset: Readonly<Record<string, ParameterValue>>,
): RequestedArguments {
  const declared = new Map(parameters.map((parameter) => [parameter.name, parameter]));
  const page: Partial<Record<PageName, LosslessNumber>> = {};
  const values = new Map<string, ParameterValue>();
  for (const [name, given] of Object.entries(sent)) {
    const texts = given === undefined ? [] : [given].flat();
    if (isPageName(name)) {
      page[name] = wholeNumber(name, texts);
      continue;
    }
    const parameter = declared.get(name);
    if (parameter === undefined) throw unknownName(name, [...declared.keys(), ...pageNames]);
    values.set(name, valueFor(parameter, texts));
  }
  for (const { name, required, default: standard } of parameters) {
    const isThere =
      values.has(name) || (standard ?? (Object.hasOwn(preset, name) ? preset[name] : null)) !== null;
    if (required && !isThere) throw malformed(name, `The parameter "${name}" needs a value.`);
  }
  // Object.fromEntries makes own properties even of names like `__proto__`.
  return { page, values: Object.fromEntries(values) };
}

export function isPageName(name: string): name is PageName {
  return pageNames.some((own) => own === name);
}

function wholeNumber(name: string, texts: readonly string[]): LosslessNumber {
  const text = single(name, texts);
  if (/^\d{1,18}$/.test(text)) return new LosslessNumber(BigInt(text).toString());
  throw malformed(
    name,
    `The parameter "${name}" must be a whole number that is not negative, not "${truncated(text)}".`,
  );
}

function valueFor({ name, type, many = false }: Parameter, texts: readonly string[]): ParameterValue {
  const given = many ? texts : [single(name, texts)];
  const values = given.map((text) => {
    const value = type === 'boolean' && /^(true|false)$/i.test(text) ? text.toLowerCase() === 'true' : text;
    if (isOfType(type, literalOf(value))) return value;
    throw malformed(
      name,
      `The parameter "${name}" is of type ${type}, and "${truncated(text)}" is no such value.`,
    );
  });
  return many ? values : (values[0] ?? null);
}

function single(name: string, texts: readonly string[]): string {
  const [text, ...more] = texts;
  if (text !== undefined && more.length === 0) return text;
  throw malformed(name, `The parameter "${name}" takes one value, and here it stands ${texts.length} times.`);
}

function unknownName(name: string, allowed: readonly string[]): Problem {
  const hint = didYouMean(name, allowed);
  return new Problem('malformed-request', `There is no parameter "${truncated(name)}" here.${hint}`, {
    allowed,
    parameter: name,
  });
}

function malformed(parameter: string, sentence: string): Problem {
  return new Problem('malformed-request', sentence, { parameter });
}

function truncated(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
