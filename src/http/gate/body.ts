// Request bodies: JSON only, with size and depth checked before parsing, and exact numbers.
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { parseUnambiguous } from '../../contract/json.ts';
import { Problem } from '../../contract/problem.ts';
import type { App } from '../app.ts';
import { checkParts, type PartLimits, partsOfDocument } from './parts.ts';

export const bodyBytes = 1024 * 1024;

export function acceptJsonOnly(app: App): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, bytes, done) => {
    const { bodyAsBytes = false, bodyAsText = false } = request.routeOptions.config;
    try {
      refuseCompressed(request);
      if (bodyAsBytes) return done(null, bytes);
      const text = decoded(bytes);
      done(null, bodyAsText ? text : parseJson(text));
    } catch (error) {
      done(error instanceof Error ? error : new Error('unreadable body', { cause: error }));
    }
  });
  app.addContentTypeParser('*', nothing);
  // Ignore the content type of an empty body: `curl -d ''` sends a form's. What is no type at all is ignored too: the
  // framework would refuse it before a parser can see whether there is a body.
  app.addHook('onRequest', ({ headers }, _reply, done) => {
    if (headers['content-length'] === '0' || !mediaType.test(headers['content-type'] ?? '')) {
      delete headers['content-type'];
    }
    done();
  });
}

const mediaType = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(?:;|$)/;

/** Any other type, or none: right for an empty body, and refused at its first byte otherwise. */
function nothing(
  request: FastifyRequest,
  payload: IncomingMessage,
  done: (error: Error | null, body?: undefined) => void,
): void {
  // An address that does not exist says so whatever is sent to it.
  if (request.is404) {
    done(null);
    return;
  }
  const settle = (error: Error | null) => {
    payload.off('data', refuse).off('end', accept).off('error', fail);
    done(error);
  };
  const accept = () => settle(null);
  // The client has left.
  const fail = (cause: Error) =>
    settle(new Problem('malformed-request', 'The request ended before its body.', { cause }));
  const refuse = () => {
    payload.pause();
    const detail = 'The body must be JSON, sent with "Content-Type: application/json".';
    settle(new Problem('unsupported-media-type', detail));
  };
  payload.on('data', refuse).on('end', accept).on('error', fail);
}

export function isCompressed({ headers }: Pick<IncomingMessage, 'headers'>): boolean {
  return (headers['content-encoding'] ?? 'identity').toLowerCase() !== 'identity';
}

function refuseCompressed(request: Pick<IncomingMessage, 'headers'>): void {
  if (!isCompressed(request)) return;
  const detail = 'The body must not be compressed: send it as it is, without Content-Encoding.';
  throw new Problem('unsupported-media-type', detail);
}

/** The framework would replace invalid UTF-8 silently, so bodies are decoded here. */
export function decoded(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString();
  throw new Problem('malformed-request', 'The body is not UTF-8.');
}

/** Undefined for an empty text: a request may have no body whatever its content type says. */
export function parseJson(
  text: string,
  parse = parseUnambiguous,
  most: PartLimits = partsOfDocument,
): unknown {
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
