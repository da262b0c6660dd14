// The ETag of a record: made of its values alone, so that it is the same under every address of the service.
import { hash } from 'node:crypto';

/** Behind the values. What follows are addresses and names of links, in which every quote is escaped. */
const mark = '"__url__":';

export function recordTag(record: string): string {
  return valuesTag(record.slice(0, record.lastIndexOf(mark)));
}

/** Of the text of a record up to its own address. */
export function valuesTag(values: string): string {
  return `"${hash('sha256', values, 'base64url')}"`;
}
