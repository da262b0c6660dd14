// The kinds of entries that the audit log has.

export const auditActions = ['read', 'export', 'write', 'login', 'logout', 'policy'] as const;
export type AuditAction = (typeof auditActions)[number];
