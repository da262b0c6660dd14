// Answers a simple read of one record before the framework sees it: routing, hooks and reply cost more than the read
// itself. It makes the same checks and sends the same headers as the framework's routes; unusual requests and
// failures go to the framework.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { recordTag } from '../app/read/record-tag.ts';
import { readRecord } from '../app/read/records.ts';
import { AnswerBatches } from './answer/answer-batches.ts';
import { jsonType, tagged } from './answer/answers.ts';
import { headersOfApi } from './answer/headers.ts';
import type { Services } from './app.ts';
import { type DirectFailures, type FrameworkWrapper, wrapFramework } from './direct-route.ts';
import type { Gate } from './gate/admit.ts';
import type { Caller } from './gate/caller.ts';
import type { Hosts } from './gate/hosts.ts';

const headers = Object.entries({ ...headersOfApi, ...tagged, 'content-type': jsonType }).flat();

export function directReads(
  { database, isStopping }: Pick<Services, 'database' | 'isStopping'>,
  gate: Gate,
  hosts: Hosts,
  failures: DirectFailures,
): FrameworkWrapper {
  const departures = new AnswerBatches();

  async function answer(
    request: IncomingMessage,
    response: ServerResponse,
    entity: string,
    key: string,
  ): Promise<void> {
    hosts.check(request);
    const read = (caller: Caller) =>
      readRecord(database, caller, { entity, key, by: null }, hosts.links(request));
    // Await only real promises: a promise for each step costs as much as the read.
    const admitted = gate.admit(request, response, 'read');
    const ahead = admitted instanceof Promise ? readAhead(gate.presume(request, response), read) : null;
    const caller = admitted instanceof Promise ? await admitted : admitted;
    const isTheirs = ahead?.caller.principal.rights === caller.principal.rights;
    if (ahead !== null && isTheirs) caller.takeOver(ahead.caller);
    const found = ahead !== null && isTheirs ? ahead.found : read(caller);
    const text = typeof found === 'string' ? found : await found;
    const length = Buffer.byteLength(text);
    caller.countUnread(length);
    const others = departures.next();
    if (others !== null) await others;
    response.writeHead(200, [...headers, 'content-length', String(length), 'etag', recordTag(text)]);
    // As many bytes as characters: the text is ASCII, and Latin-1 encodes it faster to the same bytes.
    response.end(text, length === text.length ? 'latin1' : 'utf8');
  }

  return wrapFramework(failures, (request) => isPlain(request) && !isStopping(), answer);
}

/**
 * A read started while authentication is pending: used only if the caller turns out to have the rights it assumed.
 */
interface ReadAhead {
  readonly caller: Caller;
  readonly found: string | Promise<string>;
}

function readAhead(
  presumed: Caller | null,
  read: (caller: Caller) => string | Promise<string>,
): ReadAhead | null {
  if (presumed === null) return null;
  const found = read(presumed);
  // Its failure matters only to a caller who may read.
  if (typeof found !== 'string') found.catch(() => {});
  return { caller: presumed, found };
}

function isPlain({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers['if-none-match'] === undefined;
}
