// Reads the caller of a change, the idempotency key of the request, and its body.
import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { ChangeAsk } from '../../app/change/ask.ts';
import { SentJson } from '../../app/change/plan/sent-json.ts';
import type { Asker } from '../../app/database.ts';
import { parseDigits } from '../../contract/json.ts';
import { Problem } from '../../contract/problem.ts';
import type { Links } from '../answer/links.ts';
import { callerOf } from '../gate/admit.ts';
import { parseJson } from '../gate/body.ts';
import type { Hosts } from '../gate/hosts.ts';
import { partsOfData } from '../gate/parts.ts';

const longestKey = 255;

/** The caller, with the idempotency key of the request. */
export function askOf(hosts: Hosts, request: FastifyRequest, text: string): ChangeAsk {
  const asker = callerOf(request);
  const given = request.headers['idempotency-key'];
  if (given === undefined) return { asker, addresses: hosts.links(request), request: null };
  const key = String(given);
  if (key === '' || key.length > longestKey) {
    throw new Problem('malformed-request', `An Idempotency-Key has 1 to ${longestKey} characters.`);
  }
  return {
    asker,
    addresses: hosts.links(request),
    request: {
      key: requestKey(asker, key),
      digest: digest([request.method, request.url, request.headers['if-match'] ?? null, text]),
    },
  };
}

/** The journal's key for a request: keys are separate for each user. */
export function requestKey({ principal }: Asker, key: string): string {
  return digest([principal.name, key]);
}

function digest(parts: readonly unknown[]): string {
  return hash('sha256', JSON.stringify(parts), 'base64url');
}

/** A body that is certainly JSON. */
export function jsonIn(text: string): SentJson {
  const parsed = parseJson(text, parsePlain, partsOfData);
  return parsed === undefined ? new SentJson('null') : new SentJson(text, parsed);
}

/** A body that is certainly a JSON object. */
export function objectIn(text: string): string {
  const { text: json } = jsonIn(text);
  if (json.trimStart().startsWith('{')) return json;
  throw new Problem('malformed-request', 'Expected an object with a value for each column.', {
    pointer: '',
  });
}

/** The built-in parser validates many times faster; the other one gives better error messages. */
function parsePlain(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return parseDigits(text);
  }
}

/** The Link header that leads to a change set. */
export function linkTo(links: Links, id: string): string {
  return `<${links.changes()}/${id}>; rel="change-set"`;
}
