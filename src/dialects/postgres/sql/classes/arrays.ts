// How a JSON list is written as a PostgreSQL array.
import { isLosslessNumber } from '../../../../contract/json.ts';
import { itemsOf } from '../../../../contract/json-parts.ts';
import { exact } from '../../../../query/dialect/bound.ts';
import type { Bound } from '../../../../query/dialect/sql.ts';

/** Marks an element that is itself a list. */
const nested = Symbol('nested');

/** The text of an element; null if no value of the type has this displayed form. */
export type ElementText = (element: unknown) => string | typeof nested | null;

interface Failed {
  is: boolean;
}

/** `between` separates two elements. */
export function arrayLiteral(json: unknown, element: ElementText, between = ','): Bound | null {
  if (!Array.isArray(json)) return null;
  const failed: Failed = { is: false };
  const text = listText(json, element, failed, between);
  return failed.is ? null : exact(text);
}

function listText(list: readonly unknown[], element: ElementText, failed: Failed, between: string): string {
  return `{${list.map((item) => itemText(item, element, failed, between)).join(between)}}`;
}

function itemText(item: unknown, element: ElementText, failed: Failed, between: string): string {
  if (item === null) return 'NULL';
  const text = element(item);
  if (Array.isArray(item) && text === nested) return listText(item, element, failed, between);
  if (typeof text !== 'string') {
    failed.is = true;
    return '';
  }
  return quoted(text);
}

function quoted(text: string): string {
  return `"${text.replace(/["\\]/g, '\\$&')}"`;
}

export const plainElement: ElementText = (element) => {
  if (Array.isArray(element)) return nested;
  if (typeof element === 'string') return element;
  if (isLosslessNumber(element)) return element.value;
  return typeof element === 'number' || typeof element === 'boolean' ? String(element) : null;
};

/** Any JSON value can be an element as is; multi-dimensional arrays are not supported for writing. */
export function arrayOfDocuments(json: unknown, text: string): Bound | null {
  if (!Array.isArray(json)) return null;
  return exact(
    `{${itemsOf(text)
      .map((item) => (item === 'null' ? 'NULL' : quoted(item)))
      .join()}}`,
  );
}

export const bytesElement: ElementText = (element) => {
  if (Array.isArray(element)) return nested;
  if (typeof element !== 'string') return null;
  const bytes = Buffer.from(element, 'base64');
  return bytes.toString('base64') === element ? `\\x${bytes.toString('hex')}` : null;
};
