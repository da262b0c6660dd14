// Answers a simple change of one record before the framework sees it, as ./direct.ts does for reads. It makes the
// same checks and sends the same headers as the framework's routes; unusual requests and failures go to the
// framework.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Changes } from '../app/change/changes.ts';
import { recordTag } from '../app/read/record-tag.ts';
import type { RecordRequest } from '../app/read/records.ts';
import { jsonType, tagged } from './answer/answers.ts';
import { headersOfApi } from './answer/headers.ts';
import type { Services } from './app.ts';
import { type DirectFailures, type FrameworkWrapper, wrapFramework } from './direct-route.ts';
import { type Gate, refuseReadOnly } from './gate/admit.ts';
import { bodyBytes, decoded, isCompressed } from './gate/body.ts';
import type { Hosts } from './gate/hosts.ts';
import { refuseOtherSite } from './gate/origin.ts';
import { preconditionOf } from './gate/preconditions.ts';
import { linkTo } from './routes/change-request.ts';
import { objectIn } from './sets/change-bodies.ts';

const unseen = Object.entries({ ...headersOfApi, 'content-type': jsonType }).flat();
const headers = Object.entries({ ...headersOfApi, ...tagged, 'content-type': jsonType }).flat();

export function directChanges(
  { changes, isStopping }: Pick<Services, 'changes' | 'isStopping'>,
  gate: Gate,
  hosts: Hosts,
  failures: DirectFailures,
): FrameworkWrapper {
  if (changes === undefined) return (framework) => framework;
  return wrapFramework(
    failures,
    (request) => isPlain(request) && !isStopping(),
    (request, response, entity, key) => answer(changes, { entity, key, by: null }, request, response),
  );

  async function answer(
    changes: Changes,
    where: RecordRequest,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    hosts.check(request);
    refuseOtherSite(request, hosts);
    const admitted = gate.admit(request, response, 'write');
    const caller = admitted instanceof Promise ? await admitted : admitted;
    refuseReadOnly(caller);
    const text = objectIn(decoded(await bodyOf(request)));
    const links = hosts.links(request);
    const ask = { requester: caller, addresses: links, request: null };
    const { id, record } = await changes.records.patch(ask, where, text, preconditionOf(request));
    // A user may be allowed to change a record but not to see it.
    const body = record ?? '{}';
    const length = Buffer.byteLength(body);
    caller.countUnread(length);
    const own = ['content-length', String(length), 'link', linkTo(links, id)];
    if (record !== null) own.push('etag', recordTag(record));
    response.writeHead(200, [...(record === null ? unseen : headers), ...own]);
    response.end(body, length === body.length ? 'latin1' : 'utf8');
  }
}

/** Whether the body is JSON as it is, of a known length within everybody's limit. */
function isPlain(request: IncomingMessage): boolean {
  const { method, headers } = request;
  if (method !== 'PATCH' || headers['idempotency-key'] !== undefined || isCompressed(request)) return false;
  const length = Number(headers['content-length'] ?? 0);
  return (
    length > 0 && length <= bodyBytes && /^application\/json *(?:;|$)/i.test(headers['content-type'] ?? '')
  );
}

/** Never resolves if the client disconnects before the end. */
function bodyOf(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
  });
}
