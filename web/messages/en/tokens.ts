// Tokens for programs, and the choice of a user for the view of another user.
import { list } from '../format.ts';

export const tokens = {
  hint: 'A program asks with a token in place of your password. It has no more rights than you have, ends by itself, and dies with your user.',
  make: 'Make a token',
  name: 'What it is for',
  nameHint: 'For example: nightly report',
  lasts: 'It ends',
  lifetimes: (days: number) =>
    days === 365 ? 'after a year' : days === 1 ? 'after a day' : `after ${days} days`,
  ownDate: 'on a day of your choice',
  day: 'Day on which it ends',
  roles: 'Roles that it has',
  rolesHint: 'Fewer roles, fewer rights: choose only what the program needs.',
  noRole: 'Choose at least one role.',
  readOnly: 'It can only read',
  readOnlyHint: 'Nothing can be changed with it.',
  made: (name: string) => `The token “${name}” is made`,
  madeHint: 'Copy it now. It is shown this once; the service keeps only a fingerprint of it.',
  done: 'I have copied it',
  none: 'You have no tokens',
  noneHint: 'Make one for each program, so that each can be ended by itself.',
  listed: 'Your tokens',
  columns: { name: 'For', rights: 'Rights', expires: 'Ends', lastUse: 'Last used', act: 'End it' },
  rightsOf: (roles: readonly string[], readOnly: boolean) =>
    [roles.length > 0 ? list(roles) : 'yours', ...(readOnly ? ['only reads'] : [])].join(' · '),
  ended: 'has ended',
  neverUsed: 'never',
  end: 'End',
  endOf: (name: string) => `End the token “${name}”`,
  endQuestion: (name: string) => `End the token “${name}”?`,
  endHint: 'Whatever program uses it is refused from this moment on. That cannot be undone.',
  endedNow: (name: string) => `The token “${name}” has ended.`,

  viewHint:
    'This tab then shows everything exactly as that user sees it. Nothing can be changed, and the audit log notes both names.',
  user: 'User',
  ofRole: 'Somebody with the role',
  anyRole: 'A user of any role',
  begin: 'Begin',
};
