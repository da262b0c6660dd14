// The Access room: who may see and change what.
import type { AuditAction } from '../../../src/contract/audit-actions.ts';
import type { Action } from '../../../src/contract/policy.ts';
import type { AccessPart } from '../../state/addresses.ts';

const parts: Record<AccessPart, string> = {
  roles: 'Roles',
  users: 'Users',
  versions: 'Versions',
  audit: 'Audit log',
};

const actions: Record<Action, string> = {
  read: 'Read',
  insert: 'Add records',
  update: 'Change records',
  delete: 'Delete records',
};

const letters: Record<Action, string> = { read: 'R', insert: 'A', update: 'C', delete: 'D' };

const auditKinds: Record<AuditAction, string> = {
  read: 'Read',
  export: 'Export',
  write: 'Change',
  login: 'Login',
  'login-refused': 'Login refused',
  logout: 'Logout',
  policy: 'Policy',
};

export const access = {
  title: 'Access',
  part: 'What this page shows',
  parts,
  onlyAdmins: 'This page is for admins',
  onlyAdminsHint: 'People with the role “admin” decide who can see what. Ask one of them.',

  inFile: (file: string) => `The policy is stored in the file ${file}.`,
  inFileHint:
    'Edit and save the file: changes take effect within seconds. This page shows the policy but cannot change it.',
  none: 'There is no policy yet: everyone who can log in sees everything.',
  noneHint:
    'Create a role, choose what it can read, and assign it to users. Once the first policy is applied, nothing is visible unless it is granted. Keep the role “admin” for yourself.',
  grid: 'Roles and their rights on entities',
  search: 'Find a role or an entity',
  nothingFound: (text: string) => `No role or entity matches “${text}”.`,
  role: 'Role',
  entity: 'Entity',
  everyEntity: 'All other entities',
  everyHint: 'Applies to every entity that the role does not name.',
  actions,
  letters,
  legend:
    'R read · A add · C change · D delete. Filled: everything. Outlined: some rows or fields. Grey outline: same as for all other entities.',
  cell: (role: string, entity: string, rights: string) => `${role} on ${entity}: ${rights}`,
  reach: {
    none: (action: string) => `${action}: not at all`,
    some: (action: string) => `${action}: some`,
    all: (action: string) => `${action}: all`,
  },
  cut: (entities: number, allEntities: number, roles: number, allRoles: number) =>
    `${entities} of ${allEntities} entities and ${roles} of ${allRoles} roles are shown.`,
  showMore: 'Show more',
  newRole: 'New role',
  newRoleName: 'Name of the role',
  roleThere: 'A role with this name already exists.',
  deleteRole: (role: string) => `Delete the role “${role}”`,

  grantOf: (role: string, entity: string) => `${role} on ${entity}`,
  inherited: 'This role does not name this entity, so the rights on all other entities apply:',
  nothingForAll: 'Nothing is granted on all other entities, so this role cannot see them.',
  giveOwn: 'Set rights for this entity',
  asOthers: 'same as for all other entities',
  asOthersAgain: 'Use the rights on all other entities',
  takeAll: 'Remove these rights',
  noRights: 'named, without rights',
  whichFields: 'Fields',
  fieldChoices: { all: 'All fields', but: 'All fields but…', only: 'Only…' },
  whichRows: 'Rows',
  afterwards: 'Afterwards, the record must satisfy',
  cannotCompare:
    'A policy can compare a field of a related record with a value or the user, not with another record’s field.',
  notAtAll: 'not at all',
  everything: 'everything',
  allFieldsBut: 'all fields but',
  onlyFields: 'only',
  whereRows: 'where',
  on: 'on',
  nothing: 'nothing',
  roleAdded: 'New role',
  roleRemoved: 'Role deleted',
  rolesOf: 'roles',
  attributesOf: 'user attributes',

  edited: (changes: number) =>
    changes === 1 ? '1 change, not applied yet' : `${changes} changes, not applied yet`,
  review: 'Review and apply',
  discard: 'Discard',
  discarded: 'Changes discarded.',
  reviewTitle: 'What changes for users',
  sameAgain: 'Nothing changes: the edits cancel each other out.',
  note: 'Note for the list of versions',
  apply: 'Apply',
  applied: 'Applied. It takes effect now, for open sessions too.',
  wrong: (problems: number) => (problems === 1 ? 'There is a problem:' : `There are ${problems} problems:`),
  changedMeanwhile:
    'Somebody else has since changed the policy. Discard your changes to see theirs, then make yours again.',

  versionsHint: 'Each change to the policy is a version. You can restore any of them.',
  noVersions: 'There are no versions',
  noVersionsHint: 'A policy stored in a file has its history wherever that file is kept.',
  version: (version: number) => `Version ${version}`,
  inForce: 'in force',
  by: (author: string) => `by ${author}`,
  against: 'What restoring it would change',
  asInForce: 'It is the same as the version in force.',
  restore: 'Restore this version',
  restoreFirst: 'Apply or discard your changes first.',
  restored: (version: number) => `Version ${version} is in force again.`,
  moreVersions: 'Earlier versions',

  sightOf: (column: string, entity: string) => `Who can see ${column} of ${entity}`,
  sightRoles: 'Roles that grant it',
  sightUsers: 'Users who have one of them',
  nobodySees: 'No role grants it, so nobody can see it.',
  noUsers: 'No user has one of these roles.',
  rowsOf: { all: 'in all rows', some: 'in some rows', none: 'in no rows' },
  missing: (attributes: string) => `not set for this user: ${attributes}`,
  whoSees: 'Who can see this…',

  users: {
    hint: 'The roles of each user, and the attributes that conditions can compare with.',
    roles: 'Roles',
    attributes: 'User attributes',
    unknown: 'cannot log in',
    attribute: 'Name',
    value: 'Value',
    valueHint: 'A number, a text, or several with “;” between them',
    addAttribute: 'Add',
    removeAttribute: (name: string) => `Remove ${name}`,
    search: 'Find a user',
    addRole: 'Add a role',
    removeRole: (role: string) => `Remove the role “${role}”`,
    more: 'More users',
    byProvider: 'Roles and attributes from the identity provider are added to these.',
  },

  why: 'Why?',
  whyEmpty: 'Why is this empty?',
  reallyEmpty: 'This user can see it: it has no value.',
  locked: 'Fields that this user cannot see',
  whyField: (field: string) => `${field}: why?`,

  audit: {
    hint: 'Who asked for what, latest first. It contains names, entities and row counts, never values.',
    user: 'User',
    anyUser: 'User name',
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
    none: 'No matching entries',
    noneHint: 'Choose another user or kind, or try again later.',
    more: 'Earlier entries',
    again: 'Refresh',
  },
};
