// The kinds of entries that the audit log has.

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
