// The tables of the state store, as Kysely knows them. Times are milliseconds since 1970; booleans are 0 or 1.
import type {
  ChangeIntentTable,
  ChangeKeyTable,
  ChangePageTable,
  ChangeRowTable,
  ChangeSetTable,
} from './change-tables.ts';
import type {
  DocumentAudienceTable,
  DocumentGramTable,
  DocumentTable,
  DocumentVersionTable,
} from './document-tables.ts';

/** A right that one process has for a while, such as to run a job. */
export interface LeaseTable {
  name: string;
  /** Null where nobody has it. */
  holder: string | null;
  /** Counts who has had it: what an earlier holder still sends can be told from it. */
  fence: number;
  until: number;
}

/** The steps that made this store what it is. */
export interface MigrationTable {
  name: string;
  at: number;
}

/** What all instances must agree on, such as the key that cursors are sealed with. */
export interface SecretTable {
  name: string;
  value: string;
}

export interface SessionTable {
  /** The SHA-256 of its id, which itself is kept nowhere. */
  digest: string;
  username: string;
  /** Made of the id and of what the user's password is checked against: another password does not give it. */
  proof: string;
  opened_at: number;
  /** Late by a little: not every request is written down. */
  used_at: number;
  /** JSON of what the identity provider said of the user; null where they logged in with a password. */
  claims: string | null;
}

/** Somebody who has come by way of the identity provider, as they were the last time. */
export interface SignedOnTable {
  username: string;
  /** Who it is at which provider, whatever they are called. */
  subject: string;
  /** JSON. */
  claims: string;
  seen_at: number;
}

/** What a sign-on was known by that has come to its end: nobody ends it twice. */
export interface UsedStateTable {
  digest: string;
  until: number;
}

/** The failed attempts of one user or from one address. */
export interface AttemptTable {
  subject: string;
  /** JSON. */
  state: string;
  /** When nothing in it counts any more. */
  until: number;
}

/** What the page of a user keeps. */
export interface PreferenceTable {
  username: string;
  /** JSON, as it was sent. */
  document: string;
  version: number;
}

/** An address under which a document is read without a login. */
export interface LinkTable {
  id: string;
  /** The SHA-256 of what the address ends with, which itself is kept nowhere. */
  digest: string;
  document: number;
  maker: string | null;
  /** JSON. */
  arguments: string;
  /** As it was given. */
  expires: string;
  ends_at: number;
  created_at: number;
}

/** What a program asks with in the place of a user. */
export interface TokenTable {
  /** The SHA-256 of the token, which itself is kept nowhere. */
  digest: string;
  id: string;
  username: string;
  name: string;
  /** JSON; null where it has all roles of its user. */
  roles: string | null;
  read_only: number;
  /** As it was given. */
  expires: string;
  ends_at: number;
  created_at: number;
  /** Late by a little; null where it was never used. */
  used_at: number | null;
}

/** Entries of the audit log that were written together. */
export interface AuditTable {
  /** The number of the last one; they count from 1 on, without gaps. */
  seq: number;
  /** When they were written. */
  at: number;
  /** As they are given out: a line of JSON for each. */
  line: string;
  /** Of the last one. */
  hash: string;
}

/** Where the audit log begins and ends. */
export interface AuditEndTable {
  log: string;
  /** The number of the oldest entry that is kept. */
  first: number;
  /** The number and the hash of the latest one. */
  last: number;
  hash: string;
}

/** A version of the policy. */
export interface PolicyVersionTable {
  /** From 1 on. */
  version: number;
  /** JSON. */
  document: string;
  note: string | null;
  author: string | null;
  updated_at: number;
}

/** Which version is in force: every request looks at it. */
export interface PolicyHeadTable {
  name: string;
  version: number;
}

/** What was last seen of the schema under the policy in force. */
export interface PolicySightingTable {
  name: string;
  /** Which policy it was. */
  edition: string;
  /** JSON. */
  sighting: string;
}

/** A question of an assistant. */
export interface AskedTable {
  /** The beginning of a SHA-256 of who asks what. */
  id: string;
  /** In whose name; null where the service has no users. */
  username: string | null;
  at: number;
  times: number;
  tool: string;
  /** In words. */
  said: string;
  /** JSON of the query; null where it was none. */
  document: string | null;
  /** Where the page shows it. */
  place: string | null;
  row_count: number | null;
  /** The name of a problem. */
  problem: string | null;
}

/** Changes that an assistant proposes. */
export interface ProposalTable {
  id: string;
  username: string | null;
  at: number;
  /** JSON. */
  body: string;
}

/** Where the primary of several hosts was when somebody had last changed something there. */
export interface LastWriteTable {
  writer: string;
  /** In the words of the engine; null where it is not known. */
  position: string | null;
}

/** What people said of relations that nobody declared: one row, which every request looks at. */
export interface RelationDecisionTable {
  name: string;
  version: number;
  /** JSON: the decisions by the id of their relation. */
  document: string;
}

export interface StoreTables {
  leases: LeaseTable;
  migrations: MigrationTable;
  secrets: SecretTable;
  sessions: SessionTable;
  signed_on: SignedOnTable;
  used_states: UsedStateTable;
  attempts: AttemptTable;
  preferences: PreferenceTable;
  documents: DocumentTable;
  document_versions: DocumentVersionTable;
  document_audiences: DocumentAudienceTable;
  document_grams: DocumentGramTable;
  links: LinkTable;
  tokens: TokenTable;
  audit: AuditTable;
  audit_ends: AuditEndTable;
  policy_versions: PolicyVersionTable;
  policy_heads: PolicyHeadTable;
  policy_sightings: PolicySightingTable;
  change_sets: ChangeSetTable;
  change_rows: ChangeRowTable;
  asked: AskedTable;
  proposals: ProposalTable;
  last_writes: LastWriteTable;
  relation_decisions: RelationDecisionTable;
  change_pages: ChangePageTable;
  change_intents: ChangeIntentTable;
  change_keys: ChangeKeyTable;
}

export type TableName = keyof StoreTables;

/** Every table. No alias in a statement may be called like one of them. */
export const tableNames: Readonly<Record<TableName, true>> = {
  leases: true,
  migrations: true,
  secrets: true,
  sessions: true,
  signed_on: true,
  used_states: true,
  attempts: true,
  preferences: true,
  documents: true,
  document_versions: true,
  document_audiences: true,
  document_grams: true,
  links: true,
  tokens: true,
  audit: true,
  audit_ends: true,
  policy_versions: true,
  policy_heads: true,
  policy_sightings: true,
  change_sets: true,
  change_rows: true,
  asked: true,
  proposals: true,
  last_writes: true,
  relation_decisions: true,
  change_pages: true,
  change_intents: true,
  change_keys: true,
};

/** The tables that `Store.row` reads, each with the column that is its key. */
export const keyColumns = {
  sessions: 'digest',
  tokens: 'digest',
  links: 'digest',
  policy_heads: 'name',
  last_writes: 'writer',
  relation_decisions: 'name',
} as const satisfies Partial<Record<TableName, string>>;

export type KeyedTable = keyof typeof keyColumns;

// The record has no other keys.
export const keyedTables = Object.keys(keyColumns) as KeyedTable[];
