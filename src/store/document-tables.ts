// The tables of saved queries and dashboards. Times are milliseconds since 1970.

/** A saved query or a dashboard, as it is now. */
export interface DocumentTable {
  /** Drawn by lot. */
  id: number;
  kind: string;
  /** Null where it was deleted. */
  slug: string | null;
  /** The slug that it has, or had. */
  last_slug: string;
  /** Null where the service had no users: it belongs to everybody. */
  owner: string | null;
  /** JSON. */
  visibility: string;
  version: number;
  updated_at: number;
  deleted_at: number | null;
  /** Of the content. */
  bytes: number;
  /** What a search looks through. */
  search: string;
}

export interface DocumentVersionTable {
  document: number;
  version: number;
  /** JSON. */
  visibility: string;
  updated_at: number;
  bytes: number;
  /** JSON. */
  content: string;
}

/** Whom a document is addressed to, in the order of lists. */
export interface DocumentAudienceTable {
  document: number;
  audience: string;
  kind: string;
  updated_at: number;
}

/** Numbers of the parts of what a search looks through. */
export interface DocumentGramTable {
  gram: number;
  document: number;
}
