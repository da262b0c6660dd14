// Turns a schema's issues into a problem that says what is wrong and what would be right.
import type { z } from 'zod';
import { inNoneOf, unknownIn } from './fields.ts';
import { isLosslessNumber, pointerTo } from './json.ts';
import { Problem } from './problem.ts';
import { didYouMean } from './suggest.ts';

type Issue = z.core.$ZodIssue;

/**
 * What was validated: a body, whose values are found by pointer, or an address, whose parameters are found by name. The
 * texts of a file are not repeated: it may be another one than was meant, with secrets.
 */
export type Place = 'body' | 'file' | 'parameters';

/** Validates a body; throws a problem that points at what is wrong. */
export function readBody<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw problemOf(result.error.issues, body, 'body');
}

export function problemOf(issues: readonly Issue[], sent: unknown, place: Place): Problem {
  const issue = mostSpecificIssue(issues);
  const number = numberAsObject(issue, sent);
  if (number !== null) return misplaced(sent, number, place, 'an object');
  if (issue.code === 'unrecognized_keys') return unknownField(issue, place);
  switch (issue.code) {
    case 'invalid_type':
      return misplaced(sent, issue.path, place, phrases[issue.expected] ?? issue.expected);
    case 'invalid_value': {
      const allowed = issue.values.map(String);
      return misplaced(sent, issue.path, place, `one of ${allowed.join(', ')}`, allowed);
    }
    case 'invalid_union': {
      const allowed = kindsOf(issue);
      if (allowed !== null)
        return misplaced(sent, issue.path, place, `one of ${allowed.join(', ')}`, allowed);
      if (issue.message !== defaultMessage) return misplaced(sent, issue.path, place, issue.message);
      return misplaced(
        sent,
        issue.path,
        place,
        areObjects(issue) ? 'an object' : 'a text, a number, true, false or null',
      );
    }
    default:
      return misplaced(sent, issue.path, place, issue.message);
  }
}

/** The library's message for a union without one of its own. */
const defaultMessage = 'Invalid input';

/** The values of a union's discriminator; null if it has none. */
function kindsOf(issue: z.core.$ZodIssueInvalidUnion): string[] | null {
  if (issue.discriminator === undefined || !('options' in issue)) return null;
  return issue.options?.map(String) ?? null;
}

/** Whether all alternatives are objects. */
function areObjects({ errors }: z.core.$ZodIssueInvalidUnion): boolean {
  return errors.flat().every((error) => error.code === 'invalid_type' && error.expected === 'object');
}

/** `wanted`: what belongs there, in words. */
function misplaced(
  sent: unknown,
  path: readonly PropertyKey[],
  place: Place,
  wanted: string,
  allowed?: readonly string[],
): Problem {
  const value = valueAt(sent, path);
  const given = place === 'file' ? describeKind(value) : describeValue(value);
  const hint = typeof value === 'string' ? didYouMean(value, allowed ?? []) : '';
  const isParameter = place === 'parameters';
  const subject = isParameter ? `The parameter "${path.map(String).join('.')}" must be` : 'Expected';
  return new Problem('malformed-request', `${subject} ${wanted}, not ${given}.${hint}`, {
    ...(isParameter ? {} : { pointer: pointerOf(path) }),
    ...(allowed === undefined ? {} : { allowed }),
  });
}

function unknownField({ keys, message, path }: z.core.$ZodIssueUnrecognizedKeys, place: Place): Problem {
  const [key = ''] = keys;
  const { name, known: allowed } = unknownIn(message);
  const hint = didYouMean(key, allowed);
  if (place === 'parameters') {
    return new Problem('malformed-request', `There is no parameter "${key}" here.${hint}`, { allowed });
  }
  if (place === 'file' && path.length === 0 && hint === '') {
    const wanted = `an object with ${allowed.join(' and ')}`;
    return new Problem('malformed-request', `Expected ${wanted}, not with other names.`, { pointer: '' });
  }
  return new Problem('malformed-request', `There is no field "${key}" in ${name}.${hint}`, {
    pointer: pointerTo(pointerOf(path), key),
    allowed,
  });
}

function pointerOf(path: readonly PropertyKey[]): string {
  return pointerTo('', ...path.map((step) => (typeof step === 'symbol' ? '' : step)));
}

/** The path to an exact number in place of an object. It is an object itself, so validation fails on its fields. */
function numberAsObject(issue: Issue, body: unknown): readonly PropertyKey[] | null {
  const steps = issue.code === 'unrecognized_keys' ? [...issue.path, ''] : issue.path;
  const prefixes = steps.map((_, i) => issue.path.slice(0, i));
  return prefixes.find((path) => isLosslessNumber(valueAt(body, path))) ?? null;
}

const phrases: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  // Anything but undefined.
  nonoptional: 'a value',
};

/** The first issue; for a union, that of the alternative most likely meant. */
function mostSpecificIssue(issues: readonly Issue[]): Issue {
  const [issue] = issues;
  if (issue === undefined) throw new Error('a failed parse has at least one issue');
  if (issue.code !== 'invalid_union') return issue;
  const [best = []] = issue.errors.toSorted((a, b) => mismatchScore(a) - mismatchScore(b));
  // If all alternatives are plain values, none says more than the union itself.
  const arePlain = issue.errors.every((errors) =>
    errors.every((error) => error.path.length === 0 && error.code !== 'unrecognized_keys'),
  );
  if (best.length === 0 || (arePlain && mismatchScore(best) > 0)) return issue;
  // A field that no alternative knows is reported before a field that the likeliest alternative lacks.
  const isStrange = issue.errors.every((errors) => errors.some(isUnknownField));
  const nested = (isStrange ? likeliestUnknownField(issue.errors, best) : null) ?? mostSpecificIssue(best);
  return { ...nested, path: [...issue.path, ...nested.path] };
}

/** The unknown field of the likeliest alternative; names all equally likely alternatives that do not know it. */
function likeliestUnknownField(alternatives: readonly Issue[][], best: readonly Issue[]): Issue | null {
  const strange = best.find(isUnknownField);
  if (strange === undefined) return null;
  const [key] = strange.keys;
  const alike = alternatives
    .filter((issues) => mismatchScore(issues) === mismatchScore(best))
    .flatMap((issues) => issues.filter(isUnknownField))
    .filter(({ keys }) => keys[0] === key);
  return { ...strange, message: inNoneOf(alike.map(({ message }) => message)) };
}

function isUnknownField(issue: Issue): issue is z.core.$ZodIssueUnrecognizedKeys {
  return issue.code === 'unrecognized_keys' && issue.path.length === 0;
}

/** How badly an alternative's outline fails to fit: wrong kind of value, unknown or missing fields. */
function mismatchScore(issues: readonly Issue[]): number {
  return issues.reduce((sum, issue) => {
    if (isUnknownField(issue)) return sum + 2;
    if (issue.path.length === 0) return sum + 3;
    return sum + (issue.code === 'invalid_type' && issue.path.length === 1 && 'input' in issue ? 1 : 0);
  }, 0);
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, step)
        ? Reflect.get(value, step)
        : undefined,
    body,
  );
}

/** Without what it says. */
function describeKind(value: unknown): string {
  if (typeof value === 'string') return 'a text';
  return typeof value === 'number' || isLosslessNumber(value) ? 'a number' : describeValue(value);
}

function describeValue(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (isLosslessNumber(value)) return shorten(value.value);
  if (Array.isArray(value)) return value.length === 0 ? 'an empty list' : 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? `"${shorten(value)}"` : String(value);
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
