// Validates input with the contract's schemas.
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifyValidationResult } from 'fastify/types/schema.js';
import { LazySchema } from './schemas.ts';

type Check = (sent: unknown) => { readonly value: unknown } | { readonly error: Error };

/**
 * Fastify's validator, turning validation issues into problems. Only the first request waits for the schema to load.
 */
export const validatorCompiler: FastifySchemaCompiler<LazySchema> = ({ schema, httpPart }) => {
  let check: Check | undefined;
  return (sent: unknown) => {
    if (check) return check(sent);
    const passed = loadCheck(schema, httpPart === 'body' ? 'body' : 'parameters').then((loaded) => {
      check = loaded;
      const result = check(sent);
      // An asynchronous validator can only pass or fail, not change the value; no schema changes it.
      if ('error' in result) throw result.error;
      return true;
    });
    // The framework accepts any promise, but its types require a brand.
    return passed as unknown as ReturnType<FastifyValidationResult>;
  };
};

async function loadCheck(lazy: LazySchema, place: 'body' | 'parameters'): Promise<Check> {
  const [schema, { problemOf }] = await Promise.all([lazy.load(), import('../../contract/issues.ts')]);
  return (sent) => {
    const result = schema.safeParse(sent);
    return result.success ? { value: result.data } : { error: problemOf(result.error.issues, sent, place) };
  };
}

/** For routes that read the body themselves: their schema only documents it. */
export const readsOwnBody = {
  validatorCompiler(part: Parameters<FastifySchemaCompiler<unknown>>[0]): FastifyValidationResult {
    const { schema, httpPart } = part;
    const isRead = httpPart !== 'body' && schema instanceof LazySchema;
    return isRead ? validatorCompiler({ ...part, schema }) : () => true;
  },
};

function replaced(): never {
  throw new Error('the compilers of a server are set before anything is compiled');
}

/** Replaces the framework's own compilers, which are large to load. */
export const noCompilers = { compilersFactory: { buildValidator: replaced, buildSerializer: replaced } };
