// Explains a user's access: the question and the answer.
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

export const AccessUsers = z
  .strictObject({
    users: z.array(
      z.strictObject({
        name: z.string(),
        roles: z.array(z.string()),
        attributes: z.record(z.string(), z.unknown()),
        known: z.boolean().describe('Whether they can log in; the policy may also name others'),
      }),
    ),
  })
  .meta({ id: 'AccessUsers' });
export type AccessUsers = z.infer<typeof AccessUsers>;

export const WhoQuery = z.strictObject({
  entity: z.string(),
  action: z.enum(actions).optional().describe('Default: read'),
  column: z.string().optional(),
});
export type WhoQuery = z.infer<typeof WhoQuery>;

export const Who = z
  .strictObject({
    roles: z
      .array(
        z.strictObject({
          role: z.string(),
          rows: z.enum(['all', 'some']).describe('Of which rows it gives it'),
        }),
      )
      .describe('The roles that give it'),
    users: z
      .array(
        z.strictObject({
          name: z.string(),
          roles: z.array(z.string()).describe('Which of their roles give it'),
          rows: z.enum(['all', 'some', 'none']).describe('none: attributes are missing'),
          missing: z.array(z.string()).describe('Attributes that these roles need and the user has not'),
        }),
      )
      .describe('The users who have one of them'),
  })
  .meta({ id: 'Who' });
export type Who = z.infer<typeof Who>;
