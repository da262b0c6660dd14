// Tokens for programs, the choice of a user for the view of another user, and the logout.
import { list } from '../format.ts';

export const tokens = {
  hint: 'A program uses a token in place of your password. It has no more rights than you have, expires by itself, and stops working when your user is removed.',
  make: 'Create a token',
  name: 'What it is for',
  nameHint: 'For example: nightly report',
  lasts: 'Expires',
  lifetimes: (days: number) =>
    days === 365 ? 'after a year' : days === 1 ? 'after a day' : `after ${days} days`,
  ownDate: 'on a date you choose',
  day: 'Expiry date',
  roles: 'Roles of the token',
  rolesHint: 'Fewer roles, fewer rights: choose only what the program needs.',
  noRole: 'Choose at least one role.',
  readOnly: 'Read-only',
  readOnlyHint: 'Nothing can be changed with it.',
  made: (name: string) => `The token “${name}” was created`,
  madeHint: 'Copy it now. It is shown only once; the service keeps only a fingerprint of it.',
  done: 'I have copied it',
  none: 'You have no tokens',
  noneHint: 'Create one for each program, so that each can be revoked separately.',
  listed: 'Your tokens',
  columns: { name: 'For', rights: 'Rights', expires: 'Expires', lastUse: 'Last used', act: 'Revoke' },
  rightsOf: (roles: readonly string[], readOnly: boolean) =>
    [roles.length > 0 ? list(roles) : 'yours', ...(readOnly ? ['read-only'] : [])].join(' · '),
  ended: 'expired',
  neverUsed: 'never',
  end: 'Revoke',
  endOf: (name: string) => `Revoke the token “${name}”`,
  endQuestion: (name: string) => `Revoke the token “${name}”?`,
  endHint: 'Any program that uses it is refused from now on. This cannot be undone.',
  endedNow: (name: string) => `The token “${name}” was revoked.`,

  logoutTitle: 'Log out and lose your changes?',
  logoutHint: 'You have changes that are not saved yet. They are discarded when you log out.',
  stay: 'Stay logged in',

  viewHint:
    'This tab then shows everything exactly as that user sees it. Nothing can be changed, and the audit log records both names.',
  user: 'User',
  ofRole: 'Somebody with the role',
  anyRole: 'A user of any role',
  begin: 'Begin',
};
