// The kinds of audit log entries.

export const auditActions = [
  'read',
  'export',
  'write',
  'login',
  'login-refused',
  'logout',
  'policy',
] as const;
export type AuditAction = (typeof auditActions)[number];
