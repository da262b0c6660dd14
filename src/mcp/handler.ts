// One request of the streamable HTTP transport, in any revision of the protocol. Stateless.
import type { IncomingMessage } from 'node:http';
import { type NodeIncomingMessageLike, toWebRequest } from '@modelcontextprotocol/node';
import {
  type AuthInfo,
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport,
} from '@modelcontextprotocol/server';
import { answerDirectly } from './direct-call.ts';
import { serverFor } from './server.ts';
import type { ToolRequest } from './tool-request.ts';

/** How an answer is sent: as JSON, or as an event stream with a single event. */
type Form = 'json' | 'events';

/** The library passes AuthInfo on to the server's factory, which finds the visit by it. */
const visits = new WeakMap<AuthInfo, ToolRequest>();

function modernHandler(form: Form) {
  return createMcpHandler(
    ({ authInfo }) => {
      const toolRequest = authInfo && visits.get(authInfo);
      if (toolRequest === undefined) throw new Error('a request without a visit');
      return serverFor(toolRequest);
    },
    // Lists do not change during a connection, so there is nothing to subscribe to.
    { legacy: 'reject', responseMode: form === 'json' ? 'auto' : 'sse', maxSubscriptions: 0 },
  );
}

const modern = { json: modernHandler('json'), events: modernHandler('events') };

export interface Reply {
  readonly status: number;
  readonly type: string | null;
  readonly body: Uint8Array;
}

/** `body` is the parsed message or list of messages. */
export async function answerMessage(
  toolRequest: ToolRequest,
  message: IncomingMessage,
  body: unknown,
): Promise<Reply> {
  const { headers } = message;
  const form = formFor(headers.accept);
  const short = form === 'json' ? await answerDirectly(toolRequest, headers, body) : null;
  if (short !== null) return { status: 200, type: 'application/json', body: short };
  // The library's types forbid undefined in optional fields, but it accepts it.
  const request = await toWebRequest(message as NodeIncomingMessageLike, null);
  // The library requires both types; a client that names one or none can read what it gets.
  request.headers.set('accept', 'application/json, text/event-stream');
  const response = (await isLegacyRequest(request, body))
    ? await answerLegacy(toolRequest, request, body, form)
    : await answerModern(toolRequest, request, body, form);
  const { status } = response;
  const type = response.headers.get('content-type');
  return { status, type, body: new Uint8Array(await response.arrayBuffer()) };
}

function answerModern(
  toolRequest: ToolRequest,
  request: Request,
  parsedBody: unknown,
  form: Form,
): Promise<Response> {
  const authInfo: AuthInfo = { token: '', clientId: '', scopes: [] };
  visits.set(authInfo, toolRequest);
  return modern[form].fetch(request, { parsedBody, authInfo });
}

/** The 2025 revisions, without their optional sessions. */
async function answerLegacy(
  toolRequest: ToolRequest,
  request: Request,
  parsedBody: unknown,
  form: Form,
): Promise<Response> {
  const server = serverFor(toolRequest);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: form === 'json' });
  await server.connect(transport);
  const response = await transport.handleRequest(request, { parsedBody });
  // An event stream is written gradually: close the server once it is complete.
  const whole = await response.arrayBuffer();
  await server.close();
  const { status, headers } = response;
  return new Response(whole.byteLength === 0 ? null : whole, { status, headers });
}

/** Events only if the client prefers them. */
function formFor(accept: string | undefined): Form {
  const events = accept?.indexOf('text/event-stream') ?? -1;
  const json = accept?.indexOf('application/json') ?? -1;
  return events >= 0 && (json < 0 || events < json) ? 'events' : 'json';
}
