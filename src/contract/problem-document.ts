// The wire shape of an error answer, for the documentation of the API.
import { z } from 'zod';
import type { ProblemDocument } from './problem.ts';

export const ProblemDocumentSchema: z.ZodType<ProblemDocument> = z
  .object({
    type: z.string().describe('urn:joinery:problem:<name>; the name is stable'),
    title: z.string(),
    status: z.int(),
    detail: z.string().describe('What is wrong here, in one sentence'),
    code: z.int().describe('The same as status'),
    error: z.string().describe('The same as detail'),
    pointer: z.string().exactOptional().describe('JSON Pointer to the value at fault in the body'),
    allowed: z.array(z.string()).exactOptional().describe('What would have been right'),
  })
  .meta({ id: 'Problem' });
