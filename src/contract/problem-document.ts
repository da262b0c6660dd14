// The wire format of an error answer, for the OpenAPI description.
import { z } from 'zod';
import { Conflict } from './change.ts';
import type { MissingName, ProblemDocument } from './problem.ts';

const MissingNameSchema: z.ZodType<MissingName> = z
  .strictObject({
    pointer: z.string().describe('Where it stands in the saved query'),
    name: z.string(),
    nearest: z.array(z.string()).describe('Names that it may have now, the likeliest first'),
  })
  .meta({ id: 'MissingName' });

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
    missing: z
      .array(MissingNameSchema)
      .exactOptional()
      .describe('What a saved query names and the database does not have'),
    conflicts: z
      .array(Conflict)
      .exactOptional()
      .describe('Each change of a set whose row is not as it was expected'),
    record: z.string().exactOptional().describe('The address of the record that is in the way'),
  })
  .meta({ id: 'Problem' });
