// What the page keeps for the user.
import type { FastifyReply, FastifyRequest } from 'fastify';
import { keepPreferences, type Preferences, preferencesOf, tagOfPreferences } from '../../app/preferences.ts';
import { Problem } from '../../contract/problem.ts';
import { isKnown, sendJson, tagged } from '../answer/answers.ts';
import { schemaOf } from '../answer/schemas.ts';
import { readsOwnBody } from '../answer/validation.ts';
import type { App, Services } from '../app.ts';
import { callerOf } from '../gate/admit.ts';
import { parseJson } from '../gate/body.ts';
import { preconditionOf } from '../gate/preconditions.ts';

const session = () => import('../../contract/session.ts');

const path = '/api/me/preferences';
const tags = ['Session'];

export function preferenceRoutes(app: App, { store }: Services): void {
  const preferences = schemaOf(session, 'Preferences');

  app.get(
    path,
    { schema: { summary: 'What the page keeps for you', tags, response: { 200: preferences } } },
    async (request, reply) => send(request, reply, await preferencesOf(store, callerOf(request).principal)),
  );

  app.put(
    path,
    {
      config: { bodyAsText: true },
      schema: {
        summary: 'Keep something else, with If-Match',
        tags,
        body: preferences,
        response: { 200: preferences },
      },
      ...readsOwnBody,
    },
    async (request, reply) => {
      const text = readObject(request.body);
      const { principal } = callerOf(request);
      return send(request, reply, await keepPreferences(store, principal, text, preconditionOf(request)));
    },
  );
}

/** The text of a JSON object, as sent. */
function readObject(body: unknown): string {
  const text = typeof body === 'string' ? body : '';
  const value = parseJson(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Problem('malformed-request', 'The body must be a JSON object.', { pointer: '' });
  }
  return text.trim();
}

function send(request: FastifyRequest, reply: FastifyReply, preferences: Preferences): FastifyReply {
  const tag = tagOfPreferences(preferences);
  reply.header('etag', tag).headers(tagged);
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  if (isRead && isKnown(request.headers['if-none-match'], tag)) return reply.code(304).send();
  return sendJson(reply, preferences.document);
}
