// Reads the caller of a change and the idempotency key of the request.
import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ChangeRequest } from '../../app/change/change-request.ts';
import type { Requester } from '../../app/database.ts';
import { Problem } from '../../contract/problem.ts';
import type { Links } from '../answer/links.ts';
import { callerOf } from '../gate/admit.ts';
import type { Hosts } from '../gate/hosts.ts';

const maxKeyLength = 255;

/** The caller, with the idempotency key of the request. `body`: differs between any two different bodies. */
export function changeRequestOf(hosts: Hosts, request: FastifyRequest, body: unknown): ChangeRequest {
  const requester = callerOf(request);
  const given = request.headers['idempotency-key'];
  if (given === undefined) return { requester, addresses: hosts.links(request), request: null };
  const key = String(given);
  if (key === '' || key.length > maxKeyLength) {
    throw new Problem('malformed-request', `An Idempotency-Key has 1 to ${maxKeyLength} characters.`);
  }
  return {
    requester,
    addresses: hosts.links(request),
    request: {
      key: requestKey(requester, key),
      digest: digest([request.method, request.url, request.headers['if-match'] ?? null, body]),
    },
  };
}

/** The journal's key for a request: keys are separate for each user. */
export function requestKey({ principal }: Requester, key: string): string {
  return digest([principal.name, key]);
}

function digest(parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url');
}

/** The Link header that leads to a change set. */
export function linkTo(links: Links, id: string): string {
  return `<${links.changes()}/${id}>; rel="change-set"`;
}
