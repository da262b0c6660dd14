// The preconditions If-Match and If-None-Match of a change (RFC 9110).
import type { FastifyRequest } from 'fastify';
import type { Precondition } from '../../app/saved/document.ts';

/** A weak tag never matches: it may stand for different contents. */
export function preconditionOf({ headers }: Pick<FastifyRequest, 'headers'>): Precondition {
  const given = headers['if-match'];
  const tags = (given ?? '').split(',').map((tag) => tag.trim());
  return {
    isGiven: given !== undefined,
    isMet: (tag) => tags.includes('*') || tags.includes(tag),
  };
}
