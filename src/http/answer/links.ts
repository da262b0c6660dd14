// The one place that makes URLs.
import type { SchemaAddresses } from '../../app/read/documents.ts';
import type { RecordAddresses } from '../../query/compile/records.ts';

export interface Links extends SchemaAddresses, RecordAddresses {
  schema(): string;
  login(): string;
  signOn(): string;
  /** Where the identity provider redirects browsers back to. */
  signOnReturn(): string;
  queries(): string;
  dashboards(): string;
  policy(): string;
  /** The history of changes. */
  changes(): string;
  /** Undeclared keys and relations. */
  inferred(): string;
  /** The address of a shared link, which needs no login. */
  shared(secret: string): string;
}

/** Keeps RFC 3986's unreserved characters and percent-encodes everything else. */
function segment(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/** `base` has no slash at its end. */
export function linksUnder(base: string): Links {
  const database = `${base}/api/database`;
  const list = (entity: string) => `${database}/tables/${segment(entity)}`;
  return {
    base,
    schema: () => database,
    login: () => `${base}/api/login`,
    signOn: () => `${base}/api/sign-on`,
    signOnReturn: () => `${base}/sign-on`,
    queries: () => `${base}/api/queries`,
    dashboards: () => `${base}/api/dashboards`,
    policy: () => `${base}/api/policy`,
    changes: () => `${database}/changes`,
    inferred: () => `${database}/inferred`,
    shared: (secret) => `${base}/api/links/${segment(secret)}`,
    logout: () => `${base}/api/logout`,
    mode: () => `${database}/mode`,
    query: () => `${database}/uni-grid-request`,
    list,
    add: (entity) => `${list(entity)}/add`,
    // The template's braces and brackets stay literal.
    recordTemplate: (entity, key) => `${list(entity)}/recs/[${key.map((column) => `{${column}}`).join(',')}]`,
    recordPrefix: (entity) => `${list(entity)}/recs/[`,
    bySuffix: (columns) => `?${columns.map((column) => `by=${segment(column)}`).join('&')}`,
  };
}
