// The path of a request as sent. The router decodes its parameters, but a record's key must be split at literal
// commas before decoding.
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Problem } from '../../contract/problem.ts';

/** The segments after the leading slash, still percent-encoded, without the query. */
export function rawSegments(request: FastifyRequest): string[] {
  const path = (request.raw.url ?? '').replace(/[?#].*$/s, '');
  return path.slice(1).split('/');
}

export function decodeSegment(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new Problem('malformed-request', 'The path is not percent-encoded UTF-8.');
  }
}

/** An absolute URL as request target (as proxies send it) overrides the Host header (RFC 9112). */
export function originForm(request: Pick<IncomingMessage, 'url' | 'headers'>): string {
  const { url = '/' } = request;
  if (url.startsWith('/') || !URL.canParse(url)) return url;
  const { host } = new URL(url);
  // Keep duplicate Host headers, so that they are refused.
  if (!request.headers.host?.includes(',')) request.headers.host = host;
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*(.*)$/is.exec(url)?.[1]?.replace(/^(?!\/)/, '/') ?? url;
}
