// The Access room: who may see and change what.
import type { AuditAction } from '../../../src/contract/audit-actions.ts';
import type { AccessPart } from '../../state/addresses.ts';

const parts: Record<AccessPart, string> = { roles: 'Roles', versions: 'Versions', audit: 'Audit log' };

const auditKinds: Record<AuditAction, string> = {
  read: 'Read',
  export: 'Export',
  write: 'Change',
  login: 'Login',
  logout: 'Logout',
  policy: 'Policy',
};

export const access = {
  title: 'Access',
  part: 'What this room shows',
  parts,
  onlyAdmins: 'This room is for admins',
  onlyAdminsHint: 'Who may see what is decided by people with the role “admin”. Ask one of them.',

  audit: {
    hint: 'Who asked for what, the latest first. It holds names, entities and numbers of rows, never values.',
    user: 'User',
    anyUser: 'Name of a user',
    kind: 'Kind',
    allKinds: 'All kinds',
    kinds: auditKinds,
    columns: {
      at: 'When',
      user: 'Who',
      action: 'Kind',
      entities: 'Entities',
      rows: 'Rows',
      address: 'From',
    },
    asUser: (user: string, as: string) => `${user} as ${as}`,
    nobody: 'the service',
    byToken: 'by token',
    none: 'No entry fits',
    noneHint: 'Take another user or another kind, or look again later.',
    more: 'Earlier entries',
    again: 'Look again',
  },
};
