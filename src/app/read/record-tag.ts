// The ETag of a record, computed from its values alone, so that it is the same under every address of the service.
import { hash } from 'node:crypto';

/** Follows the values. After it come only addresses and link names, in which every quote is escaped. */
const mark = '"__url__":';

export function recordTag(record: string): string {
  return valuesTag(record.slice(0, record.lastIndexOf(mark)));
}

/** The tag of a record's text up to its own address. */
export function valuesTag(values: string): string {
  return `"${hash('sha256', values, 'base64url')}"`;
}
