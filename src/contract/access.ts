// Why somebody may, or may not: the question and the answer.
import { z } from 'zod';
import { actions } from './policy.ts';

export const WhyQuery = z.strictObject({
  entity: z.string(),
  action: z.enum(actions).optional().describe('Default: read'),
  column: z.string().optional(),
  key: z.string().optional().describe('As in the address of a record, with or without brackets'),
  user: z.string().optional().describe('Somebody else: for admins'),
});
export type WhyQuery = z.infer<typeof WhyQuery>;

export const Why = z
  .strictObject({
    allowed: z.boolean(),
    reason: z.string(),
    grants: z.array(
      z.strictObject({
        role: z.string(),
        column: z
          .boolean()
          .nullable()
          .describe('Whether it gives the column; null where none is asked about'),
        row: z.boolean().nullable().describe('Whether it gives the row; null where none is asked about'),
        missing: z.array(z.string()).describe('Attributes that it needs and the user has not'),
      }),
    ),
  })
  .meta({ id: 'Why' });
export type Why = z.infer<typeof Why>;
