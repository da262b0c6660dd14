// The address of assistants: the protocol (MCP) by which they use the service, under the rights of whoever asks.
import { type NodeIncomingMessageLike, toWebRequest } from '@modelcontextprotocol/node';
import { Problem } from '../../contract/problem.ts';
import type { App, Services } from '../app.ts';
import { callerOf } from '../gate/admit.ts';
import { parseJson } from '../gate/body.ts';
import type { Hosts } from '../gate/hosts.ts';

type Handler = typeof import('../../mcp/handler.ts');
let loaded: Handler | undefined;

/** The protocol's library and the tools; loaded by the first assistant. */
async function handler(): Promise<Handler> {
  loaded ??= await import('../../mcp/handler.ts');
  return loaded;
}

const path = '/mcp';
const allow = ['POST', 'OPTIONS'];

export function mcpRoutes(app: App, services: Services, hosts: Hosts, version: string): void {
  const { database, store, changes = null, agents } = services;
  const onMistake = (error: unknown) => app.log.error({ err: error }, 'a tool failed');
  const desk = {
    database,
    store,
    changes,
    asked: agents.asked,
    proposals: agents.proposals,
    version,
    onMistake,
  };

  app.post(
    path,
    { config: { bodyAsText: true, reads: true }, schema: { hide: true } },
    async (request, reply) => {
      const caller = callerOf(request);
      // Null where there is none: the library then tells that it is no message.
      const body = parseJson(String(request.body ?? '')) ?? null;
      const visit = { ...desk, asker: caller, addresses: hosts.links(request) };
      const { answerMessage } = await handler();
      // Its types say of optional fields that they are never undefined, which makes no difference to it.
      const toRequest = () => toWebRequest(request.raw as NodeIncomingMessageLike, null);
      const answer = await answerMessage(visit, request.headers, body, toRequest);
      caller.owe(answer.body.length);
      reply.code(answer.status);
      if (answer.type !== null) reply.type(answer.type);
      return reply.send(answer.body.length === 0 ? undefined : answer.body);
    },
  );

  // There is nothing to listen to and no session to end; without this the page would take the address for one of its own.
  app.route({
    method: ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: path,
    config: { closed: true },
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
