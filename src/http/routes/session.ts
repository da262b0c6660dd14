// Opening and closing a session, and who one is within it.
import { schemaOf } from '../answer/schemas.ts';
import type { App } from '../app.ts';
import { callerOf, type Gate } from '../gate/admit.ts';
import { credentialsOf } from '../gate/credentials.ts';

const session = () => import('../../contract/session.ts');

const tags = ['Session'];

export function sessionRoutes(app: App, gate: Gate): void {
  app.post(
    '/api/login',
    {
      config: { open: true },
      schema: {
        summary: 'Open a session',
        tags,
        body: schemaOf(session, 'LoginRequest'),
        response: { 200: schemaOf(session, 'Session') },
      },
    },
    async ({ body: { username, password }, raw }) => {
      const session = await gate.access.login(username, password, gate.addressOf(raw));
      gate.audit?.note({
        user: session.username,
        via: 'session',
        action: 'login',
        entities: [],
        rows: null,
        address: gate.addressOf(raw),
      });
      return session;
    },
  );

  app.post(
    '/api/logout',
    {
      schema: {
        summary: 'Close the current session',
        tags,
        body: schemaOf(session, 'LogoutRequest'),
        response: { 200: schemaOf(session, 'LogoutAnswer') },
      },
    },
    async (request) => {
      await gate.access.logout(credentialsOf(request));
      return {};
    },
  );

  app.get(
    '/api/me',
    { schema: { summary: 'Who asks', tags, response: { 200: schemaOf(session, 'Me') } } },
    async (request) => {
      const { name, rights, via } = callerOf(request).principal;
      return { name, roles: rights.roles, attributes: rights.attributes, via };
    },
  );
}
