// Request bodies: JSON only, with size and depth checked before parsing, and exact numbers.
import { isUtf8 } from 'node:buffer';
import { parseExact } from '../../contract/json.ts';
import { Problem } from '../../contract/problem.ts';
import type { App } from '../app.ts';
import { checkParts, type PartLimits, partsOfDocument } from './parts.ts';

export const bodyBytes = 1024 * 1024;

export function acceptJsonOnly(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const { bodyAsBytes = false, bodyAsText = false } = request.routeOptions.config;
    try {
      if (bodyAsBytes) return done(null, bytes);
      const text = decoded(bytes);
      done(null, bodyAsText ? text : parseJson(text));
    } catch (error) {
      done(error instanceof Error ? error : new Error('unreadable body', { cause: error }));
    }
  });
  // Ignore the content type of an empty body: `curl -d ''` sends a form's.
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.headers['content-length'] === '0') delete request.headers['content-type'];
    done();
  });
}

/** The framework would replace invalid UTF-8 silently, so bodies are decoded here. */
export function decoded(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  throw new Problem('malformed-request', 'The body is not UTF-8.');
}

/** Undefined for an empty text: a request may have no body whatever its content type says. */
export function parseJson(text: string, parse = parseExact, most: PartLimits = partsOfDocument): unknown {
  if (!/\S/.test(text)) return undefined;
  checkParts(text, most);
  try {
    return parse(text);
  } catch (error) {
    throw new Problem('malformed-request', `The body is not JSON: ${reason(error)}.`, { cause: error });
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, '') : 'it cannot be read';
}
