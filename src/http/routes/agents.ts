// What a person sees of the assistants that work in their name: what they asked, and what they propose.
import type { AgentNotes } from '../../app/agents/notes.ts';
import { sendJson } from '../answer/answers.ts';
import { schemaOf } from '../answer/schemas.ts';
import type { App } from '../app.ts';
import { callerOf } from '../gate/admit.ts';

const tags = ['Assistants'];
const shapes = () => import('../../contract/agents.ts');
const listed = 200;

export function agentRoutes(app: App, { asked, proposals }: AgentNotes): void {
  const params = schemaOf(shapes, 'AskedParams');
  app.get(
    '/api/assistants/asked',
    {
      schema: {
        summary: 'What assistants asked in your name, the latest first',
        tags,
        response: { 200: schemaOf(shapes, 'AskedList') },
      },
    },
    async (request) => ({ data: await asked.list(callerOf(request).principal, listed) }),
  );

  app.get(
    '/api/assistants/asked/:id',
    {
      schema: {
        summary: 'One question of an assistant',
        tags,
        params,
        response: { 200: schemaOf(shapes, 'AskedEntry') },
      },
    },
    async (request) => asked.find(callerOf(request).principal, request.params.id),
  );

  app.get(
    '/api/assistants/proposals/:id',
    {
      schema: {
        summary: 'Changes that an assistant proposes to you',
        tags,
        params,
        response: { 200: schemaOf(shapes, 'Proposal') },
      },
    },
    async (request, reply) =>
      sendJson(reply, await proposals.find(callerOf(request).principal, request.params.id)),
  );
}
