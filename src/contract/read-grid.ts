// From a parsed body to a query document, or to a problem that points at the value at fault.
import type { z } from 'zod';
import { GridRequest, knownFields, WrappedGridRequest } from './grid.ts';
import { isLosslessNumber, pointerTo } from './json.ts';
import { Problem } from './problem.ts';
import { didYouMean } from './suggest.ts';

export interface ReadGridRequest {
  readonly request: GridRequest;
  /** Where the request stands in the body as sent: `/unigrid`, or nothing. */
  readonly pointer: string;
}

/** Numbers that a double cannot hold come as LosslessNumber. */
export function readGridRequest(body: unknown): ReadGridRequest {
  const wrapped = typeof body === 'object' && body !== null && Object.hasOwn(body, 'unigrid');
  if (wrapped) return { request: read(WrappedGridRequest, body).unigrid, pointer: '/unigrid' };
  return { request: read(GridRequest, body), pointer: '' };
}

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw problemOf(result.error.issues, body);
}

type Issue = z.core.$ZodIssue;

function problemOf(issues: readonly Issue[], body: unknown): Problem {
  const issue = deepest(issues);
  const pointer = pointerOf(issue.path);
  const number = numberAsObject(issue, body);
  if (number !== null) {
    const given = inWords(valueAt(body, number));
    return new Problem('malformed-request', `Here belongs an object, not ${given}.`, {
      pointer: pointerOf(number),
    });
  }
  if (issue.code === 'unrecognized_keys') {
    const [key = ''] = issue.keys;
    const allowed = knownFields.get(issue.message) ?? [];
    const sentence = `There is no field "${key}" in ${issue.message}.${didYouMean(key, allowed)}`;
    return new Problem('malformed-request', sentence, { pointer: pointerTo(pointer, key), allowed });
  }
  const given = inWords(valueAt(body, issue.path));
  switch (issue.code) {
    case 'invalid_type':
      return new Problem(
        'malformed-request',
        `Here belongs ${phrases[issue.expected] ?? issue.expected}, not ${given}.`,
        { pointer },
      );
    case 'invalid_value': {
      const allowed = issue.values.map(String);
      const value = valueAt(body, issue.path);
      const hint = typeof value === 'string' ? didYouMean(value, allowed) : '';
      return new Problem(
        'malformed-request',
        `Here belongs one of ${allowed.join(', ')}, not ${given}.${hint}`,
        { pointer, allowed },
      );
    }
    case 'invalid_union':
      return new Problem(
        'malformed-request',
        `Here belongs a text, a number, true, false or null, not ${given}.`,
        { pointer },
      );
    default:
      return new Problem('malformed-request', `Here belongs ${issue.message}, not ${given}.`, { pointer });
  }
}

function pointerOf(path: readonly PropertyKey[]): string {
  return pointerTo('', ...path.map((step) => (typeof step === 'symbol' ? '' : step)));
}

/** An exact number is itself an object, so one in an object's place fails by its fields: the path to it. */
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
};

/** The first issue; within a union the one of the alternative that was most likely meant. */
function deepest(issues: readonly Issue[]): Issue {
  const [issue] = issues;
  if (issue === undefined) throw new Error('a failed parse has at least one issue');
  if (issue.code !== 'invalid_union') return issue;
  const [best] = issue.errors.toSorted((a, b) => misfit(a) - misfit(b));
  if (best === undefined || misfit(best) === 0) {
    const inner = best?.[0];
    if (inner === undefined) return issue;
    const nested = deepest(best ?? []);
    return { ...nested, path: [...issue.path, ...nested.path] };
  }
  // Alternatives of one plain value each: none of them says more than the whole.
  if (
    issue.errors.every((errors) =>
      errors.every((error) => error.path.length === 0 && error.code !== 'unrecognized_keys'),
    )
  ) {
    return issue;
  }
  const nested = deepest(best);
  return { ...nested, path: [...issue.path, ...nested.path] };
}

/** How much of the alternative's own outline is wrong: wrong kind of value, unknown or missing fields. */
function misfit(issues: readonly Issue[]): number {
  return issues.reduce((sum, issue) => {
    if (issue.code === 'unrecognized_keys' && issue.path.length === 0) return sum + 2;
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

function inWords(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (isLosslessNumber(value)) return shorten(value.value);
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string' ? `"${shorten(value)}"` : String(value);
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
