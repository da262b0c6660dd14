// The functions of computed fields, as described to clients.
import { z } from 'zod';

const argumentTypes = ['number', 'integer', 'text', 'moment', 'any', 'unit', 'type'] as const;
export type FunctionArgumentType = (typeof argumentTypes)[number];

export const FunctionInfo = z.object({
  name: z.string(),
  args: z.array(
    z.object({
      name: z.string(),
      type: z
        .enum(argumentTypes)
        .describe(
          'text: every type by the text that an answer shows; unit, type: one of `allowed`, as {value}',
        ),
      optional: z.boolean(),
      repeated: z.boolean().describe('May be given any number of times more'),
      allowed: z.array(z.string()).optional(),
    }),
  ),
  result: z
    .string()
    .describe('The type of the result: one of MODE, or `number`, `same` as the arguments, `named` by one'),
  phrase: z.string().describe('What it gives, in words'),
});
export type FunctionInfo = z.infer<typeof FunctionInfo>;

export const FunctionList = z.array(FunctionInfo);
