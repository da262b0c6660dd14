// What users see of the assistants that work in their name: their questions and their proposals.
import type { OpenDatabase } from '../../app/database.ts';
import type { LanguageModel } from '../../mcp/interpret.ts';
import { sendJson } from '../answer/answers.ts';
import { schemaOf } from '../answer/schemas.ts';
import type { App, Services } from '../app.ts';
import { callerOf } from '../gate/admit.ts';
import { closeAddress } from '../gate/methods.ts';

const tags = ['Assistants'];
const schemas = () => import('../../contract/agents.ts');
const listed = 200;
const question = '/api/assistants/question';

/** `model` null: no language model is configured. */
export function agentRoutes(app: App, { database, agents }: Services, model: LanguageModel | null): void {
  const { questions, proposals } = agents;
  // The address exists in any case, so that the page can find out whether it takes questions.
  if (model === null)
    closeAddress(app, question, 'There is no language model here: start the service with --model.');
  else questionRoute(app, database, model);
  const params = schemaOf(schemas, 'AskedParams');
  app.get(
    '/api/assistants/asked',
    {
      schema: {
        summary: 'What assistants asked in your name, the latest first',
        tags,
        response: { 200: schemaOf(schemas, 'AskedList') },
      },
    },
    async (request) => ({ data: await questions.list(callerOf(request).principal, listed) }),
  );

  app.get(
    '/api/assistants/asked/:id',
    {
      schema: {
        summary: 'One question of an assistant',
        tags,
        params,
        response: { 200: schemaOf(schemas, 'AskedEntry') },
      },
    },
    async (request) => questions.find(callerOf(request).principal, request.params.id),
  );

  app.get(
    '/api/assistants/proposals/:id',
    {
      schema: {
        summary: 'Changes that an assistant proposes to you',
        tags,
        params,
        response: { 200: schemaOf(schemas, 'Proposal') },
      },
    },
    async (request, reply) =>
      sendJson(reply, await proposals.find(callerOf(request).principal, request.params.id)),
  );
}

function questionRoute(app: App, database: OpenDatabase, model: LanguageModel): void {
  app.post(
    question,
    {
      config: { reads: true },
      schema: {
        summary: 'A question in plain words as a query, by the language model of this service',
        tags,
        body: schemaOf(schemas, 'QuestionBody'),
        response: { 200: schemaOf(schemas, 'Interpretation') },
      },
    },
    async (request, reply) => {
      const { interpret } = await import('../../mcp/interpret.ts');
      const { writeExact } = await import('../../contract/json.ts');
      const found = await interpret(database, callerOf(request), model, request.body.question);
      return sendJson(reply, writeExact(found));
    },
  );
}
