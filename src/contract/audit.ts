// The audit log: who did what, each entry chained to the one before. It contains no values of cells or conditions.
import { z } from 'zod';
import { auditActions } from './audit-actions.ts';
import { fields } from './fields.ts';

/** The members in the order of the line; `as` only if an admin was viewing as another user. */
export const AuditEntry = z
  .strictObject({
    seq: z.int(),
    at: z.string(),
    user: z.string().nullable(),
    via: z.enum(['session', 'token', 'open', 'service']),
    as: z.string().optional(),
    action: z.enum(auditActions),
    entities: z.array(z.string()),
    rows: z.int().nullable(),
    address: z.string(),
    previous: z.string(),
    hash: z.string(),
  })
  .meta({ id: 'AuditEntry' });
export type AuditEntry = z.infer<typeof AuditEntry>;

/** Which entries, and from where. Without parameters it is the whole log, which can be verified as is. */
export const AuditQuery = fields('the parameters of the audit log', {
  order: z.enum(['asc', 'desc']).optional().describe('The oldest first, or the newest; default: asc'),
  user: z.string().optional().describe('Only what this user did, or what somebody did as this user'),
  action: z.enum(auditActions).optional().describe('Only entries of this kind'),
  before: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'the number of an entry')
    .optional()
    .describe('Only entries with a smaller number: the last `seq` of the page before'),
  limit: z
    .string()
    .regex(/^([1-9]\d{0,2}|1000)$/, 'a whole number from 1 to 1000')
    .optional()
    .describe('As many entries at most; default: all'),
});
export type AuditQuery = z.infer<typeof AuditQuery>;
