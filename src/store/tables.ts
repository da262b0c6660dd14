// The tables of the state store, as Kysely knows them. Times are milliseconds since 1970; booleans are 0 or 1.

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

export interface StoreTables {
  leases: LeaseTable;
  migrations: MigrationTable;
  secrets: SecretTable;
  sessions: SessionTable;
  attempts: AttemptTable;
  preferences: PreferenceTable;
}

export type TableName = keyof StoreTables;

/** Every table. No alias in a statement may be called like one of them. */
export const tableNames: Readonly<Record<TableName, true>> = {
  leases: true,
  migrations: true,
  secrets: true,
  sessions: true,
  attempts: true,
  preferences: true,
};

/** The tables that `Store.row` reads, each with the column that is its key. */
export const keyColumns = { sessions: 'digest' } as const satisfies Partial<Record<TableName, string>>;

export type KeyedTable = keyof typeof keyColumns;
