// Who asks for a change, and by which key a repetition of the request is known.
import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ChangeAsk } from '../../app/change/changes.ts';
import { Problem } from '../../contract/problem.ts';
import { callerOf } from '../gate/admit.ts';
import type { Hosts } from '../gate/hosts.ts';

const longestKey = 255;

/** Whose request it is, and by which key a repetition of it is known. */
export function askOf(hosts: Hosts, request: FastifyRequest, text: string): ChangeAsk {
  const asker = callerOf(request);
  const given = request.headers['idempotency-key'];
  if (given === undefined) return { asker, addresses: hosts.links(request), request: null };
  const key = String(given);
  if (key === '' || key.length > longestKey) {
    throw new Problem('malformed-request', `An Idempotency-Key has 1 to ${longestKey} characters.`);
  }
  const digest = (parts: readonly unknown[]) => hash('sha256', JSON.stringify(parts), 'base64url');
  return {
    asker,
    addresses: hosts.links(request),
    request: {
      key: digest([asker.principal.name, key]),
      digest: digest([request.method, request.url, request.headers['if-match'] ?? null, text]),
    },
  };
}
