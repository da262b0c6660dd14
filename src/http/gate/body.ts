// Request bodies: JSON only, with size and depth checked before parsing, and exact numbers.
import { isUtf8 } from 'node:buffer';
import { parseExact } from '../../contract/json.ts';
import { endOfString } from '../../contract/json-parts.ts';
import { Problem } from '../../contract/problem.ts';
import type { App } from '../app.ts';

export const bodyBytes = 1024 * 1024;
const depthAllowed = 256;

export function acceptJsonOnly(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    try {
      const text = decoded(bytes);
      done(null, request.routeOptions.config.bodyAsText ? text : parseJson(text));
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

/** Undefined for empty text: a request may have no body whatever its content type. */
export function parseJson(text: string, parse = parseExact): unknown {
  if (text.trim() === '') return undefined;
  if (isDeeperThan(text, depthAllowed)) {
    throw new Problem('malformed-request', `The body is nested deeper than ${depthAllowed} levels.`);
  }
  try {
    return parse(text);
  } catch (error) {
    throw new Problem('malformed-request', `The body is not JSON: ${reason(error)}.`, { cause: error });
  }
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, '') : 'it cannot be read';
}

/** Scans the raw text: a recursive parser would notice too late. */
function isDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x22) i = endOfString(text, i) - 1;
    else if (c === 0x5b || c === 0x7b) {
      if (++depth > limit) return true;
    } else if (c === 0x5d || c === 0x7d) depth--;
  }
  return false;
}
