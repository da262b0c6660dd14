// The explain endpoint's answer: what a query becomes.
import { z } from 'zod';

export const Explanation = z
  .object({
    sql: z.string().describe('The statement of the page'),
    parameters: z
      .array(z.union([z.string(), z.number(), z.boolean(), z.null()]))
      .describe('The values bound to it, in order'),
    plan: z.string().describe('How the engine would go about it, in its own words'),
    estimate: z.int().nullable().describe('How many rows the engine expects; null where it does not tell'),
  })
  .meta({ id: 'Explanation' });
export type Explanation = z.infer<typeof Explanation>;
