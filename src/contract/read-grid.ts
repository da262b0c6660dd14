// From a parsed body to a query document, or to a problem that points at the value at fault.
import type { z } from 'zod';
import { GridRequest, WrappedGridRequest } from './grid.ts';
import { problemOf } from './issues.ts';

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
  throw problemOf(result.error.issues, body, 'body');
}
