// From what a schema finds wrong to a problem that points at it.
import type { FastifySchemaCompiler } from 'fastify';
import { z } from 'zod';
import { pointerTo } from '../contract/json.ts';
import { Problem } from '../contract/problem.ts';

type Issue = z.core.$ZodIssue;

/** Fastify's validator: the contract's schemas, with problems for answers. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (data: unknown) => {
    const result = schema.safeParse(data);
    if (result.success) return { value: result.data };
    return { error: problemFromIssues(result.error.issues, schema, httpPart === 'body') };
  };
};

/** The first issue is told; `inBody` gives it a pointer. */
export function problemFromIssues(issues: readonly Issue[], schema: z.ZodType, inBody: boolean): Problem {
  const issue = innermost(issues[0]);
  if (issue === undefined) return new Problem('malformed-request', 'The request cannot be read.');
  const unknownKey = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined;
  const path = unknownKey === undefined ? issue.path : [...issue.path, unknownKey];
  const allowed = allowedValues(issue, schema);
  const what = path.length === 0 ? 'The body' : `"${path.map(String).join('.')}"`;
  return new Problem(
    'malformed-request',
    unknownKey === undefined ? `${what}: ${issue.message}.` : `${what} is not known here.`,
    {
      ...(inBody ? { pointer: pointerTo('', ...path.map(String)) } : {}),
      ...(allowed === undefined ? {} : { allowed }),
    },
  );
}

/** Of the branches of a union, the one that came furthest tells most. */
function innermost(issue: Issue | undefined): Issue | undefined {
  if (issue?.code !== 'invalid_union') return issue;
  const inner = issue.errors.flatMap((branch) => innermost(branch[0]) ?? []);
  const [deepest] = inner.toSorted((a, b) => b.path.length - a.path.length);
  return deepest === undefined || deepest.path.length === 0
    ? issue
    : { ...deepest, path: [...issue.path, ...deepest.path] };
}

function allowedValues(issue: Issue, schema: z.ZodType): string[] | undefined {
  if (issue.code === 'invalid_value') return issue.values.map(String);
  if (issue.code === 'unrecognized_keys' && issue.path.length === 0 && schema instanceof z.ZodObject) {
    return Object.keys(schema.shape);
  }
  return undefined;
}
