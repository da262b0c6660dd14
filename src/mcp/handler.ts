// One request of the streamable HTTP transport, in whichever revision of the protocol the client speaks. Nothing is kept
// between two requests.
import type { IncomingMessage } from 'node:http';
import { type NodeIncomingMessageLike, toWebRequest } from '@modelcontextprotocol/node';
import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { serverFor } from './server.ts';
import { answerShortly } from './short-call.ts';
import type { Visit } from './visit.ts';

/** How an answer is written: as one JSON text, or as a stream of events of which it is the only one. */
type Form = 'json' | 'events';

/** The library hands this on to whoever makes a server; whose visit it is is known by it. */
const visits = new WeakMap<AuthInfo, Visit>();

function modernHandler(form: Form) {
  return createMcpHandler(
    ({ authInfo }) => {
      const visit = authInfo && visits.get(authInfo);
      if (visit === undefined) throw new Error('a request without a visit');
      return serverFor(visit);
    },
    // Lists do not change while somebody listens, so there is nothing to subscribe to.
    { legacy: 'reject', responseMode: form === 'json' ? 'auto' : 'sse', maxSubscriptions: 0 },
  );
}

const modern = { json: modernHandler('json'), events: modernHandler('events') };

/** What is sent back. */
export interface Reply {
  readonly status: number;
  readonly type: string | null;
  readonly body: Uint8Array;
}

/** `body` is the message, or several of them, as it was parsed. */
export async function answerMessage(visit: Visit, message: IncomingMessage, body: unknown): Promise<Reply> {
  const { headers } = message;
  const form = formFor(headers.accept);
  const short = form === 'json' ? await answerShortly(visit, headers, body) : null;
  if (short !== null) return { status: 200, type: 'application/json', body: short };
  // Its types say of optional fields that they are never undefined, which makes no difference to it.
  const request = await toWebRequest(message as NodeIncomingMessageLike, null);
  // Whoever names no form, or a single one, can read the one that they get.
  request.headers.set('accept', 'application/json, text/event-stream');
  const response = (await isLegacyRequest(request, body))
    ? await answerLegacy(visit, request, body, form)
    : await answerModern(visit, request, body, form);
  const { status } = response;
  const type = response.headers.get('content-type');
  return { status, type, body: new Uint8Array(await response.arrayBuffer()) };
}

function answerModern(visit: Visit, request: Request, parsedBody: unknown, form: Form): Promise<Response> {
  const authInfo: AuthInfo = { token: '', clientId: '', scopes: [] };
  visits.set(authInfo, visit);
  return modern[form].fetch(request, { parsedBody, authInfo });
}

/** The revisions of 2025, without the sessions that they may have. */
async function answerLegacy(
  visit: Visit,
  request: Request,
  parsedBody: unknown,
  form: Form,
): Promise<Response> {
  const server = serverFor(visit);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: form === 'json' });
  await server.connect(transport);
  const response = await transport.handleRequest(request, { parsedBody });
  // An answer in events is written as it comes: the server may go once all of it is there.
  const whole = await response.arrayBuffer();
  await server.close();
  const { status, headers } = response;
  return new Response(whole.byteLength === 0 ? null : whole, { status, headers });
}

/** Events only for who would rather have them. */
function formFor(accept: string | undefined): Form {
  const events = accept?.indexOf('text/event-stream') ?? -1;
  const json = accept?.indexOf('application/json') ?? -1;
  return events >= 0 && (json < 0 || events < json) ? 'events' : 'json';
}
