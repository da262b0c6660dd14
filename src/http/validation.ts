// Reads what comes in by the contract's schemas.
import type { FastifySchemaCompiler } from 'fastify';
import type { z } from 'zod';
import { problemOf } from '../contract/issues.ts';

/** Fastify's validator: what a schema finds wrong becomes a problem. */
export const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
  return (sent: unknown) => {
    const result = schema.safeParse(sent);
    if (result.success) return { value: result.data };
    return { error: problemOf(result.error.issues, sent, httpPart === 'body' ? 'body' : 'parameters') };
  };
};
