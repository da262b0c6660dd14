// Answers that are finished text or bytes and skip the serializer.
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const jsonType = 'application/json; charset=utf-8';

/** The client may keep the answer, and revalidates it with the tag. */
export const tagged = { 'cache-control': 'private, no-cache' };

/** Without a payload, this answers a HEAD request. */
export function sendJson(reply: FastifyReply, payload?: string | Uint8Array): FastifyReply {
  reply.request.caller?.countUnread(payload?.length ?? 0);
  return reply.type(jsonType).send(payload);
}

/** Adds a strong tag, by default a hash of the bytes. Answers 304 when the client already has them. */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string | Uint8Array,
  tag = tagOf(payload),
): FastifyReply {
  request.caller?.countUnread(payload.length);
  reply.header('etag', tag).headers(tagged);
  return isKnown(request.headers['if-none-match'], tag) ? reply.code(304).send() : reply.send(payload);
}

export function tagOf(payload: string | Uint8Array): string {
  return `"${hash('sha256', payload, 'base64url')}"`;
}

/** Whether an If-None-Match header names the tag, weak or strong. */
export function isKnown(tags: string | undefined, tag: string): boolean {
  if (tags === undefined) return false;
  const known = tags.split(',').map((part) => part.trim());
  return known.some((candidate) => candidate === '*' || candidate.replace(/^W\//, '') === tag);
}
