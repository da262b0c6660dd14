// The tables of saved queries and dashboards. Times are milliseconds since 1970.

/** A saved query or a dashboard in its current version. */
export interface DocumentTable {
  /** Random. */
  id: number;
  kind: string;
  /** Null if it was deleted. */
  slug: string | null;
  /** The slug, kept after deletion. */
  last_slug: string;
  /** Null if the service had no users: it belongs to everybody. */
  owner: string | null;
  /** JSON. */
  visibility: string;
  version: number;
  updated_at: number;
  deleted_at: number | null;
  /** The size of the content. */
  bytes: number;
  /** The searchable text. */
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

/** The audiences of a document, in the order of lists. */
export interface DocumentAudienceTable {
  document: number;
  audience: string;
  kind: string;
  updated_at: number;
}

/** The n-grams of the searchable text, as numbers. */
export interface DocumentGramTable {
  gram: number;
  document: number;
}
