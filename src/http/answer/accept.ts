// Reads the Accept header (RFC 9110).
import Negotiator from 'negotiator';
import { type ExportFormat, exportFormats, exportTypes } from '../../contract/formats.ts';
import { Problem } from '../../contract/problem.ts';

type Accept = string | undefined;

/** Parsing a header of the maximum length blocks the event loop for most of a second. */
const maxHeaderLength = 2_048;

/** Any type, without a lower preference than the types named. */
const anything = /(?:^|,)\s*\*\/\*\s*(?:,|$)/;

/**
 * The export format that the header prefers. If any type is equally welcome, it is csv: libraries by default accept
 * JSON, plain text and any type alike, for users who never chose.
 */
export function acceptedFormat(accept: Accept): ExportFormat {
  if (accept !== undefined && accept.length > maxHeaderLength) {
    throw new Problem('malformed-request', `The Accept header is longer than ${maxHeaderLength} characters.`);
  }
  const isUnsaid = accept === undefined || accept.trim() === '';
  const types = exportFormats.map((format) => exportTypes[format]);
  const liked = negotiatorOf(isUnsaid ? undefined : accept).mediaTypes(types);
  const wanted =
    isUnsaid || (anything.test(accept) && liked.includes(exportTypes.csv)) ? exportTypes.csv : liked[0];
  const format = exportFormats.find((each) => exportTypes[each] === wanted);
  if (format !== undefined) return format;
  throw new Problem('not-acceptable', 'There is no export in a format that the Accept header asks for.', {
    allowed: types,
  });
}

/** Whether the header accepts HTML: browsers navigating to an address do, scripts do not. */
export function asksForPage(accept: Accept): boolean {
  return (
    accept !== undefined &&
    accept.length <= maxHeaderLength &&
    negotiatorOf(accept).mediaTypes().includes('text/html')
  );
}

function negotiatorOf(accept: Accept): Negotiator {
  return new Negotiator({ headers: { accept } });
}
