// What an Accept header asks for (RFC 9110).
import Negotiator from 'negotiator';
import { type ExportFormat, exportFormats, exportTypes } from '../../contract/formats.ts';
import { Problem } from '../../contract/problem.ts';

type Accept = string | undefined;

/** A header of all the length that is allowed takes most of a second to read, in which nobody else is answered. */
const longest = 2_048;

/** Whatever there is, as welcome as anything else that the header names. */
const anything = /(?:^|,)\s*\*\/\*\s*(?:,|$)/;

/**
 * The format of an export that the header likes best. Where anything is as welcome it is csv: libraries send JSON, plain
 * text and "anything" alike for people who never thought of it.
 */
export function acceptedFormat(accept: Accept): ExportFormat {
  if (accept !== undefined && accept.length > longest) {
    throw new Problem('malformed-request', `The Accept header is longer than ${longest} characters.`);
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

/** Whether the header names pages: browsers do when somebody goes to an address, and scripts do not. */
export function asksForPage(accept: Accept): boolean {
  return (
    accept !== undefined &&
    accept.length <= longest &&
    negotiatorOf(accept).mediaTypes().includes('text/html')
  );
}

function negotiatorOf(accept: Accept): Negotiator {
  return new Negotiator({ headers: { accept } });
}
