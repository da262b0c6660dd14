// The endpoint of assistants (MCP), under the caller's rights.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../contract/problem.ts';
import type { SignOn } from '../../identity/sign-on/sign-on.ts';
import { sendProblem } from '../answer/problems.ts';
import type { App, Services } from '../app.ts';
import { callerOf } from '../gate/admit.ts';
import { parseJson } from '../gate/body.ts';
import type { Hosts } from '../gate/hosts.ts';
import { ProtectedResource } from '../gate/protected-resource.ts';

type Handler = typeof import('../../mcp/handler.ts');
let loaded: Handler | undefined;

/** The protocol's library and the tools, loaded by the first assistant. */
async function handler(): Promise<Handler> {
  loaded ??= await import('../../mcp/handler.ts');
  return loaded;
}

const path = '/mcp';
const allow = ['POST', 'OPTIONS'];

export function mcpRoutes(
  app: App,
  services: Services,
  hosts: Hosts,
  version: string,
  signOn: SignOn | null,
): void {
  const resource = signOn === null ? null : new ProtectedResource(hosts, path);
  const config = resource === null ? {} : { resource };
  if (signOn !== null && resource !== null) describe(app, resource, signOn, hosts);
  const { database, store, changes = null, agents } = services;
  const onBug = (error: unknown) => app.log.error({ err: error }, 'a tool failed');
  const desk = {
    database,
    store,
    changes,
    questions: agents.questions,
    proposals: agents.proposals,
    version,
    onBug,
  };

  app.post(
    path,
    {
      config: { ...config, bodyAsText: true, reads: true },
      schema: { hide: true },
      errorHandler: (error, request, reply) =>
        isAboutBody(error, request) ? sendParseError(error, reply) : sendProblem(error, request, reply),
    },
    async (request, reply) => {
      const caller = callerOf(request);
      const body = parseJson(String(request.body ?? ''));
      if (body === undefined) throw new Problem('malformed-request', 'The body is empty.');
      const visit = { ...desk, requester: caller, addresses: hosts.links(request) };
      const { answerMessage } = await handler();
      const answer = await answerMessage(visit, request.raw, body);
      caller.countUnread(answer.body.length);
      reply.code(answer.status);
      if (answer.type !== null) reply.type(answer.type);
      return reply.send(answer.body.length === 0 ? undefined : answer.body);
    },
  );

  // There is no event stream and no session to end. Without this route, such requests would get the page.
  app.route({
    method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: path,
    config: { ...config, closed: true },
    schema: { hide: true },
    handler: async ({ method }, reply) => {
      if (method === 'OPTIONS') return reply.code(204).header('allow', allow.join(', ')).send();
      throw new Problem(
        'method-not-allowed',
        `${method} does not fit this address: messages are sent by POST.`,
        { allow },
      );
    },
  });
}

/** Names the provider that issues tokens for this address, for clients that know only the address. */
function describe(app: App, resource: ProtectedResource, signOn: SignOn, hosts: Hosts): void {
  for (const [url, of] of resource.descriptions) {
    app.get(url, { config: { open: true }, schema: { hide: true } }, async (request) => ({
      resource: `${hosts.links(request).base}${of}`,
      authorization_servers: [await signOn.issuer()],
      scopes_supported: ['openid'],
      bearer_methods_supported: ['header'],
      resource_name: 'Joinery',
    }));
  }
}

/** An admitted caller's malformed request can only be about the body. */
function isAboutBody(error: unknown, { caller }: FastifyRequest): error is Problem {
  return error instanceof Problem && error.kind === 'malformed-request' && caller !== null;
}

/** Invalid JSON is reported in the protocol's own form, like everything else wrong with a message. */
function sendParseError({ status, message }: Problem, reply: FastifyReply): FastifyReply {
  return reply.code(status).send({ jsonrpc: '2.0', id: null, error: { code: -32_700, message } });
}
