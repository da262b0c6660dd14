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
  part: 'What this room shows',
  parts,
  onlyAdmins: 'This room is for admins',
  onlyAdminsHint: 'Who may see what is decided by people with the role “admin”. Ask one of them.',

  inFile: (file: string) => `The policy stands in the file ${file}.`,
  inFileHint:
    'Change it there and save it: it holds within seconds. This room shows it, and cannot change it.',
  none: 'There is no policy yet: everybody who may log in sees everything.',
  noneHint:
    'Make a role, say what it may read, and give it to users. Once the first policy is applied, what is not granted does not exist. Keep the role “admin” for yourself.',
  grid: 'Roles and what they may do with entities',
  search: 'Find a role or an entity',
  nothingFound: (text: string) => `No role and no entity is called “${text}”.`,
  role: 'Role',
  entity: 'Entity',
  everyEntity: 'All other entities',
  everyHint: 'Holds for every entity that the role does not name.',
  actions,
  letters,
  legend:
    'R read · A add · C change · D delete. Filled: all of it. Framed: some rows or fields. Grey frame: as for all other entities.',
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
  roleThere: 'There is a role of this name already.',
  deleteRole: (role: string) => `Delete the role “${role}”`,

  grantOf: (role: string, entity: string) => `${role} on ${entity}`,
  inherited: 'Nothing is said of this entity by its name, so that it has the rights on all other entities:',
  nothingForAll: 'Nothing is said of all other entities, so that they are not there for this role.',
  giveOwn: 'Give rights of its own',
  asOthers: 'as for all other entities',
  asOthersAgain: 'As for all other entities again',
  takeAll: 'Take these rights away',
  noRights: 'named, without a right',
  whichFields: 'Fields',
  fieldChoices: { all: 'All fields', but: 'All fields but…', only: 'Only…' },
  whichRows: 'Rows',
  afterwards: 'Afterwards the record must be so that',
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
  attributesOf: 'known of the user',

  edited: (changes: number) =>
    changes === 1 ? '1 change, not applied yet' : `${changes} changes, not applied yet`,
  review: 'Review and apply',
  discard: 'Discard',
  discarded: 'The changes are discarded.',
  reviewTitle: 'What changes for people',
  sameAgain: 'Nothing changes: what was edited is as it was.',
  note: 'What it is for (for the list of versions)',
  apply: 'Apply',
  applied: 'Applied. It holds from now on, for open sessions too.',
  wrong: (problems: number) =>
    problems === 1 ? 'One thing does not fit:' : `${problems} things do not fit:`,
  changedMeanwhile:
    'Somebody else has changed the policy meanwhile. Discard your changes to see theirs, and make yours again.',

  versionsHint: 'Each change of the policy is a version. Any of them can be made the one in force again.',
  noVersions: 'There are no versions',
  noVersionsHint: 'A policy that stands in a file is kept by whatever keeps the file.',
  version: (version: number) => `Version ${version}`,
  inForce: 'in force',
  by: (author: string) => `by ${author}`,
  against: 'What it would change if it were in force again',
  asInForce: 'It says the same as the version in force.',
  restore: 'Make it the one in force',
  restoreFirst: 'Apply or discard your changes first.',
  restored: (version: number) => `Version ${version} is in force again.`,
  moreVersions: 'Earlier versions',

  sightOf: (column: string, entity: string) => `Who can see ${column} of ${entity}`,
  sightRoles: 'Roles that give it',
  sightUsers: 'Users who have one of them',
  nobodySees: 'No role gives it, so that nobody sees it.',
  noUsers: 'No user has one of these roles.',
  rowsOf: { all: 'of all rows', some: 'of some rows', none: 'of no row' },
  missing: (attributes: string) => `not known of this user: ${attributes}`,
  whoSees: 'Who can see this…',

  users: {
    hint: 'Who has which roles, and what is known of them for conditions to compare with.',
    roles: 'Roles',
    attributes: 'Known of the user',
    unknown: 'cannot log in',
    attribute: 'Name',
    value: 'Value',
    valueHint: 'A number, a text, or several with “;” between them',
    addAttribute: 'Add',
    removeAttribute: (name: string) => `Remove ${name}`,
    search: 'Find a user',
    addRole: 'Add a role',
    removeRole: (role: string) => `Take the role “${role}” away`,
    more: 'More users',
    byProvider: 'Roles and attributes of the identity provider come on top.',
  },

  why: 'Why?',
  whyEmpty: 'Why is this empty?',
  reallyEmpty: 'This user may see it: nothing is entered here.',
  locked: 'Fields that this user does not have',
  whyField: (field: string) => `${field}: why?`,

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
