// Answers that are finished text or bytes: they pass no serializer.
import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

export const jsonType = 'application/json; charset=utf-8';

/** Kept by the client, who asks with the tag whether it still holds. */
export const tagged = { 'cache-control': 'private, no-cache' };

/** Without a text, the answer is one to HEAD. */
export function sendJson(reply: FastifyReply, payload?: string | Uint8Array): FastifyReply {
  reply.request.caller?.owe(payload?.length ?? 0);
  return reply.type(jsonType).send(payload);
}

/** Adds a strong tag, over the bytes unless there is another; what the client already has is not sent again. */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string | Uint8Array,
  tag = tagOf(payload),
): FastifyReply {
  request.caller?.owe(payload.length);
  reply.header('etag', tag).headers(tagged);
  return isKnown(request.headers['if-none-match'], tag) ? reply.code(304).send() : reply.send(payload);
}

export function tagOf(payload: string | Uint8Array): string {
  return `"${hash('sha256', payload, 'base64url')}"`;
}

/** Whether an If-None-Match header names the tag, which the answer may have as a weak one too. */
export function isKnown(tags: string | undefined, tag: string): boolean {
  if (tags === undefined) return false;
  const known = tags.split(',').map((part) => part.trim());
  return known.some((candidate) => candidate === '*' || candidate.replace(/^W\//, '') === tag);
}
