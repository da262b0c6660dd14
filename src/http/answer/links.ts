// The one place that makes URLs.
import type { SchemaAddresses } from '../../app/read/documents.ts';
import type { RecordAddresses } from '../../query/compile/records.ts';

export interface Links extends SchemaAddresses, RecordAddresses {
  schema(): string;
  login(): string;
}

/** RFC 3986's unreserved characters stay; everything else is percent-encoded. */
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
    logout: () => `${base}/api/logout`,
    mode: () => `${database}/mode`,
    query: () => `${database}/uni-grid-request`,
    list,
    add: (entity) => `${list(entity)}/add`,
    // The template's braces and brackets stand for themselves.
    recordTemplate: (entity, key) => `${list(entity)}/recs/[${key.map((column) => `{${column}}`).join(',')}]`,
    recordPrefix: (entity) => `${list(entity)}/recs/[`,
    bySuffix: (columns) => `?${columns.map((column) => `by=${segment(column)}`).join('&')}`,
  };
}
