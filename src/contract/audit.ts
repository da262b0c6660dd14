// The audit log: who did what, each entry chained to the one before it. No values of cells or conditions.
import { z } from 'zod';

export const auditActions = ['read', 'export', 'write', 'login', 'logout', 'policy'] as const;
export type AuditAction = (typeof auditActions)[number];

/** The members in the order of the line; `as` only where an admin looked as another user. */
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
