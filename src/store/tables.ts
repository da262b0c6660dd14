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

/** A right that one process holds for a while, such as to run a job. */
export interface LeaseTable {
  name: string;
  /** Null if nobody holds it. */
  holder: string | null;
  /** Counts the holders, so that late writes of an earlier holder can be recognised. */
  fence: number;
  until: number;
}

/** The migrations applied to this store. */
export interface MigrationTable {
  name: string;
  at: number;
}

/** What all instances must share, such as the key that seals cursors. */
export interface SecretTable {
  name: string;
  value: string;
}

export interface SessionTable {
  /** The SHA-256 of its id, which is not stored. */
  digest: string;
  username: string;
  /** Made from the id and the secret of the user's password: another password gives another proof. */
  proof: string;
  opened_at: number;
  /** Slightly late: not every request is recorded. */
  used_at: number;
  /** The identity provider's claims as JSON; null for a login with a password. */
  claims: string | null;
}

/** A user who has signed on through the identity provider, as of their last sign-on. */
export interface SignedOnTable {
  username: string;
  /** Identifies the user at their provider, whatever their name. */
  subject: string;
  /** JSON. */
  claims: string;
  seen_at: number;
}

/** The state of a completed sign-on, which cannot be used again. */
export interface UsedStateTable {
  digest: string;
  until: number;
}

/** The failed attempts of one user or one address. */
export interface AttemptTable {
  subject: string;
  /** JSON. */
  state: string;
  /** When it expires. */
  until: number;
}

/** What the page keeps for a user. */
export interface PreferenceTable {
  username: string;
  /** JSON, as sent. */
  document: string;
  version: number;
}

/** An address for reading a document without a login. */
export interface LinkTable {
  id: string;
  /** The SHA-256 of the secret at the end of the address, which is not stored. */
  digest: string;
  document: number;
  maker: string | null;
  /** JSON. */
  arguments: string;
  /** As given. */
  expires: string;
  ends_at: number;
  created_at: number;
}

/** A program's credential for acting as a user. */
export interface TokenTable {
  /** The SHA-256 of the token, which is not stored. */
  digest: string;
  id: string;
  username: string;
  name: string;
  /** JSON; null for all roles of its user. */
  roles: string | null;
  read_only: number;
  /** As given. */
  expires: string;
  ends_at: number;
  created_at: number;
  /** Slightly late; null if it was never used. */
  used_at: number | null;
}

/** Audit log entries that were written together. */
export interface AuditTable {
  /** The number of the last entry; they count from 1, without gaps. */
  seq: number;
  /** When they were written. */
  at: number;
  /** One line of JSON for each, as exported. */
  line: string;
  /** The hash of the last entry. */
  hash: string;
}

/** The first and last entries of the audit log. */
export interface AuditEndTable {
  log: string;
  /** The number of the oldest stored entry. */
  first: number;
  /** The number and hash of the latest entry. */
  last: number;
  hash: string;
}

/** A version of the policy. */
export interface PolicyVersionTable {
  /** From 1. */
  version: number;
  /** JSON. */
  document: string;
  note: string | null;
  author: string | null;
  updated_at: number;
}

/** The current version; every request looks it up. */
export interface PolicyHeadTable {
  name: string;
  version: number;
}

/** The schema as last seen under the current policy. */
export interface PolicySightingTable {
  name: string;
  /** The edition of that policy. */
  edition: string;
  /** JSON. */
  sighting: string;
}

/** An assistant's question. */
export interface AskedTable {
  /** A prefix of the SHA-256 of user and question. */
  id: string;
  /** The user; null if the service has no users. */
  username: string | null;
  at: number;
  times: number;
  tool: string;
  /** The question in words. */
  said: string;
  /** The query as JSON; null if it was none. */
  document: string | null;
  /** Where the page shows it. */
  place: string | null;
  row_count: number | null;
  /** The name of a problem. */
  problem: string | null;
}

/** Changes proposed by an assistant. */
export interface ProposalTable {
  id: string;
  username: string | null;
  at: number;
  /** JSON. */
  body: string;
}

/** The replication position of the primary after a user's last change. */
export interface LastWriteTable {
  writer: string;
  /** In the engine's format; null if unknown. */
  position: string | null;
}

/** Users' verdicts on undeclared relations: a single row, which every request looks up. */
export interface RelationDecisionTable {
  name: string;
  version: number;
  /** JSON: the verdicts by relation id. */
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

/** All tables. No alias in a statement may equal one of these names. */
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

/** The tables that `Store.row` reads, with their key columns. */
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
